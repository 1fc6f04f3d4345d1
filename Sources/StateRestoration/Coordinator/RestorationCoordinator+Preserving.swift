// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive

extension RestorationCoordinator {
  /// Encodes the state of all objects, or of those that changed.
  ///
  /// - Parameters:
  ///   - reason: Why the pass runs.
  ///   - everything: Whether every object encodes; otherwise those that were invalidated do, and
  ///     the records of the others are carried over (R30).
  /// - Returns: What to commit.
  public func preserve(reason: PreservationReason, everything: Bool = true) -> PreservationPass {
    if let locked = lockedPass(reason) { return locked }
    claimLate()  // a parent may have a path by now, and saving would overwrite the record
    let pass = run(.preserving) { preserveAll(reason: reason, everything: everything) }
    announceOmissions()
    return pass
  }

  /// Tells the application when other things are left out than before, once no pass is running.
  private func announceOmissions() {
    let names = Set(state.omissions.map { OmissionName(address: $0.address, key: $0.key) })
    guard names != state.announcedOmissions else { return }
    state.announcedOmissions = names
    onOmission?(state.omissions)
  }

  private func preserveAll(reason: PreservationReason, everything: Bool) -> PreservationPass {
    let everything = everything || state.isBehind
    let play = playByPlay(.preserve)
    play?.say("begin", "reason \(reason)", everything ? "everything" : "what changed")
    state.isBehind = false
    let hasNewBase = state.current?.adoptNewerBase() ?? false
    if state.tables.isNearlyFull
      || ((everything || hasNewBase) && state.current?.logged.base.isWasteful == true)
    {
      renewTables()
    }
    // Debug logging names every object.
    if !everything, play == nil, !isMostlyChanged, let pass = ChangePass(self, reason: reason) {
      return preserveChanges(pass)
    }
    let pass = beginWalk(reason: reason, everything: everything, play: play)
    defer { pass.end() }
    guard pass.encodeApplication(askDelegate) else { return retire(pass.report) }
    return walk(pass, changed: takeChanged())
  }

  /// Encodes what changed; walks over all objects when that is not all there is to say.
  private func preserveChanges(_ changes: ChangePass) -> PreservationPass {
    guard changes.encodeApplication(askDelegate) else {
      var report = PreservationReport(reason: changes.reason)
      report.complaints = changes.complaints
      return retire(report)
    }
    let changed = takeChanged()
    changes.encode(changed)
    guard changes.isSufficient else {
      let pass = beginWalk(reason: changes.reason, everything: false, after: changes)
      defer { pass.end() }
      _ = pass.encodeApplication(askDelegate)
      return walk(pass, changed: changed)
    }
    return finish(changes)
  }

  private func finish(_ changes: ChangePass) -> PreservationPass {
    var report = PreservationReport(reason: changes.reason)
    report.complaints = state.complaints + changes.complaints
    state.complaints = []
    if !state.omissions.isEmpty {  // what is too large takes a walk
      let encoded = changes.addresses(of: changes.encodedNumbers)
      state.omissions.removeAll { encoded.contains($0.address) }
    }
    let hadNotes = !state.notes.all.isEmpty
    state.notes.didPreserve(
      encoded: hadNotes ? changes.addresses(of: changes.encodedNumbers) : [],
      gone: hadNotes ? changes.addresses(of: changes.gone) : [], report.complaints)
    let notes = state.notes.all
    if let change = changes.finish(
      notes: notes == state.steady?.notes ? nil : notes, hasNotes: !notes.isEmpty)
    {
      state.current?.append(change)
      settle(changes, notes: notes)
      state.pass += 1
      report.byteCount = state.current?.logged.byteCount ?? 0
    }
    state.steady?.serial = changes.lastSerial  // who came is saved by now, or has gone again
    if let logged = state.current?.logged {
      report.noted = PreservationOutcomes(
        AllOutcomes(
          state: logged, encoded: changes.encodedNumbers, unclaimed: state.unclaimed))
    }
    logger.debug("Preserved what changed (\(changes.reason))")
    log(report.complaints, nil)
    return saved(report)
  }

  private func beginWalk(
    reason: PreservationReason, everything: Bool, after changes: ChangePass? = nil,
    play: PlayByPlay? = nil
  ) -> PreservePass {
    let builder = SnapshotBuilder(tables: state.tables, base: state.base, origin: currentOrigin)
    return PreservePass(
      builder: builder, coordinator: self, reason: reason, everything: everything,
      earlier: changes, play: play)
  }

  /// What changes from here on waits for the next pass.
  private func takeChanged() -> ChangedObjects {
    defer { state.changed = ChangedObjects() }
    return state.changed
  }

