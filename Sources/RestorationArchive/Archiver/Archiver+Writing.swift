// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// One save: appended where that is allowed and worth it, written whole otherwise.
extension Archiver {
  /// Writes a snapshot; on the archiver's queue.
  ///
  /// - Parameter snapshot: The new state.
  /// - Returns: The number of the save.
  /// - Throws: ``ArchiveError``; the older archive is intact then.
  func write(_ snapshot: RestorationSnapshot) throws(ArchiveError) -> UInt64 {
    let key = try currentKey()
    lookIfNeeded(with: key)
    let (known, generation) = state.withLock { ($0.slot, $0.newestGeneration + 1) }
    guard let slot = known else {
      throw ArchiveError(.wrongKey, "Every slot holds an archive that must not be touched")
    }
    if try !append(snapshot, with: key, slot: slot) {
      try replace(with: snapshot, with: key, generation: generation, slot: slot)
    }
    state.withLock { $0.newestGeneration = generation }
    return generation
  }

  /// Appends what changed to what this process wrote last.
  ///
  /// - Returns: `false` when the state is to be written whole.
  private func append(_ snapshot: RestorationSnapshot, with key: ArchiveKey, slot: Slot)
    throws(ArchiveError) -> Bool
  {
    // Taken out, and put back only after all went well: see ``SealedTail``.
    let last = state.withLock { state in
      defer { state.appendable = nil }
      return state.appendable
    }
    guard var archive = last else { return false }
    let end = archive.end
    guard let bytes = try archive.seal(snapshot, with: key) else { return false }
    do throws(ArchiveError) {
      guard try store.append(bytes, after: end, slot: slot.name) else { return false }
    } catch {
      logger.warning("A save could not be appended and is written whole: \(error)")
      return false
    }
    keep(archive)
    return true
  }

  /// Writes a new current archive.
  private func replace(
    with snapshot: RestorationSnapshot, with key: ArchiveKey, generation: UInt64, slot: Slot
  ) throws(ArchiveError) {
    guard store.canAppend else {
      let file = try ArchiveSeal.seal(snapshot.bytes, with: key, generation: generation)
      return try store.replace(with: file, slot: slot.name)
    }
    let (file, tail) = try ArchiveSeal.sealBase(
      snapshot.bytes, with: key, generation: generation)
    try store.replace(with: file, slot: slot.name)
    keep(AppendableArchive(base: snapshot, tail: tail))
  }

  /// Lets the next save be appended, unless the key was wiped while this one was written.
  private func keep(_ archive: AppendableArchive) {
    state.withLock { if !$0.lock.mustLookAgain { $0.appendable = archive } }
  }
}
