// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// Brings states into a slot: appended where that is allowed and worth it, whole otherwise.
final class ArchiveWriter: Sendable {
  private let store: any ArchiveStore
  private let reader: ArchiveReader
  private let log: ArchiverLog
  private let state = Mutex(State())

  private struct State {
    /// The state on disk that this process restored or wrote last, and which save it is.
    var saved: SavedState?
    /// What this process wrote last, as long as it may append to it.
    var appendable: AppendableArchive?
    /// What lies in the slot still though it did not open, and is newer than what was restored.
    var passedOver: [ArchiveGeneration] = []
    /// Whether the store has to be looked at again before anything is written.
    var mustLookAgain = false
  }

  init(_ store: any ArchiveStore, reader: ArchiveReader, log: ArchiverLog) {
    (self.store, self.reader, self.log) = (store, reader, log)
  }

  /// The state on disk; `nil` when what is there is not known, or not restored whole.
  var saved: SavedState? { state.withLock { $0.saved } }

  /// Whether another process may have written since the last look.
  var mustLookAgain: Bool { state.withLock { $0.mustLookAgain } }

  // MARK: What is known of the disk

  /// The store is looked at: only what this process wrote may grow.
  func willLook() {
    state.withLock { ($0.saved, $0.appendable, $0.mustLookAgain) = (nil, nil, false) }
  }

  /// The store was looked at, and a slot is this process's own.
  ///
  /// - Parameter source: The archive that is restored; newer ones did not open.
  func didLook(_ source: ArchiveGeneration?) {
    let passedOver = source.map { source in
      Array(ArchiveGeneration.allCases.prefix { $0 != source })
    }
    state.withLock { $0.passedOver = passedOver ?? [] }
  }

  /// What is on disk was restored; `nil` when it was not, or not the whole of it.
  func didRestore(_ saved: SavedState?) { state.withLock { $0.saved = saved } }

  /// What is on disk was given up, or is another key's.
  func forget() { state.withLock { ($0.saved, $0.appendable) = (nil, nil) } }

  /// The key was wiped: until there is one again, another process may write.
  func didWipeKey() { state.withLock { ($0.appendable, $0.mustLookAgain) = (nil, true) } }

  // MARK: Saving

  /// Writes a state; on the archiver's queue.
  ///
  /// - Returns: The number of the save, and the base that it wrote, if it wrote one.
  /// - Throws: ``ArchiveError``; the older archive is intact then.
  func write(
    _ new: LoggedState, with key: ArchiveKey, slot: ArchiveSlot, _ trace: RestorationTrace?
  )
    throws(ArchiveError) -> SaveResult
  {
    let newest = reader.newestGeneration
    var (generation, base): (UInt64, RestorationSnapshot?) = (newest + 1, nil)
    let tag: [UInt8]
    if let appended = try append(new, with: key, slot: slot, trace) {
      (generation, tag) = (newest + UInt64(appended.saves), appended.tag)
    } else {
      let snapshot = new.flattened()
      tag = try replace(
        with: new, as: snapshot, with: key, generation: generation, slot: slot, trace)
      base = snapshot
    }
    reader.note(generation)
    state.withLock {
      $0.saved = SavedState(new, SaveIdentity(generation: generation, tag: tag))
    }
    trace?.say("end", "save \(generation) is on disk")
    let compaction = base.flatMap { base in
      new.changes.last.map { Compaction(base: base, last: $0) }
    }
    return SaveResult(generation: generation, compaction: compaction)
  }

  /// Appends what changed to what this process wrote last.
  ///
  /// - Returns: The tag at its end, and how many saves it took; `nil` when the state is to be written
  ///   whole.
  private func append(
    _ new: LoggedState, with key: ArchiveKey, slot: ArchiveSlot, _ trace: RestorationTrace?
  ) throws(ArchiveError) -> (tag: [UInt8], saves: Int)? {
    // Taken out, and put back only after all went well: see ``SealedTail``.
    guard var archive = state.withLock({ $0.appendable.take() }) else { return nil }
    let end = archive.end
    let began = trace?.now
    guard let (bytes, saves) = try archive.seal(new, with: key) else {
      trace?.say("compact", "what changed is not appended: a new base is due or smaller")
      return nil
    }
    trace?.say("seal", "what changed", "\(bytes.count) bytes", since: began)
    let sealedAt = trace?.now
    do throws(ArchiveError) {
      guard try store.append(bytes, after: end, slot: slot.name) else {
        trace?.say("append", "not to a file that has other names or another end")
        return nil
      }
      trace?.say("append", "current archive", "written and synced", since: sealedAt)
    } catch {
      log.logger.warning("A save could not be appended and is written whole: \(error)")
      return nil
    }
    keep(archive)
    return (archive.end.tag, saves)
  }

  /// Writes a new current archive.
  ///
  /// - Returns: The tag at its end.
  private func replace(
    with new: LoggedState, as snapshot: RestorationSnapshot, with key: ArchiveKey,
    generation: UInt64, slot: ArchiveSlot, _ trace: RestorationTrace?
  ) throws(ArchiveError) -> [UInt8] {
    let began = trace?.now
    let canGrow = store.canAppend
    let (file, tail) = try ArchiveSeal.sealBase(
      snapshot.bytes, with: key, generation: generation, canGrow: canGrow)
    trace?.say("seal", "all of it", "\(file.count) bytes", since: began)
    setPassedOverAside(in: slot)
    let sealed = trace?.now
    try store.replace(with: file, slot: slot.name)
    trace?.say("replace", "current archive", "written and synced", since: sealed)
    if canGrow { keep(AppendableArchive(new, base: snapshot, tail: tail)) }
    return tail.end.tag
  }

  /// Sets aside what did not open at launch and could not or should not be moved then: else it would
  /// take the place of the older archive that was restored, which may be the only good one.
  private func setPassedOverAside(in slot: ArchiveSlot) {
    let passedOver = state.withLock { state in
      defer { state.passedOver = [] }
      return state.passedOver
    }
    for generation in passedOver.reversed() {
      do throws(ArchiveError) {
        try store.setAside(generation, slot: slot.name)
      } catch {
        log.logger.warning(
          "The \(generation) archive, which did not open, stays where it is: \(error)")
      }
    }
  }

  /// Lets the next save be appended, unless the key was wiped while this one was written.
  private func keep(_ archive: AppendableArchive) {
    state.withLock { if !$0.mustLookAgain { $0.appendable = archive } }
  }
}

/// What a save came to.
package struct SaveResult: Sendable {
  /// The number of the save.
  package let generation: UInt64
  /// The base that it wrote, where it did not append: to go on with in place of the log.
  package let compaction: Compaction?
}
