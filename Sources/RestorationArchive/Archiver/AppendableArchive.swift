// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// The archive that this process wrote last, to which its next saves are appended.
///
/// Dropped for good as soon as a save could not be appended: what is on disk is not known then.
package struct AppendableArchive {
  private var snapshot: RestorationSnapshot
  private var tables: LogTables
  private var tail: SealedTail
  private let baseSize: Int
  private var saves = 0
  /// A forked child has the same memory, and must not seal other bytes under the same numbers.
  private let process: pid_t

  /// A log may always grow to this, however small its base is.
  package static let smallLog = 1 << 20
  /// So many saves a launch applies in less time than it takes to show a frame.
  package static let mostSaves = 1_024

  package init(base: RestorationSnapshot, tail: SealedTail, process: pid_t = getpid()) {
    snapshot = base
    tables = LogTables(base: base)
    self.tail = tail
    self.process = process
    baseSize = tail.end.size
  }

  /// How the archive ends on disk.
  var end: ArchiveEnd { tail.end }

  /// Seals what a new state changes.
  ///
  /// - Parameters:
  ///   - new: The new state.
  ///   - key: The application's key.
  /// - Returns: The bytes to append; `nil` when the state is to be written whole: nothing, or not
  ///   enough, would be saved by appending, or it is time to write a new base.
  /// - Throws: ``ArchiveError`` when it could not be sealed.
  package mutating func seal(_ new: RestorationSnapshot, with key: ArchiveKey) throws(ArchiveError)
    -> [UInt8]?
  {
    guard process == getpid(), saves < Self.mostSaves, tail.belongs(to: key),
      let delta = SnapshotDelta.body(from: snapshot, to: new, continuing: &tables)
    else { return nil }
    let size = tail.end.size + ArchiveSeal.sealedSize(delta.count)
    guard delta.count < min(new.bytes.count, baseSize), size <= ArchiveLimits.fileSize,
      size - baseSize <= max(baseSize, Self.smallLog)
    else { return nil }
    saves += 1
    snapshot = new
    return try tail.seal(delta, with: key)
  }
}
