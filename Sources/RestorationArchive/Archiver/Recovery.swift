// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging

/// Chooses the state to restore after failed launches.
///
/// It also decides which archive is kept as the last good one.
final class Recovery {
  private let store: any ArchiveStore
  private let reader: ArchiveReader
  private let log: ArchiverLog
  /// The marker of this process; `nil` until a launch opened an archive.
  private(set) var marker: LaunchMarker?
  /// Whether the store's last-good candidate is the archive restored here.
  private var hasNominated = false
  /// Whether the candidate ran well and awaits promotion.
  ///
  /// It is promoted as soon as a key is available.
  private var isProvenGood = false

  init(_ store: any ArchiveStore, reader: ArchiveReader, log: ArchiverLog) {
    (self.store, self.reader, self.log) = (store, reader, log)
  }

  // MARK: After a bad start

  /// Opens the marker and changes the load according to the verdict.
  ///
  /// Without a marker the load stays unchanged and nothing is logged as a warning.
  ///
  /// - Throws: ``ArchiveError`` when the last good archive is needed and cannot be read. The marker
  ///   is unchanged then, and the load has no state.
  func recover(
    _ load: inout ArchiveLoad, slot: String?, with key: ArchiveKey, _ trace: RestorationTrace?
  ) throws(ArchiveError) {
    if let source = load.source, source != .current { load.recoveryLevel = .olderGeneration }
    guard let snapshot = load.snapshot, let newestSave = load.sequenceNumber else {
      // The marker describes state that is gone now.
      if load.incidents.contains(where: { $0.isSetAside }) {
        reader.marker(slot: slot)?.write(LaunchRecord().bytes, at: 0)
      }
      return
    }
    guard let file = reader.marker(slot: slot) else {
      trace?.say("verdict", "there is no launch marker")
      return
    }
    let known = LaunchRecord(file.contents)
    var last = known ?? LaunchRecord()
    // Object numbers are only valid in the save for which they were recorded.
    if last.phase == .restoring, last.newestSave == newestSave, !last.usesLastGood,
      case let maker = fingerprintsOf(last, key),
      let address = last.numberAtWork(mask: maker.mask).flatMap({ snapshot.address(of: $0) })
    {
      last.current = maker.fingerprint(of: address)
    }
    var lastGood: Result<SavedState?, ArchiveError>?
    func readLastGood() -> SavedState? {
      let read = lastGood ?? Result { () throws(ArchiveError) in try loadLastGood(slot, with: key) }
      lastGood = read
      return (try? read.get()) ?? nil
    }
    let verdict = LaunchVerdict(
      after: last,
      .init(
        newestSave: newestSave, lastGoodSave: { readLastGood()?.identity.sequenceNumber },
        canLeaveOut: { [last] in snapshot.canLeaveOut($0, self.fingerprintsOf(last, key)) },
        isNamed: { [last] in
          !snapshot.numbers(of: [$0], self.fingerprintsOf(last, key)).isEmpty
        }))
    if verdict.record.usesLastGood { _ = readLastGood() }
    if case .failure(let error) = lastGood {
      load.dropState()
      load.incidents.append(.init(generation: .lastGood, error: error, isSetAside: false))
      throw error
    }
    load.isAfterCrash = verdict.hasCrashed
    trace?.say(
      "verdict", known?.words ?? "no earlier launch marker",
      log.isDeveloperModeEnabled ? "developer mode: all is restored" : verdict.words)
    if verdict.isClean, !log.isDeveloperModeEnabled {
      // Before the marker is rewritten: a launch that ends between the two steps repeats this one.
      setAllAside(&load, slot: slot)
      // Like every launch without state, this one has no marker. The next launch with state would
      // read it as if no other launch had happened between the two.
      file.write(verdict.record.bytes, at: 0)
      return self.marker = nil
    }
    let marker = LaunchMarker(file, record: verdict.record, key: key)
    self.marker = marker
    if log.isDeveloperModeEnabled { return logWhatWouldBeDone(verdict) }
    if verdict.record.usesLastGood {
      guard let lastGood = readLastGood() else { return }
      log.logger.warning("The newest state failed at launch; the last good one is restored")
      load.saved = lastGood
      load.isWholeOnDisk = false  // the newest state on disk is a different one
      (load.source, load.recoveryLevel) = (.lastGood, .lastGood)
      load.failedAtLaunch = [.current, .previous]
    }
    leaveOutSuspects(of: verdict.record, from: &load, key)
  }

  private func leaveOutSuspects(
    of record: LaunchRecord, from load: inout ArchiveLoad, _ key: ArchiveKey
  ) {
    guard !record.leftOut.isEmpty, let snapshot = load.snapshot else { return }
    let maker = fingerprintsOf(record, key)
    load.suspects = snapshot.numbers(of: Set(record.suspects), maker)
    if !load.suspects.isEmpty {
      log.logger.warning("A part of the state failed at launch; the rest is restored")
    }
    load.heldBack = snapshot.numbers(of: Set(record.heldBack), maker).subtracting(load.suspects)
    if !load.heldBack.isEmpty {
      log.logger.warning(
        """
        The program was killed several times while it restored a part of the state; that part is \
        kept, and left out until the program has started and ended normally
        """)
    }
    guard load.isPartial else { return }
    load.recoveryLevel = .withoutSuspect
    load.isWholeOnDisk = false  // launch images show the complete state only
  }

