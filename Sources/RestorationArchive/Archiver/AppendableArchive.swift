// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// The archive that this process wrote last, to which its next saves are appended.
///
/// Dropped for good as soon as a save could not be appended: what is on disk is not known then.
package struct AppendableArchive {
  private var state: LoggedState
  private var tables: LogTables
  private var tail: SealedTail
  private let baseSize: Int
  private var saves = 0
  /// Bytes of the log before they were packed: as many as a reader has to lay out.
  private var logSize = 0
  /// A forked child has the same memory, and must not seal other bytes under the same numbers.
  private let process: pid_t

  /// A log may always grow to this, however small its base is.
  package static let smallLog = 1 << 20
  /// Damage in the middle of a log loses what follows it: no more saves than these (R199).
  package static let mostSaves = 128

  /// - Parameters:
  ///   - state: What was written.
  ///   - base: The same, as the one snapshot that the file's base holds.
  ///   - tail: How the file ends.
  ///   - process: The process that wrote it.
  package init(
    _ state: LoggedState, base: RestorationSnapshot, tail: SealedTail, process: pid_t = getpid()
  ) {
    self.state = state
    tables = LogTables(base: base)
    self.tail = tail
    self.process = process
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
  ///   - packer: Packs it.
  /// - Returns: The bytes to append, and how many saves they are; `nil` when the state is to be
  ///   written whole: nothing, or not enough, would be saved by appending, or it is time to write a
  ///   new base.
  /// - Throws: ``ArchiveError`` when it could not be sealed.
  package mutating func seal(
    _ new: LoggedState, with key: ArchiveKey, packer: BodyPacker = BodyPacker()
  ) throws(ArchiveError) -> (bytes: [UInt8], saves: Int)? {
    guard process == getpid(), tail.belongs(to: key), let deltas = deltas(to: new),
      saves + deltas.count <= Self.mostSaves,
      deltas.reduce(0, { $0 + $1.count }) < limit(of: new)
    else { return nil }
    let mostBytes = deltas.reduce(0) { $0 + ArchiveSeal.sealedSize($1.count) }
    logSize += mostBytes
    guard baseSize + logSize <= ArchiveLimits.fileSize, logSize <= max(baseSize, Self.smallLog)
    else { return nil }
    saves += deltas.count
    state = new
    var bytes: [UInt8] = []
    bytes.reserveCapacity(mostBytes)
    try tail.seal(deltas, packer: packer, into: &bytes)
    return (bytes, deltas.count)
  }

  private mutating func deltas(to new: LoggedState) -> [[UInt8]]? {
    if let changes = new.changes(since: state.id), !changes.isEmpty {
      return changes.map { $0.body(continuing: &tables) }
    }
    return SnapshotDelta.body(
      from: state.flattened(), to: new.flattened(), continuing: &tables, limit: limit(of: new)
    ).map { [$0] }
  }

  /// From how many bytes on what changed is not appended: a new base is not larger.
  private func limit(of new: LoggedState) -> Int { min(new.base.byteCount, baseSize) }
}
