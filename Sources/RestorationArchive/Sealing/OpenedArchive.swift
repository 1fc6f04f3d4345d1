// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The condition of an archive file's end.
package enum FileEnd: Sendable {
  case whole
  /// The end is incomplete, because a process died while appending.
  case torn
  /// The end was changed after it was written.
  case damaged
}

/// The authenticated contents of an archive file.
///
/// These are a base and the saves that were appended to it.
package struct OpenedArchive {
  /// The sequence number of the save that wrote the base.
  package let baseSequenceNumber: UInt64
  /// The sizes of the header and of the whole file, in bytes.
  let headerSize, fileSize: Int
  /// The plain bytes of the base.
  package let body: [UInt8]
  /// The plain bytes of the appended changes, in order.
  package internal(set) var log: [[UInt8]] = []
  /// The offset of bytes that belong to no complete appended save.
  package internal(set) var tornAt: Int?
  /// The condition of the file's end, before its saves are read.
  var end = FileEnd.whole
  /// The tag of the last frame that opened.
  var lastTag: [UInt8] = []

  /// Removes the newest appended saves, as if never written.
  ///
  /// - Parameter count: The number of saves; at most the number of appended ones.
  package mutating func removeLastSaves(_ count: Int) {
    log.removeLast(count)
    (tornAt, end) = (nil, .whole)
  }

  /// Returns the newest state that the file holds.
  ///
  /// A change that contradicts the state before it ends the log, and no part of that change counts.
  ///
  /// - Returns: The state, its sequence number, the number of appended saves in it, and the
  ///   condition of the file's end.
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
      snapshot: try state.checkedSnapshot(), sequenceNumber: baseSequenceNumber &+ UInt64(saves),
      appendedSaves: saves, end: saves < log.count ? .damaged : end, sizes: sizes,
      lastTag: lastTag)
  }

  private var sizes: ArchiveFileSizes {
    ArchiveFileSizes(
      file: fileSize, header: headerSize, base: body.count,
      log: log.reduce(0) { $0 + $1.count }, torn: tornAt.map { fileSize - $0 } ?? 0)
  }

  /// The result of ``state()``.
  package struct State {
    package var snapshot: RestorationSnapshot
    package var sequenceNumber: UInt64
    package var appendedSaves: Int
    /// The condition of the file's end.
    package var end: FileEnd
    /// The sizes of the file's parts.
    package var sizes: ArchiveFileSizes
    /// The tag of the last frame that opened.
    let lastTag: [UInt8]
  }
}

/// The sizes of an archive file's parts, in bytes.
package struct ArchiveFileSizes: Hashable, Sendable {
  /// The whole file.
  package let file: Int
  /// The header, which anyone can read.
  package let header: Int
  /// The plain body of the base.
  package let base: Int
  /// The plain bodies of the appended saves.
  package let log: Int
  /// Trailing bytes that belong to no complete appended save.
  package let torn: Int

  /// The overhead of sealing: lengths, kinds and tags of frames.
  package var seal: Int { file - header - base - log - torn }
}
