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
    guard !state.isLockedOut else { return lockedPass(reason) }
    claimLate()  // a parent may have a path by now, and saving would overwrite the record
    return run(.preserving) { preserveAll(reason: reason, everything: everything) }
  }

  private func preserveAll(reason: PreservationReason, everything: Bool) -> PreservationPass {
    let everything = everything || state.isBehind
    let play = playByPlay(.preserve)
    play?.say("begin", "reason \(reason)", everything ? "everything" : "what changed")
    state.isBehind = false
    if state.tables.isNearlyFull || (everything && state.base?.isWasteful == true) { renewTables() }
    let builder = SnapshotBuilder(tables: state.tables, base: state.base, origin: currentOrigin)
    let pass = PreservePass(
      builder: builder, coordinator: self, reason: reason, everything: everything, play: play)
    guard encodeApplication(in: pass) else { return retire(pass.report) }

    // What changes from here on waits for the next pass.
    let changed = state.changed
    state.changed = []
    let roots = pass.run(changed: changed)
    state.workspace.spareOwners = state.owners
    state.owners = pass.owners
    if !state.unclaimed.isEmpty {
      state.unclaimed = state.unclaimed.filter { pass.owners[$0] == nil && builder.hasRecord($0) }
    }

    var report = pass.report
    report.complaints = state.complaints + report.complaints
    state.complaints = []
    if !pass.everything { report.keepAddresses(of: builder.tables, in: nil) }
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
    if let snapshot = builder.finish(roots: roots, notes: state.notes.all) {
      report.byteCount = snapshot.byteCount
      state.base = snapshot
      state.pass += 1
      state.hasRetired = false
    }
    report.keepAddresses(of: builder.tables, in: state.base)
    logger.debug(
      "Preserved \(report.outcomeCount) objects in \(report.byteCount) bytes (\(reason))")
    log(report.complaints, play)
    play?.say(
      "end", "\(report.outcomeCount) objects",
      report.byteCount == 0 ? "nothing has changed" : "\(report.byteCount) bytes")
    // What did not reach the disk is made up for, even if nothing has changed since.
    let toSave = ledger.isDurable(state.pass) ? nil : state.base
    return finished(report, toSave.map { .save($0) } ?? .nothing)
  }

  /// What is saved with every record that is written now (R45).
  var currentOrigin: RecordOrigin {
    RecordOrigin(
      applicationVersion: description.version, systemVersion: description.systemVersion,
      idiom: idiom, timestamp: now())
  }

  /// Asks the delegate whether state is saved, and lets it write the application record.
  func encodeApplication(in pass: PreservePass) -> Bool {
    pass.encodeApplication { coder in
      guard delegate?.shouldPreserve(with: coder) ?? true else { return false }
      delegate?.willPreserve(with: coder)
      return true
    }
  }

  /// Begins new tables with what is still saved, before the old ones are full of what is gone.
  package func renewTables() {
    guard let base = state.base else { return state.tables = SnapshotTables() }
    let compacted = base.compacted()
    let renumber = { (number: ObjectNumber) in
      base.address(of: number).flatMap { compacted.number(at: $0) }
    }
    state.tables = SnapshotTables(continuing: compacted)
    state.base = compacted
    state.unclaimed = Set(state.unclaimed.compactMap(renumber))
    let owners = state.owners.compactMap { number, owner in renumber(number).map { ($0, owner) } }
    state.owners = OwnerTable(owners)
  }

  /// Gives up what was saved, and what was restored but not claimed yet (R183).
  func retire(_ report: PreservationReport) -> PreservationPass {
    var report = report
    report.isAllowed = false
    if !state.hasRetired {
      state.hasRetired = true
      state.pass += 1
    }
    state.base = nil
    state.owners = OwnerTable()
    state.unclaimed = []
    state.changed = []
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
      report: report, snapshot: isKept ? state.base : nil, action: action, number: state.pass,
      ledger: ledger, archiver: archiver)
  }
}
