// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

/// The archive that this process wrote last, to which its next saves are appended.
///
/// Dropped for good as soon as a save could not be appended: what is on disk is not known then.
package struct AppendableArchive {
  private var state: LoggedState
  /// What the file's base holds.
  private let base: RestorationSnapshot
  private var tail: SealedTail
  private let baseSize: Int
  /// Bytes that the log may have, however small the base is.
  private let smallLog: Int
  private var saves = 0
  private var logSize = 0
  /// A forked child has the same memory, and must not seal other bytes under the same numbers.
  private let process: Int32

  /// - Parameters:
  ///   - state: What was written.
  ///   - base: The same, as the one snapshot that the file's base holds.
  ///   - tail: How the file ends.
  ///   - smallLog: Bytes that the log may have, however small the base is.
  ///   - process: The process that wrote it.
  package init(
    _ state: LoggedState, base: RestorationSnapshot, tail: SealedTail,
    smallLog: Int = ArchiveLimits.smallLog, process: Int32 = ThisProcess.identifier
  ) {
    (self.state, self.base, self.tail, self.process) = (state, base, tail, process)
    self.smallLog = smallLog
    baseSize = tail.end.size
  }

  /// How the archive ends on disk.
  var end: ArchiveEnd { tail.end }

  /// Seals what a new state changes.
  ///
  /// Changes that passes have told are sealed as they are, one save each. Otherwise both states are
  /// compared.
  ///
  /// - Parameters:
  ///   - new: The new state.
  ///   - key: The application's key; with another than the file's, nothing is appended.
  /// - Returns: The bytes to append, and how many saves they are; `nil` when the state is to be
  ///   written whole: nothing, or not enough, would be saved by appending, or it is time to write a
  ///   new base.
  /// - Throws: ``ArchiveError`` when it could not be sealed.
  package mutating func seal(_ new: LoggedState, with key: ArchiveKey) throws(ArchiveError)
    -> (bytes: [UInt8], saves: Int)?
  {
    // From so many bytes on what changed is not appended: a new base is not larger.
    let limit = min(new.byteCount, baseSize)
    guard process == ThisProcess.identifier, tail.belongs(to: key), let changes = changes(to: new),
      saves + changes.count <= ArchiveLimits.writtenSaves,
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

  private func changes(to new: LoggedState) -> [Change]? {
    if let changes = new.changes(since: state.changes.last, orBase: saves == 0 ? base : nil),
      !changes.isEmpty
    {
      return Array(changes)
    }
    return Change(from: state.flattened(), to: new.flattened()).map { [$0] }
  }
}
