// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging

/// What is restored, and in which slot this process goes on.
extension Archiver {
  /// Opens the newest archive that can be read, and waits for it.
  ///
  /// Damaged archives are set aside and the next older one is tried (R127, R195 a). An archive of
  /// another key or of a newer format is left where it is, and this process reads and saves in a
  /// slot of its own (R48). So does a process that is started while another one runs; it finds what
  /// the last one beside others left there (R156). While the key is locked nothing is read, made or
  /// moved (R122); load again after it was unlocked. Where key or archives cannot be read for any
  /// other reason than damage, nothing is written until a later call has read them; see
  /// ``unreadError``.
  ///
  /// - Returns: The state, and what was passed over on the way.
  public func load() -> ArchiveLoad {
    queue.sync { loadOnQueue() }
  }

  private func loadOnQueue() -> ArchiveLoad {
    defer { logRemarks() }
    var load = ArchiveLoad()
    let trace = newTrace(.load)
    do throws(ArchiveError) {
      reader.tryAgain()
      let key = finishReplacing(try keys.current())
      let slot = try look(with: key, into: &load, trace)
      try recovery.recover(&load, slot: slot.name, with: key, trace)
      reader.didRead()
      writer.didRestore(load.saved)
      recovery.nominate(from: load, slot: slot)
      trace?.say(
        "end", "instance \(slot.instance)", slot.name.map { "slot \($0)" },
        load.generation.map { "save \($0)" } ?? "nothing to restore",
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

  /// Finds the slot that is this process's own, and the state in it.
  ///
  /// - Throws: ``ArchiveError`` when there is none, or what may lie there cannot be read.
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

  /// The slot that this process may write to now; called before each change.
  ///
  /// Looks at the store if that has not happened yet, or not since the key was wiped, as another
  /// process may have written meanwhile; if the slot is one for another key; and if this process has lost
  /// its slot because its lock file was removed and another process came first.
  ///
  /// - Parameter key: The application's key.
  /// - Returns: The slot, which is this process's alone.
  /// - Throws: ``ArchiveError`` when there is none.
  func ownSlot(with key: ArchiveKey) throws(ArchiveError) -> ArchiveSlot {
    if let unreadError { throw unreadError }
    if !writer.mustLookAgain, let slot = slots.own(for: key) { return slot }
    let known = slots.own
    var load = ArchiveLoad()
    do throws(ArchiveError) {
      let slot = try look(with: key, into: &load)
      writer.didRestore(load.saved)
      reader.didLook()
      // What was found now is not restored, so in another slot nothing can prove good.
      if slot != known { recovery.withdraw() }
      return slot
    } catch {
      writer.didRestore(load.saved)
      if known != nil { recovery.withdraw() }
      throw error
    }
  }

  /// Logs what store and key have put right by themselves.
  func logRemarks() {
    for remark in keys.takeRemarks() + store.takeRemarks() { log.logger.warning("\(remark)") }
  }

  // MARK: What could not be read (R198)

  /// Why nothing is saved: key or archives could not be read at launch.
  ///
  /// `nil` once they were. They may be intact, so until then every save fails with this error; its code is
  /// ``ArchiveError/Code/unreadable``. It ends when ``load()`` has read them, or with
  /// ``giveUpUnreadState()``. A locked key is another matter; see ``isKeyAvailable``.
  public var unreadError: ArchiveError? { reader.unreadError }

  /// Gives up what could not be read at launch: the next save is written beside or over it.
  ///
  /// What lies there stays the previous generation, or is set aside. Does nothing unless there is an
  /// ``unreadError``.
  public func giveUpUnreadState() { reader.giveUp() }
}
