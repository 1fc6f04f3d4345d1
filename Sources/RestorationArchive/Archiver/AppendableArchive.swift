// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

/// The archive that this process wrote last and may append to.
///
/// Discarded when a save could not be appended, because the content on disk is unknown then.
package struct AppendableArchive {
  private var state: LoggedState
  /// The snapshot in the file's base.
  private let base: RestorationSnapshot
  private var tail: SealedTail
  private let baseSize: Int
  /// Bytes that the log may always have, however small the base.
  private let smallLog: Int
  private var saves = 0
  private var logSize = 0
  /// Process ID of the writer.
  ///
  /// A forked child has a copy of this memory, and must not seal different bytes under the same
  /// numbers.
  private let process: Int32

  /// Describes an archive that was just written.
  ///
  /// - Parameters:
  ///   - state: The state that was written.
  ///   - base: That state as one snapshot, as in the file's base.
  ///   - tail: The end of the file.
  ///   - smallLog: Bytes that the log may always have, even if the base is smaller.
  ///   - process: The ID of the process that wrote it.
  package init(
    _ state: LoggedState, base: RestorationSnapshot, tail: SealedTail,
    smallLog: Int = ArchiveLimits.smallLog, process: Int32 = ThisProcess.identifier
  ) {
    (self.state, self.base, self.tail, self.process) = (state, base, tail, process)
    self.smallLog = smallLog
    baseSize = tail.end.size
  }

  /// The end of the archive on disk.
  var end: ArchiveEnd { tail.end }

  /// Seals the changes of a new state, for appending.
  ///
  /// Changes recorded by passes are sealed unmodified, one save each. A state without such a record
  /// must be written whole.
  ///
  /// - Parameters:
  ///   - new: The new state.
  ///   - key: The application's key. If it is not the file's key, nothing is appended.
  /// - Returns: The bytes to append, and the number of saves in them. `nil` means that the state
  ///   must be written as a complete archive: nothing changed, appending would not save enough, or
  ///   a new base is due.
  /// - Throws: ``ArchiveError`` when it could not be sealed.
  package mutating func seal(_ new: LoggedState, with key: ArchiveKey) throws(ArchiveError)
    -> (bytes: [UInt8], saves: Int)?
  {
    // From this size on the changes are not appended: a new base is not larger.
    let limit = min(new.byteCount, baseSize)
    guard process == ThisProcess.identifier, tail.belongs(to: key),
      let changes = new.changes(since: state.changes.last, orBase: saves == 0 ? base : nil),
      !changes.isEmpty, saves + changes.count <= ArchiveLimits.writtenSaves,
      changes.reduce(0, { $0 + $1.size }) < limit + 4096
    else { return nil }
    let bodies = changes.map(\.bytes)
    guard bodies.reduce(0, { $0 + $1.count }) < limit else { return nil }
    var bytes: [UInt8] = []
    let end = tail.end.size
    try tail.seal(bodies, into: &bytes)
    logSize += tail.end.size - end
    guard baseSize + logSize <= ArchiveLimits.fileSize,
      logSize <= max(baseSize, smallLog)
    else { return nil }
    saves += changes.count
    state = new
    return (bytes, changes.count)
  }
}
