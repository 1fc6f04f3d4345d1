// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport
import Synchronization

/// The few bytes in which a running process notes how far its launch has come (R193).
///
/// A store opens it; it stays open as long as somebody holds it. What is written reaches the next
/// process if this one dies, and need not survive a loss of power: nothing is synced. A write that
/// fails is lost in silence, for a marker never costs state (R133).
public protocol MarkerFile: Sendable {
  /// What the file held when it was opened; empty for a new one.
  var contents: [UInt8] { get }

  /// Writes bytes at a place.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - offset: The place of the first one, from the beginning of the file.
  func write(_ bytes: [UInt8], at offset: Int)

  /// The open file's descriptor, for whoever notes a fatal signal; `nil` when there is no file.
  var descriptor: Int32? { get }
}

/// A marker in memory: what the next process of a test would find.
final class MemoryMarkerFile: MarkerFile {
  /// What lies in the store for as long as that does.
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

  /// The memory itself, to be written as a mapped file is.
  var page: SharedPage { content.page }

  func write(_ bytes: [UInt8], at offset: Int) {
    content.count.withLock { count in
      if page.write(bytes, at: offset) { count = max(count, offset + bytes.count) }
    }
  }
}
