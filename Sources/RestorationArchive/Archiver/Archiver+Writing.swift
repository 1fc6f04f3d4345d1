// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// One save: appended where that is allowed and worth it, written whole otherwise.
extension Archiver {
  /// Writes a state; on the archiver's queue.
  ///
  /// - Parameter new: The new state.
  /// - Returns: The number of the save.
  /// - Throws: ``ArchiveError``; the older archive is intact then.
  func write(_ new: LoggedState) throws(ArchiveError) -> UInt64 {
    defer { logRemarks() }
    let play = playByPlay(.commit)
    let key = try currentKey()
    let slot = try ownSlot(with: key)
    let newest = state.withLock { $0.newestGeneration }
    let (generation, tag) =
      if let appended = try append(new, with: key, slot: slot, play) {
        (newest + UInt64(appended.saves), appended.tag)
      } else {
        (newest + 1, try replace(with: new, with: key, generation: newest + 1, slot: slot, play))
      }
    state.withLock {
      $0.newestGeneration = generation
      $0.readLaunchImages = nil
      $0.saved = SavedState(new, SaveIdentity(generation: generation, tag: tag))
    }
    play?.say("end", "save \(generation) is on disk")
    return generation
  }

  /// Appends what changed to what this process wrote last.
  ///
  /// - Returns: The tag at its end, and how many saves it took; `nil` when the state is to be written
  ///   whole.
  private func append(
    _ new: LoggedState, with key: ArchiveKey, slot: Slot, _ play: PlayByPlay?
  ) throws(ArchiveError) -> (tag: [UInt8], saves: Int)? {
    // Taken out, and put back only after all went well: see ``SealedTail``.
    guard var archive = state.withLock({ $0.appendable.take() }) else { return nil }
    let end = archive.end
    let began = play?.now
    let sealed = try buffers.withLock { buffers throws(ArchiveError) in
      try archive.seal(new, with: key, packer: buffers.packer)
    }
    guard let (bytes, saves) = sealed else {
      play?.say("compact", "what changed is not appended: a new base is due or smaller")
      return nil
    }
    play?.say("seal", "what changed", "\(bytes.count) bytes", since: began)
    let sealedAt = play?.now
    do throws(ArchiveError) {
      guard try store.append(bytes, after: end, slot: slot.name) else {
        play?.say("append", "not to a file that has other names or another end")
        return nil
      }
      play?.say("append", "current archive", "written and synced", since: sealedAt)
    } catch {
      logger.warning("A save could not be appended and is written whole: \(error)")
      return nil
    }
    keep(archive)
    return (archive.end.tag, saves)
  }

  /// Writes a new current archive.
  ///
  /// - Returns: The tag at its end.
  private func replace(
    with new: LoggedState, with key: ArchiveKey, generation: UInt64, slot: Slot,
    _ play: PlayByPlay?
  ) throws(ArchiveError) -> [UInt8] {
    let began = play?.now
    let snapshot = new.flattened()
    new.offer(snapshot)
    func store(_ file: [UInt8]) throws(ArchiveError) {
      play?.say("seal", "all of it", "\(file.count) bytes", since: began)
      setPassedOverAside(in: slot)
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
    if canGrow { keep(AppendableArchive(new, base: snapshot, tail: tail)) }
    return tail.end.tag
  }

  /// Sets aside what did not open at launch and could not or should not be moved then: else it would
  /// take the place of the older archive that was restored, which may be the only good one.
  private func setPassedOverAside(in slot: Slot) {
    let passedOver = state.withLock { state in
      defer { state.passedOver = [] }
      return state.passedOver
    }
    for generation in passedOver.reversed() {
      do throws(ArchiveError) {
        try store.setAside(generation, slot: slot.name)
      } catch {
        logger.warning("The \(generation) archive, which did not open, stays where it is: \(error)")
      }
    }
  }

  /// Lets the next save be appended, unless the key was wiped while this one was written.
  private func keep(_ archive: AppendableArchive) {
    state.withLock { if !$0.lock.mustLookAgain { $0.appendable = archive } }
  }
}
