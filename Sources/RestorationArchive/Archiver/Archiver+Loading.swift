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

  /// Opens the newest archive that can be read; on the archiver's queue.
  private func loadOnQueue() -> ArchiveLoad {
    defer { logRemarks() }
    var load = ArchiveLoad()
    let play = playByPlay(.load)
    do throws(ArchiveError) {
      state.withLock { $0.isGivenUp = false }  // it is tried again
      let key = finishReplacing(try currentKey())
      let slot = try look(with: key, into: &load, play)
      try recover(&load, slot: slot.name, with: key, play)
      didRead()
      state.withLock { $0.saved = load.saved }
      nominate(from: load, slot: slot)
      play?.say(
        "end", "instance \(slot.instance)", slot.name.map { "slot \($0)" },
        load.generation.map { "save \($0)" } ?? "nothing to restore",
        load.source.map { "from the \($0) archive" }, load.rung.map { "recovery: \($0)" })
    } catch {
      state.withLock { ($0.appendable, $0.saved) = (nil, nil) }
      didNotRead(error)
      play?.say("end", "nothing is restored", "\(error)")
      if load.incidents.isEmpty {
        load.incidents.append(.init(generation: .current, error: error, isSetAside: false))
      }
    }
    return load
  }

  /// Finds the slot that is this process's own, and the state in it.
  ///
  /// - Returns: The slot.
  /// - Throws: ``ArchiveError`` when there is none, or what may lie there cannot be read.
  func look(with key: ArchiveKey, into load: inout ArchiveLoad, _ play: PlayByPlay? = nil)
    throws(ArchiveError) -> Slot
  {
    let own = state.withLock { state in
      defer { state.slot = nil }
      (state.appendable, state.saved) = (nil, nil)  // only what this process wrote may grow
      state.lock.mustLookAgain = false
      return state.slot?.instance
    }
    try noteNextKey()
    guard let instance = try claimInstance(preferring: own) else {
      complain("State is neither restored nor saved: \(Self.noInstance)", about: Self.noInstance)
      throw Self.noInstance
    }
    load.instance = instance
    for place in 0..<ArchiveSlots.perInstance {
      let name = ArchiveSlots.name(place, ofInstance: instance, for: key)
      guard try open(slot: name, with: key, into: &load, play) else { continue }
      if instance > 1 {
        logger.notice(
          "Another process of the application runs: this one, \(instance), has its own state")
      }
      let slot = Slot(name: name, instance: instance)
      let passedOver = load.source.map { source in
        Array(ArchiveGeneration.allCases.prefix { $0 != source })
      }
      state.withLock { ($0.slot, $0.passedOver) = (slot, passedOver ?? []) }
      return slot
    }
    complain("State is not saved: \(Self.noSlot)", about: Self.noSlot)
    throw Self.noSlot
  }

  private func nominate(from load: ArchiveLoad, slot: Slot) {
    state.withLock { ($0.hasNominated, $0.isProvenGood) = (false, false) }
    // What is restored in part has not run well as a whole.
    if let source = load.source, load.suspects.isEmpty {
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
  /// - Throws: ``ArchiveError`` when one cannot be read that may be intact, unless it was given up
  ///   (R198).
  func open(
    slot: String?, with key: ArchiveKey, into load: inout ArchiveLoad,
    _ play: PlayByPlay? = nil
  ) throws(ArchiveError) -> Bool {
    for generation in ArchiveGeneration.allCases {
      let began = play?.now
      do throws(ArchiveError) {
        guard let file = try store.storedBytes(generation, slot: slot) else { continue }
        play?.say("read", "\(generation) archive", "\(file.count) bytes", since: began)
        let (saved, end) = try readState(file, of: generation, slot: slot, with: key)
        play?.say(
          "open", "\(generation) archive", "save \(saved.identity.generation)",
          "\(saved.snapshot.objects.count) objects",
          end == .whole ? nil : "ends in bytes that do not open", since: began)
        (load.saved, load.source) = (saved, generation)
        (load.snapshot, load.generation) = (saved.snapshot, saved.identity.generation)
        switch end {
        case .whole: break
        case .torn:
          logger.warning(
            "The \(generation) archive ends in bytes that do not open; the state before is restored"
          )
        case .damaged: load.incidents.append(keepAside(generation, slot: slot))
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
          play?.say("pass over", "\(generation) archive", "left untouched", "\(error)")
          return false
        case .damaged, .limitExceeded:
          if isDeveloperModeEnabled {
            logger.notice("Developer mode: the \(generation) archive would be set aside: \(error)")
          } else {
            incident.isSetAside = (try? store.setAside(generation, slot: slot)) != nil
            logger.warning(
              incident.isSetAside
                ? "The \(generation) archive is set aside, an older one is tried: \(error)"
                : "The \(generation) archive is passed over, an older one is tried: \(error)")
          }
        default:
          guard state.withLock({ $0.isGivenUp }) else {
            load.incidents.append(incident)
            throw error
          }
          logger.warning(
            "The \(generation) archive cannot be read and was given up: \(error)")
        }
        load.incidents.append(incident)
        play?.say(
          "pass over", "\(generation) archive", incident.isSetAside ? "set aside" : "left there",
          "\(error)")
      }
    }
    return true
  }

  /// Keeps a file whose base and first saves are restored though its log is damaged (R127, R199).
  func keepAside(_ generation: ArchiveGeneration, slot: String?) -> ArchiveLoad.Incident {
    let error = ArchiveError(
      .damaged, "The saves that were appended were changed since; those before are restored")
    if isDeveloperModeEnabled {
      logger.notice("Developer mode: a copy of the \(generation) archive would be kept: \(error)")
      return .init(generation: generation, error: error, isSetAside: false)
    }
    let isKept = (try? store.keepAside(generation, slot: slot)) ?? false
    logger.warning(
      isKept
        ? "The \(generation) archive is damaged, and a copy of it is kept: \(error)"
        : "The \(generation) archive is damaged: \(error)")
    return .init(generation: generation, error: error, isSetAside: isKept)
  }

  /// How a file ends.
  enum FileEnd {
    case whole
    /// In what a process leaves that dies while it appends.
    case torn
    case damaged
  }

  /// The state in a file, with small tables, and how the file ends.
  ///
  /// Keeps the numbers of coming saves above those of all archives here, damaged ones included.
  func readState(
    _ file: StoredBytes, of generation: ArchiveGeneration, slot: String?, with key: ArchiveKey
  ) throws(ArchiveError) -> (saved: SavedState, end: FileEnd) {
    var reading: ReadingNote?
    defer { reading?.end() }
    let opened: OpenedArchive
    let found: OpenedArchive.State
    do throws(ArchiveError) {
      opened = try open(file, with: key) { () throws(ArchiveError) in
        reading = try beginReading(generation, slot: slot)
      }
      found = try opened.state()
    } catch {
      noteGreatestGeneration(of: file)
      throw error
    }
    if found.isDamaged { noteGreatestGeneration(of: file) } else { note(found.generation) }
    try checkSchema(of: found.snapshot)
    let snapshot = found.snapshot.isWasteful ? found.snapshot.compacted() : found.snapshot
    let identity = SaveIdentity(generation: found.generation, tag: opened.lastTag)
    return (
      SavedState(LoggedState(snapshot), identity),
      found.isDamaged ? .damaged : found.isTorn ? .torn : .whole
    )
  }

  /// An archive of a newer version of the application is not this one's to read (R154).
  private func checkSchema(of snapshot: RestorationSnapshot) throws(ArchiveError) {
    guard let saved = snapshot.applicationSchema,
      let readable = state.withLock({ $0.readableSchema }), saved > readable
    else { return }
    throw ArchiveError(
      .newerSchema,
      "The archive has schema \(saved) of the application; this version reads up to \(readable)")
  }

  /// The number is not authenticated, so one that no application reaches is not believed.
  private func noteGreatestGeneration(of file: StoredBytes) {
    guard let number = try? ArchiveSeal.greatestGeneration(of: file), number < 1 << 62 else {
      return
    }
    note(number)
  }

  private func note(_ generation: UInt64) {
    state.withLock { $0.newestGeneration = max($0.newestGeneration, generation) }
  }
}
