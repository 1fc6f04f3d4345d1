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
    let play = playByPlay(.commit)
    let key = try currentKey()
    let slot = try ownSlot(with: key)
    let generation = state.withLock { $0.newestGeneration + 1 }
    let tag =
      if let appended = try append(snapshot, with: key, slot: slot, play) {
        appended
      } else {
        try replace(
          with: snapshot, with: key, generation: generation, slot: slot, play)
      }
    state.withLock {
      $0.newestGeneration = generation
      $0.readLaunchImages = nil
      $0.saved = SavedState(snapshot, SaveIdentity(generation: generation, tag: tag))
    }
    play?.say("end", "save \(generation) is on disk")
    return generation
  }

  /// Appends what changed to what this process wrote last.
  ///
  /// - Returns: The tag at its end; `nil` when the state is to be written whole.
  private func append(
    _ snapshot: RestorationSnapshot, with key: ArchiveKey, slot: Slot, _ play: PlayByPlay?
  ) throws(ArchiveError) -> [UInt8]? {
    // Taken out, and put back only after all went well: see ``SealedTail``.
    let last = state.withLock { state in
      defer { state.appendable = nil }
      return state.appendable
    }
    guard var archive = last else { return nil }
    let end = archive.end
    let began = play?.now
    guard let bytes = try archive.seal(snapshot, with: key) else {
      play?.say("compact", "what changed is not appended: a new base is due or smaller")
      return nil
    }
    play?.say("seal", "what changed", "\(bytes.count) bytes", since: began)
    let sealed = play?.now
    do throws(ArchiveError) {
      guard try store.append(bytes, after: end, slot: slot.name) else {
        play?.say("append", "not to a file that has other names or another end")
        return nil
      }
      play?.say("append", "current archive", "written and synced", since: sealed)
    } catch {
      logger.warning("A save could not be appended and is written whole: \(error)")
      return nil
    }
    keep(archive)
    return archive.end.tag
  }

  /// Writes a new current archive.
  ///
  /// - Returns: The tag at its end.
  private func replace(
    with snapshot: RestorationSnapshot, with key: ArchiveKey, generation: UInt64, slot: Slot,
    _ play: PlayByPlay?
  ) throws(ArchiveError) -> [UInt8] {
    let began = play?.now
    func store(_ file: [UInt8]) throws(ArchiveError) {
      play?.say("seal", "all of it", "\(file.count) bytes", since: began)
      let sealed = play?.now
      try self.store.replace(with: file, slot: slot.name)
      play?.say("replace", "current archive", "written and synced", since: sealed)
    }
    let canGrow = self.store.canAppend
    let tail = try buffers.withLock { buffers throws(ArchiveError) in
      let tail = try snapshot.withBytes { bytes in
        Result { () throws(ArchiveError) in
          try ArchiveSeal.sealBase(
            bytes, with: key, generation: generation, canGrow: canGrow, into: buffers)
        }
      }.get()
      try store(buffers.file)
      return tail
    }
    if canGrow { keep(AppendableArchive(base: snapshot, tail: tail)) }
    return tail.end.tag
  }

  /// Lets the next save be appended, unless the key was wiped while this one was written.
  private func keep(_ archive: AppendableArchive) {
    state.withLock { if !$0.lock.mustLookAgain { $0.appendable = archive } }
  }
}
