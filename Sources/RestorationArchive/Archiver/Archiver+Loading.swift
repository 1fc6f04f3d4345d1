// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import PosixSupport

/// Loading state, and finding this process's slot.
extension Archiver {
  /// Opens the newest readable archive and waits for it.
  ///
  /// A damaged archive is set aside, and the next older one is tried. An archive of another key or
  /// of a newer format stays untouched; this process then reads and saves in a slot of its own. A
  /// process that is started while another one runs also uses its own slot, and finds what the last
  /// process in that slot saved.
  ///
  /// While the key is locked, nothing is read, created or moved; load again after it was unlocked.
  /// If the key or an archive cannot be read for any reason other than damage, nothing is written
  /// until a later call has read it; see ``unreadError``.
  ///
  /// - Returns: The state, and the archives that were passed over.
  public func load() -> ArchiveLoad {
    queue.sync { loadOnQueue() }
  }

  /// Opens the newest readable archive, and notes a crash meanwhile.
  ///
  /// The launch after it then passes over that archive.
  ///
  /// - Parameter installsHandler: See ``LaunchMarker/noteFatalSignals(installsHandler:)``.
  /// - Returns: See ``load()``.
  package func loadAtLaunch(installsHandler: Bool) -> ArchiveLoad {
    if installsHandler { ReadingNote.installHandler() }
    return queue.sync {
      reader.noteCrashes(true)
      defer { reader.noteCrashes(false) }
      return loadOnQueue()
    }
  }

  private func loadOnQueue() -> ArchiveLoad {
    defer { logRemarks() }
    var load = ArchiveLoad()
    let trace = newTrace(.load)
    do throws(ArchiveError) {
      reader.tryAgain()
      // Checked first: with fewer, the program would end at its first timer.
      try attempt(
        OpenFile.requireRoom(for: SaveQueue.descriptorsOfLaunch), "Opening files at launch", "/")
      let key = finishReplacing(try keys.current())
      let slot = try look(with: key, into: &load, trace)
      try recovery.recover(&load, slot: slot.name, with: key, trace)
      reader.didRead()
      writer.didRestore(load.saved)
      writer.didPassOver(load.failed)
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
    if let unreadError { throw unreadError }
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

  /// Logs the repairs that the store and the key provider made.
  func logRemarks() {
    for remark in keys.takeRemarks() + store.takeRemarks() { log.logger.warning("\(remark)") }
  }

  // MARK: What could not be read (R198)

  /// The reason why nothing is saved, if launch could not read state.
  ///
  /// `nil` when the key and the archives were read. Otherwise they may be intact, so every save
  /// fails with this error; its code is ``ArchiveError/Code/unreadable``. It ends when ``load()``
  /// has read them, or with ``giveUpUnreadState()``. A locked key is a separate case; see
  /// ``isKeyAvailable``.
  public var unreadError: ArchiveError? { reader.unreadError }

  /// Gives up state that could not be read at launch.
  ///
  /// The next save is then written beside the unread archive or replaces it. The unread archive
  /// stays as the previous generation, or is set aside. Does nothing unless there is an
  /// ``unreadError``.
  public func giveUpUnreadState() { reader.giveUp() }
}
