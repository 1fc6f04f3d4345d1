// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport
import Synchronization

/// A small file that records the progress of a launch.
///
/// A store opens it, and it stays open while there is a reference to it. If this process dies, the
/// next one reads what was written. The bytes need not survive a power loss, so nothing is synced.
/// A failed write is ignored, because a marker must never cost state.
public protocol MarkerFile: Sendable {
  /// The contents when the file was opened; empty for a new one.
  var contents: [UInt8] { get }

  /// Writes bytes at an offset.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - offset: The offset of the first byte, from the start of the file.
  func write(_ bytes: [UInt8], at offset: Int)

  /// The open file's descriptor, for signal handlers; `nil` without a file.
  var descriptor: Int32? { get }
}

/// A marker in memory, which a test's next process finds.
final class MemoryMarkerFile: MarkerFile {
  /// The contents, which live as long as the store.
  final class Content: Sendable {
    fileprivate let page = SharedPage(size: ArchiveLimits.markerSize)
    fileprivate let count = Mutex(0)
  }

  let contents: [UInt8]
  let descriptor: Int32? = nil
  private let content: Content

  init(_ content: Content) {
    self.content = content
    contents = content.count.withLock { content.page.bytes($0) }
  }

  /// The memory itself, to be written like a mapped file.
  var page: SharedPage { content.page }

  func write(_ bytes: [UInt8], at offset: Int) {
    content.count.withLock { count in
      if page.write(bytes, at: offset) { count = max(count, offset + bytes.count) }
    }
  }
}
