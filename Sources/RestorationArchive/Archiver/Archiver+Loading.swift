// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Logging
import Synchronization

/// Which archive is opened, and what happens to those that are not.
extension Archiver {
  /// Opens the newest archive that can be read, and waits for it.
  ///
  /// Damaged archives are set aside and the next older one is tried (R127, R195 a). An archive of
  /// another key or of a newer format is left where it is, and this process reads and saves in a
  /// slot of its own (R48). While the key is locked nothing is read, made or moved (R122); load
  /// again after it was unlocked.
  ///
  /// - Returns: The state, and what was passed over on the way.
  public func load() -> ArchiveLoad {
    queue.sync { loadOnQueue() }
  }

  func loadOnQueue() -> ArchiveLoad {
    var load = ArchiveLoad()
    let key: ArchiveKey
    do {
      key = finishReplacing(try currentKey())
    } catch {
      state.withLock { $0.appendable = nil }
      if error.code != .keyLocked { logger.error("State is neither restored nor saved: \(error)") }
      load.incidents.append(.init(generation: .current, error: error, isSetAside: false))
      return load
    }
    guard let slot = look(with: key, into: &load) else { return load }
    nominate(from: load, slot: slot)
    return load
  }

  /// Looks at the store before something is written or removed, if that has not happened yet, or not
  /// since the key was wiped: another process may have written meanwhile.
  ///
  /// What is found then is not restored, and so is no candidate for the last good archive if an
  /// archive was restored before.
  func lookIfNeeded(with key: ArchiveKey) {
    let (slot, mustLook) = state.withLock { ($0.slot, $0.lock.mustLookAgain) }
    guard slot == nil || mustLook else { return }
    var load = ArchiveLoad()
    guard let found = look(with: key, into: &load), slot == nil else { return }
    nominate(from: load, slot: found)
  }

  /// Finds the slot that is this process's own, and the state in it.
  private func look(with key: ArchiveKey, into load: inout ArchiveLoad) -> Slot? {
    state.withLock {
      $0.appendable = nil  // only what this process wrote may grow
      $0.lock.mustLookAgain = false
    }
    noteNextKey()
    let names = ArchiveSlots.names(for: key)
    guard let name = names.first(where: { open(slot: $0, with: key, into: &load) }) else {
      logger.error("State is not saved: every slot holds an archive that must not be touched.")
      state.withLock { $0.slot = nil }
      return nil
    }
    let slot = Slot(name: name)
    state.withLock { $0.slot = slot }
    return slot
  }

  private func nominate(from load: ArchiveLoad, slot: Slot) {
    state.withLock { $0.hasNominated = false }
    if let source = load.source {
      do throws(ArchiveError) {
        try store.nominate(source, slot: slot.name)
        state.withLock { $0.hasNominated = true }
      } catch {
        logger.warning("The restored archive cannot become the last good one: \(error)")
      }
    }
  }

  /// Walks a slot's generations, newest first.
  ///
  /// Stops at one that must not be touched: what is older beside it belongs to its owner too.
  ///
  /// - Returns: `false` when the slot holds an archive that must not be touched.
  private func open(slot: String?, with key: ArchiveKey, into load: inout ArchiveLoad) -> Bool {
    for generation in ArchiveGeneration.allCases {
      do throws(ArchiveError) {
        guard let file = try store.load(generation, slot: slot) else { continue }
        noteGeneration(of: file)
        let found = try open(file, with: key).state()
        try checkSchema(of: found.snapshot)
        load.snapshot = found.snapshot.isWasteful ? found.snapshot.compacted() : found.snapshot
        (load.generation, load.source) = (found.generation, generation)
        if found.isTorn {
          logger.warning(
            "The \(generation) archive ends in bytes that do not open; the state before is restored"
          )
        }
        return true
      } catch {
        var incident = ArchiveLoad.Incident(
          generation: generation, error: error, isSetAside: false)
        switch error.code {
        case .wrongKey, .newerFormat, .newerSchema:
          load.incidents.append(incident)
          logger.warning(
            "The \(generation) archive is left untouched and state is kept beside it: \(error)")
          return false
        case .damaged, .limitExceeded:
          incident.isSetAside = (try? store.setAside(generation, slot: slot)) != nil
          logger.warning("The \(generation) archive is set aside, an older one is tried: \(error)")
        default:
          logger.warning(
            "The \(generation) archive cannot be read, an older one is tried: \(error)")
        }
        load.incidents.append(incident)
      }
    }
    return true
  }

  /// An archive of a newer version of the application is not this one's to read (R154).
  private func checkSchema(of snapshot: RestorationSnapshot) throws(ArchiveError) {
    guard let readable = state.withLock({ $0.readableSchema }),
      let saved = snapshot.applicationSchema, saved > readable
    else { return }
    throw ArchiveError(
      .newerSchema,
      "The archive has schema \(saved) of the application; this version reads up to \(readable)")
  }

  /// Keeps the numbers of coming saves above those of all archives here, damaged ones included.
  ///
  /// The number is not authenticated yet, so one that no application reaches is not believed.
  private func noteGeneration(of file: [UInt8]) {
    guard let number = try? ArchiveSeal.generation(of: file), number < 1 << 62 else { return }
    state.withLock { $0.newestGeneration = max($0.newestGeneration, number) }
  }
}