  /// Walks over all objects.
  private func walk(_ pass: PreservePass, changed: ChangedObjects) -> PreservationPass {
    let builder = pass.builder
    let (reason, play) = (pass.report.reason, pass.play)
    let roots = pass.run(changed: changed.union(state.trimmed))
    state.trimmed = pass.trimmed
    state.workspace.spareOwners = state.owners
    state.owners = pass.owners
    if !state.unclaimed.isEmpty {
      state.unclaimed = NumberSet(
        state.unclaimed.filter { !pass.owners.knows($0) && builder.hasRecord($0) })
    }

    var report = pass.report
    state.omissions = report.omissions
    report.complaints = state.complaints + report.complaints
    state.complaints = []
    if !pass.everything, !state.notes.all.isEmpty {
      report.keepAddresses(of: builder.tables, in: nil)
    }
    state.notes.didPreserve(report, everything: pass.everything)
    if let error = builder.excess() {
      report.complaints.append(Complaint(error.reason, about: nil))
      // The next pass makes up for this one.
      state.pass += 1
      state.isBehind = true
      report.keepAddresses(of: builder.tables, in: nil)
      logger.error("The state could not be saved; the older archive is intact: \(error)")
      play?.say("end", "\(error)")
      return finished(report, .refuse(error))
    }
    var notes = state.steady?.notes ?? pass.base?.notes ?? []
    if let snapshot = builder.finish(roots: roots, notes: state.notes.all) {
      report.byteCount = snapshot.byteCount
      state.base = snapshot
      state.pass += 1
      notes = state.notes.all
    }
    report.keepAddresses(of: builder.tables, in: state.base)
    settle(pass, roots: roots, notes: notes)
    logger.debug(
      "Preserved \(report.outcomeCount) objects in \(report.byteCount) bytes (\(reason))")
    log(report.complaints, play)
    play?.say(
      "end", "\(report.outcomeCount) objects",
      report.byteCount == 0 ? "nothing has changed" : "\(report.byteCount) bytes")
    return saved(report)
  }

  /// What did not reach the disk is made up for, even if nothing has changed since; and what was given up
  /// and is still there goes first, or it would become the state before this one (R183).
  private func saved(_ report: PreservationReport) -> PreservationPass {
    let toSave = ledger.isDurable(state.pass) ? nil : state.current?.logged
    let isGivenUp = state.retirement.map { ledger.isDurable($0) } ?? true
    return finished(report, toSave.map { .save($0, retiresFirst: !isGivenUp) } ?? .nothing)
  }

  /// What is saved with every record that is written now (R45).
  var currentOrigin: RecordOrigin {
    RecordOrigin(
      applicationVersion: description.version, systemVersion: description.systemVersion,
      idiom: idiom, timestamp: now())
  }

  /// Asks the delegate whether state is saved, and lets it write the application record.
  func askDelegate(_ coder: RestorationEncoder) -> Bool {
    guard delegate?.shouldPreserve(with: coder) ?? true else { return false }
    delegate?.willPreserve(with: coder)
    return true
  }

  /// Begins new tables with what is still saved, before the old ones are full of what is gone.
  package func renewTables() {
    state.steady = nil
    guard let base = state.base else { return state.tables = SnapshotTables() }
    let compacted = base.compacted()
    let renumber = { (number: ObjectNumber) in
      base.address(of: number).flatMap { compacted.number(at: $0) }
    }
    let tables = SnapshotTables(continuing: compacted)
    tables.markTypedKeys(of: state.tables)
    state.tables = tables
    state.base = compacted
    state.unclaimed = NumberSet(state.unclaimed.compactMap(renumber))
    var owners = OwnerTable(state.registry)
    for number in state.owners.numbers {
      if let place = renumber(number) { owners.take(number, from: state.owners, at: place) }
    }
    state.owners = owners
    state.workspace.spareOwners = OwnerTable(state.registry)
  }

  /// Gives up what was saved, and what was restored but not claimed yet (R183).
  ///
  /// Names go, too: what is saved for the next user must not hold those of the last one.
  func retire(_ report: PreservationReport) -> PreservationPass {
    var report = report
    report.isAllowed = false
    if state.retirement != state.pass {
      state.pass += 1
      state.retirement = state.pass
    }
    state.current = nil
    state.steady = nil
    state.omissions = []
    state.tables = SnapshotTables()
    state.notes = PassNotes()
    state.owners = OwnerTable(state.registry)
    state.workspace.spareOwners = OwnerTable(state.registry)
    state.unclaimed = NumberSet()
    state.changed = ChangedObjects()
    logger.debug("The application does not want its state saved")
    return finished(report, ledger.isDurable(state.pass) ? .nothing : .retire)
  }

  func finished(_ report: PreservationReport, _ action: PreservationPass.Action)
    -> PreservationPass
  {
    state.openedLoad = nil  // saved or given up before it was restored, it is out of date
    // What was refused is not on disk, and pictures of it must not be taken for those of what is.
    let isKept = if case .refuse = action { false } else { true }
    return PreservationPass(
      report: report, kept: isKept ? state.current?.logged : nil, action: action,
      number: state.pass, ledger: ledger, archiver: archiver)
  }
}
