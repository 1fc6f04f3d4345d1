// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What an archive file holds, authenticated: a base, and the saves that were appended to it.
package struct OpenedArchive {
  /// The plain bytes of the base.
  package let body: [UInt8]
  private var contents: Contents

  /// What was found in a file beside the bytes of its base.
  struct Contents {
    let header: ArchiveHeader
    let headerSize, fileSize: Int
    /// Bytes of the base as it lies in the file.
    var baseSize = 0
    /// The plain bytes of the deltas that were appended, in their order.
    var log: [[UInt8]] = []
    /// Where bytes begin that are no part of an appended save that was finished.
    var tornAt: Int?
    /// Whether those bytes cannot be what is left of one write that never ended.
    var isDamaged = false
    /// The tag of the last frame that opened.
    var lastTag: [UInt8] = []
  }

  init(_ contents: Contents, body: [UInt8]) { (self.contents, self.body) = (contents, body) }

  /// The plain bytes of the deltas that were appended, in their order.
  package var log: [[UInt8]] { contents.log }
  /// Where bytes begin that are no part of an appended save that was finished.
  package var tornAt: Int? { contents.tornAt }
  /// The tag of the last frame that opened.
  var lastTag: [UInt8] { contents.lastTag }

  /// The number of the save that wrote the base.
  package var baseGeneration: UInt64 { contents.header.generation }

  /// Leaves the newest appended saves out, as if they had never been written.
  ///
  /// - Parameter count: How many; no more than there are.
  package mutating func removeLastSaves(_ count: Int) {
    contents.log.removeLast(count)
    (contents.tornAt, contents.isDamaged) = (nil, false)
  }

  /// The newest state that the file holds.
  ///
  /// A change that contradicts what is before it ends the log, and nothing of it counts (R152).
  ///
  /// - Returns: The state, its number, how many appended saves are in it, and whether the file holds
  ///   more that is of no use.
  /// - Throws: ``ArchiveError`` when the base is no snapshot, or the whole exceeds a limit.
  package func state() throws(ArchiveError) -> State {
    let base = try RestorationSnapshot(body)
    let state = CurrentState(base)
    var saves = 0
    while saves < log.count, let change = Change(log[saves]), state.canAppend(change) {
      state.append(change)
      saves += 1
    }
    return State(
      snapshot: try state.checkedSnapshot(), generation: baseGeneration &+ UInt64(saves),
      appendedSaves: saves,
      isTorn: tornAt != nil || saves < log.count,
      isDamaged: contents.isDamaged || saves < log.count, sizes: sizes, lastTag: lastTag)
  }

  private var sizes: ArchiveFileSizes {
    ArchiveFileSizes(
      file: contents.fileSize, header: contents.headerSize, base: contents.baseSize,
      log: log.reduce(0) { $0 + $1.count }, torn: tornAt.map { contents.fileSize - $0 } ?? 0)
  }

  /// See ``state()``.
  package struct State {
    package var snapshot: RestorationSnapshot
    package var generation: UInt64
    package var appendedSaves: Int
    package var isTorn: Bool
    /// Whether that is damage, and not what a process leaves that dies while it appends (R199).
    package var isDamaged: Bool
    /// What the bytes of the file are.
    package var sizes: ArchiveFileSizes
    /// The tag of the last frame that opened.
    let lastTag: [UInt8]
  }
}