  private func fingerprintsOf(_ record: LaunchRecord, _ key: ArchiveKey) -> PathFingerprint.Maker {
    PathFingerprint.Maker(key: key, salt: record.salt)
  }

  /// Reads the last good archive.
  ///
  /// - Returns: `nil` when there is none, or it is certain that it cannot be used.
  private func loadLastGood(_ slot: String?, with key: ArchiveKey) throws(ArchiveError)
    -> SavedState?
  {
    do throws(ArchiveError) {
      guard let file = try store.storedBytes(.lastGood, slot: slot) else { return nil }
      return try reader.readState(file, of: .lastGood, slot: slot, with: key).saved
    } catch {
      if error.leavesStateUnread { throw error }
      return nil
    }
  }

  /// Sets all archives aside, and restores nothing.
  ///
  /// They are kept until the user or the program discards them.
  private func setAllAside(_ load: inout ArchiveLoad, slot: String?) {
    log.logger.warning("The program failed at launch again; all state is set aside, not restored")
    // The current one last: until it has been moved, the next launch repeats this.
    for generation in ArchiveGeneration.allCases.reversed() {
      do throws(ArchiveError) {
        try store.setAside(generation, slot: slot, for: .failedLaunch, keepsPlace: false)
      } catch {
        log.logger.error("The \(generation) archive could not be set aside: \(error)")
      }
    }
    load.dropState()
    load.recoveryLevel = .clean
  }

  private func logWhatWouldBeDone(_ verdict: LaunchVerdict) {
    let record = verdict.record
    if verdict.isClean {
      log.logger.notice("Developer mode: all archives would have been set aside")
    } else if record.usesLastGood {
      log.logger.notice("Developer mode: the last good state would have been restored")
    } else if !record.leftOut.isEmpty {
      log.logger.notice("Developer mode: a part of the state would have been left out")
    }
  }

  // MARK: The last good archive

  /// Makes the restored archive the candidate for the last good one.
  func nominate(from load: ArchiveLoad, slot: ArchiveSlot) {
    (hasNominated, isProvenGood) = (false, false)
    // A partly restored state says nothing about the complete one.
    guard let source = load.source, !load.isPartial else { return }
    do throws(ArchiveError) {
      try store.nominate(source, slot: slot.name)
      hasNominated = true
    } catch {
      log.logger.warning("The restored archive cannot become the last good one: \(error)")
    }
  }

  /// Stops treating the store's candidate as this process's own.
  func withdraw() { hasNominated = false }

  /// Records that the restored archive ran well.
  ///
  /// - Parameter slot: The slot of this process; `nil` when it has none.
  func didProveGood(in slot: ArchiveSlot?) {
    // A candidate left by another launch may not have run well.
    isProvenGood = slot != nil && hasNominated
  }

  /// Promotes a candidate that ran well.
  ///
  /// If the key is locked, the candidate is promoted after the next save.
  ///
  /// - Parameter slot: Finds this process's slot. Each slot has its own candidate.
  func promote(in slot: () throws(ArchiveError) -> ArchiveSlot) {
    guard isProvenGood else { return }
    do throws(ArchiveError) {
      let slot = try slot()
      isProvenGood = false
      guard hasNominated else { return }
      try store.promoteNominee(slot: slot.name)
      withdraw()
    } catch {
      guard error.code != .keyLocked else { return }
      isProvenGood = false
      log.logger.warning("The last good archive could not be kept: \(error)")
    }
  }
}

extension RestorationSnapshot {
  /// Returns the objects with given fingerprints.
  fileprivate func numbers(of codes: Set<PathFingerprint>, _ maker: PathFingerprint.Maker)
    -> Set<ObjectNumber>
  {
    guard !codes.isEmpty else { return [] }
    return Set(
      objects.filter { number in
        address(of: number).map { codes.contains(maker.fingerprint(of: $0)) } ?? false
      })
  }

  /// Whether anything remains without an object and its descendants.
  fileprivate func canLeaveOut(_ code: PathFingerprint, _ maker: PathFingerprint.Maker) -> Bool {
    let addresses = objects.compactMap { address(of: $0) }
    guard let suspect = addresses.first(where: { maker.fingerprint(of: $0) == code }) else {
      return false
    }
    guard suspect.kind == .controller || suspect.kind == .window else { return true }
    return addresses.contains { other in
      guard other.kind == .controller else { return false }
      if other.scene != suspect.scene { return true }
      return suspect.kind == .controller
        && !other.path.components.starts(with: suspect.path.components)
    }
  }
}
