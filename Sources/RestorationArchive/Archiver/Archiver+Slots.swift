// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport
import Synchronization

/// Which of the application's processes this is, and where it saves (R48, R156).
extension Archiver {
  /// The slot that this process may write to now; called before each change.
  ///
  /// Looks at the store if that has not happened yet, or not since the key was wiped, as another
  /// process may have written meanwhile; if the slot is one for another key; and if this process has lost
  /// its slot because its lock file was removed and another process came first.
  ///
  /// - Parameter key: The application's key.
  /// - Returns: The slot, which is this process's alone.
  /// - Throws: ``ArchiveError`` when there is none.
  func ownSlot(with key: ArchiveKey) throws(ArchiveError) -> Slot {
    if let unreadError { throw unreadError }
    let (known, mustLook) = state.withLock { ($0.slot, $0.lock.mustLookAgain) }
    if let known, !mustLook, isNamed(known, for: key), isStillOwn(known) { return known }
    var load = ArchiveLoad()
    let slot = Result { () throws(ArchiveError) in try look(with: key, into: &load) }
    state.withLock { state in
      state.saved = load.saved
      let found = try? slot.get()
      if found != nil { state.hasLooked = true }
      // What was found now is not restored, so in another slot nothing can prove good.
      if found != known { state.hasNominated = false }
    }
    return try slot.get()
  }

  /// Whether a launch with the key would look there: another process may have replaced the key while
  /// this one was looking with the one before.
  private func isNamed(_ slot: Slot, for key: ArchiveKey) -> Bool {
    slot.name == StoredFile.slot(ofInstance: slot.instance)
      || ArchiveSlots.names(ofInstance: slot.instance, for: key).contains(slot.name)
  }

  private func isStillOwn(_ slot: Slot) -> Bool {
    do throws(ArchiveError) {
      return try store.claim(slot: StoredFile.slot(ofInstance: slot.instance))
    } catch {
      // What keeps the lock file from being opened keeps archives from being written, mostly; where
      // it does not, as on a file system without locks, the program shall run on.
      return true
    }
  }

  /// Takes the first instance that no running process has.
  ///
  /// - Parameter own: The instance that this process was before. It stays that if it can: where
  ///   another process has ended meanwhile lies what that one saved.
  /// - Returns: Its number; `nil` when all are taken.
  /// - Throws: ``ArchiveError`` when the process lacks what it takes to find out.
  func claimInstance(preferring own: Int?) throws(ArchiveError) -> Int? {
    for instance in [own].compactMap(\.self) + Array(1...StoredFile.instances) {
      do throws(ArchiveError) {
        if try store.claim(slot: StoredFile.slot(ofInstance: instance)) { return instance }
      } catch {
        if error.cause.isShortage { throw error }
        complain(
          "Whether the state is in use by another process is not known: \(error)", about: error)
        // Alone, most likely; but where one process is known to run, nobody's state is put at risk.
        return instance == 1 || instance == own ? instance : nil
      }
    }
    return nil
  }

  static var noSlot: ArchiveError {
    ArchiveError(.wrongKey, "Every slot holds an archive that must not be touched")
  }

  static var noInstance: ArchiveError {
    ArchiveError(
      .inUse, "\(StoredFile.instances) processes of the application have a state each")
  }

  /// Gives up what processes of the past saved that ran beside others (R183).
  ///
  /// What belongs to a process that is running is left to its own decision.
  func retireOtherInstances(than own: Int, with key: ArchiveKey) throws(ArchiveError) {
    for instance in 1...StoredFile.instances where instance != own {
      let first = StoredFile.slot(ofInstance: instance)
      guard ArchiveSlots.names(ofInstance: instance, for: key).contains(where: holdsState),
        try store.claim(slot: first)
      else { continue }
      defer { store.release(slot: first) }
      try retire(instance: instance, with: key)
    }
  }

  /// Gives up what an instance saved, also what an older version of the application put beside that of
  /// a newer one (R154); what must not be touched stays (R48).
  func retire(instance: Int, with key: ArchiveKey) throws(ArchiveError) {
    for name in ArchiveSlots.names(ofInstance: instance, for: key) where holdsState(slot: name) {
      var ignored = ArchiveLoad()
      if try open(slot: name, with: key, into: &ignored) { try store.removeAll(slot: name) }
    }
  }

  private func holdsState(slot: String?) -> Bool {
    ArchiveGeneration.allCases.contains { generation in
      do throws(ArchiveError) {
        return try store.storedBytes(generation, slot: slot) != nil
      } catch {
        return true  // one that cannot be read is there
      }
    }
  }
}
