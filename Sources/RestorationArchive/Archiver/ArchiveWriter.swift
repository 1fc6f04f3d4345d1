// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging

/// Writes states to a slot.
///
/// A state is appended where that is possible and smaller; otherwise it is written as a complete
/// archive.
final class ArchiveWriter {
  private let store: any ArchiveStore
  private let keys: KeyRing
  private let reader: ArchiveReader
  private let log: ArchiverLog

  /// The state on disk; `nil` when unknown, or not restored completely.
  private(set) var saved: SavedState?
  /// The archive this process wrote last, while it may append to it.
  private var appendable: AppendableArchive?
  /// Archives still in the slot that did not open.
  ///
  /// They are newer than the restored one.
  private var unopened: [ArchiveGeneration] = []
  /// The readable archives that failed at launch.
  var failedAtLaunch: [ArchiveGeneration] = []
  /// The wipes of the key before the last look at the store.
  private var wipesAtLook = 0

  init(_ store: any ArchiveStore, keys: KeyRing, reader: ArchiveReader, log: ArchiverLog) {
    (self.store, self.keys, self.reader, self.log) = (store, keys, reader, log)
  }

  /// Whether the key was wiped since the last look at the store.
  ///
  /// Another process may have written since.
  var mustLookAgain: Bool { keys.wipes != wipesAtLook }

  // MARK: What is known of the disk

  /// Forgets what was known of the disk before a look.
  ///
  /// Only an archive that this process wrote may be appended to.
  func willLook() { (saved, appendable, wipesAtLook) = (nil, nil, keys.wipes) }

  /// Records which archives the look at this process's slot passed over.
  ///
  /// - Parameter source: The restored archive. Newer ones did not open.
  func didLook(_ source: ArchiveGeneration?) {
    unopened = source.map { source in ArchiveGeneration.allCases.prefix { $0 != source } } ?? []
  }

  /// Records the state on disk that was restored.
  ///
  /// `nil` means that nothing was restored, or only a part.
  func didRestore(_ saved: SavedState?) { self.saved = saved }

  /// Forgets the state on disk after it was discarded or re-sealed.
  func forget() { (saved, appendable) = (nil, nil) }

  /// Stops appending after the key was wiped.
  ///
  /// The end of a file holds key material, too.
  func didWipeKey() { if mustLookAgain { appendable = nil } }

  // MARK: Saving

  /// Writes a state.
  ///
  /// - Returns: The sequence number of the save, and the base it wrote, if any.
  /// - Throws: ``ArchiveError``; the older archive is intact then.
  func write(
    _ new: LoggedState, with key: ArchiveKey, slot: ArchiveSlot, _ trace: RestorationTrace?
  )
    throws(ArchiveError) -> SaveResult
  {
    let next = reader.nextSequenceNumber()
    var (sequenceNumber, base): (UInt64, RestorationSnapshot?) = (next.number, nil)
    let tag: [UInt8]
    if !next.isNext { appendable = nil }
    if let appended = try append(new, with: key, slot: slot, trace) {
      (sequenceNumber, tag) = (next.number - 1 + UInt64(appended.saves), appended.tag)
    } else {
      let snapshot = new.flattened()
      tag = try replace(
        with: new, as: snapshot, with: key, sequenceNumber: sequenceNumber, slot: slot, trace)
      base = snapshot
    }
    reader.didSave(sequenceNumber)
    saved = SavedState(new, SaveIdentity(sequenceNumber: sequenceNumber, tag: tag))
    trace?.say("end", "save \(sequenceNumber) is on disk")
    let compaction = base.flatMap { base in
      new.changes.last.map { Compaction(base: base, last: $0) }
    }
    return SaveResult(sequenceNumber: sequenceNumber, compaction: compaction)
  }

  /// Appends the changes to the archive that this process wrote last.
  ///
  /// - Returns: The tag at its end, and the number of saves appended; `nil` when a complete archive
  ///   must be written.
  private func append(
    _ new: LoggedState, with key: ArchiveKey, slot: ArchiveSlot, _ trace: RestorationTrace?
  ) throws(ArchiveError) -> (tag: [UInt8], saves: Int)? {
    // Taken out, and put back only after success: see ``SealedTail``.
    guard var archive = appendable.take() else { return nil }
    let end = archive.end
    let began = trace?.now
    guard let (bytes, saves) = try archive.seal(new, with: key) else {
      trace?.say("compact", "the changes are not appended: a new base is due or smaller")
      return nil
    }
    trace?.say("seal", "the changes", "\(bytes.count) bytes", since: began)
    let sealedAt = trace?.now
    do throws(ArchiveError) {
      guard try store.append(bytes, after: end, slot: slot.name) else {
        trace?.say(
          "append", "refused: the file has other names or another end, or is the only archive")
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

  /// Writes a new current archive that holds the complete state.
  ///
  /// - Returns: The tag at its end.
  private func replace(
    with new: LoggedState, as snapshot: RestorationSnapshot, with key: ArchiveKey,
    sequenceNumber: UInt64, slot: ArchiveSlot, _ trace: RestorationTrace?
  ) throws(ArchiveError) -> [UInt8] {
    let began = trace?.now
    let canGrow = store.canAppend
    let (file, tail) = try ArchiveSeal.sealBase(
      snapshot.bytes, with: key, sequenceNumber: sequenceNumber, canGrow: canGrow)
    trace?.say("seal", "the whole state", "\(file.count) bytes", since: began)
    setNewerAside(in: slot)
    let sealed = trace?.now
    try store.replace(with: file, slot: slot.name)
    trace?.say("replace", "current archive", "written and synced", since: sealed)
    if canGrow { keep(AppendableArchive(new, base: snapshot, tail: tail)) }
    return tail.end.tag
  }

  /// Sets aside the archives that are newer than the restored one.
  ///
  /// They could not, or should not, be moved at launch. If they stayed, one of them would replace
  /// the older archive that was restored, which may be the only good one. Readable ones that failed
  /// would be replaced by later saves.
  private func setNewerAside(in slot: ArchiveSlot) {
    defer { (unopened, failedAtLaunch) = ([], []) }
    for generation in failedAtLaunch.reversed() {
      do throws(ArchiveError) {
        try store.setAside(generation, slot: slot.name, for: .failedLaunch, keepsPlace: true)
      } catch {
        log.logger.warning(
          "The \(generation) archive failed at launch and cannot be kept: \(error)")
      }
    }
    for generation in unopened.reversed() {
      do throws(ArchiveError) {
        try store.setAside(generation, slot: slot.name)
      } catch {
        log.logger.warning(
          "The \(generation) archive did not open and cannot be set aside: \(error)")
      }
    }
  }

  /// Allows the next save to append, unless the key was wiped.
  ///
  /// The key may have been wiped while this save was written.
  private func keep(_ archive: AppendableArchive) {
    if !mustLookAgain { appendable = archive }
  }
}

/// The result of a save.
package struct SaveResult: Sendable {
  /// The sequence number of the save.
  package let sequenceNumber: UInt64
  /// The new base, if the save did not append.
  ///
  /// It replaces the base and the changes before it.
  package let compaction: Compaction?
}
