// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import PosixSupport

/// An application's archives, as this process knows them.
///
/// It knows what is on disk, which process owns it, and what this launch restores. It is not
/// `Sendable`: an ``Archiver`` uses it only on its own queue, so its parts need no locks.
final class Archive {
  let store: any ArchiveStore
  let log: ArchiverLog
  let keys: KeyRing
  let reader: ArchiveReader
  let slots: ArchiveSlots
  let recovery: Recovery
  let writer: ArchiveWriter
  /// The digest of the launch images that this process wrote last.
  var imageDigest: [UInt8]?
  /// The launch images that were read ahead.
  var imagesReadAhead: LaunchImageFile?

  init(_ store: any ArchiveStore, keys: KeyRing, log: ArchiverLog) {
    (self.store, self.keys, self.log) = (store, keys, log)
    reader = ArchiveReader(store, keys: keys, log: log)
    slots = ArchiveSlots(store, reader: reader, log: log)
    recovery = Recovery(store, reader: reader, log: log)
    writer = ArchiveWriter(store, keys: keys, reader: reader, log: log)
  }

  // MARK: Loading

  /// Opens the newest readable archive.
  ///
  /// - Parameter notesCrashes: Whether a crash meanwhile is noted.
  /// - Returns: The state, and the archives that were passed over.
  func load(notesCrashes: Bool) -> ArchiveLoad {
    reader.notesCrashes = notesCrashes
    defer { reader.notesCrashes = false }
    var load = ArchiveLoad()
    let trace = log.newTrace(.load)
    do throws(ArchiveError) {
      reader.tryAgain()
      // Checked first: with fewer, the program would end at its first timer.
      try attempt(
        OpenFile.requireRoom(for: ArchiveQueue.descriptorsOfLaunch), "Opening files at launch", "/")
      let key = finishReplacing(try keys.current())
      let slot = try look(with: key, into: &load, trace)
      try recovery.recover(&load, slot: slot.name, with: key, trace)
      reader.didRead()
      writer.didRestore(load.saved)
      writer.failed = load.failed
      recovery.nominate(from: load, slot: slot)
      trace?.say(
        "end", "instance \(slot.instance)", slot.name.map { "slot \($0)" },
        load.sequenceNumber.map { "save \($0)" } ?? "nothing to restore",
        load.source.map { "from the \($0) archive" }, load.recoveryLevel.map { "recovery: \($0)" })
    } catch {
      writer.forget()
      reader.didNotRead(error)
      trace?.say("end", "nothing is restored", "\(error)")
      if load.incidents.isEmpty {
        load.incidents.append(.init(generation: .current, error: error, isSetAside: false))
      }
    }
    return load
  }

  /// Finds this process's slot and the state in it.
  ///
  /// - Throws: ``ArchiveError`` when there is no free slot, or its archives may be intact and
  ///   cannot be read.
  private func look(
    with key: ArchiveKey, into load: inout ArchiveLoad, _ trace: RestorationTrace? = nil
  ) throws(ArchiveError) -> ArchiveSlot {
    let known = slots.own
    slots.own = nil
    writer.willLook()
    try keys.noteNext()
    let slot = try slots.look(with: key, preferring: known?.instance, into: &load, trace)
    writer.didLook(load.source)
    return slot
  }

  /// Returns the slot this process may write to; called before each change.
  ///
  /// Looks at the store again in these cases: there was no look yet; the key was wiped since, so
  /// another process may have written; the slot belongs to another key; or this process lost its
  /// slot because its lock file was removed and another process took it.
  ///
  /// - Parameter key: The application's key.
  /// - Returns: The slot. Only this process uses it.
  /// - Throws: ``ArchiveError`` when there is no free slot.
  func ownSlot(with key: ArchiveKey) throws(ArchiveError) -> ArchiveSlot {
    if let unread = reader.unreadError { throw unread }
    if !writer.mustLookAgain, let slot = slots.own(for: key) { return slot }
    let known = slots.own
    var load = ArchiveLoad()
    do throws(ArchiveError) {
      let slot = try look(with: key, into: &load)
      writer.didRestore(load.saved)
      reader.didLook()
      // This look restores nothing, so in another slot there is nothing to prove good.
      if slot != known { recovery.withdraw() }
      return slot
    } catch {
      writer.didRestore(load.saved)
      if known != nil { recovery.withdraw() }
      throw error
    }
  }

  // MARK: Saving

  /// Writes a state.
  ///
  /// - Throws: ``ArchiveError``, once it is logged.
  func save(_ new: LoggedState) throws(ArchiveError) -> SaveResult {
    let trace = log.newTrace(.commit)
    let saved: SaveResult
    do throws(ArchiveError) {
      let key = try keys.current()
      saved = try writer.write(new, with: key, slot: ownSlot(with: key), trace)
    } catch {
      log.didNotSave(error)
      throw error
    }
    imagesReadAhead = nil
    log.didSave()
    promoteIfProvenGood()
    return saved
  }

  /// Makes the restored archive the last good one.
  ///
  /// It must have run well, and there must be a key.
  func promoteIfProvenGood() {
    recovery.promote { () throws(ArchiveError) in try ownSlot(with: keys.current()) }
  }

  // MARK: Giving up

  /// Discards all saved state.
  func retire() throws(ArchiveError) {
    let key = try keys.current()
    // Without a slot of its own this process must not change what is there (R48, R122).
    let slot = try ownSlot(with: key)
    defer {
      writer.forget()
      imageDigest = nil
    }
    try slots.retireAll(with: key, own: slot)
  }
}
