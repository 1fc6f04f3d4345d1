// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
package import RestorationArchive

extension RestorationCoordinator {
  /// Restores the newest state that can be read.
  ///
  /// First every object is obtained, parents before children. Then each object decodes, then the
  /// delegate is notified, and then each object is told that restoring has finished. No failure
  /// keeps the program from launching: the report names what could not be restored.
  ///
  /// A locked key is such a failure. So are a key or archives that cannot be read, though they may
  /// be intact: see ``isLockedOut``. Call this again once the key is unlocked or the files can be
  /// read. It then restores late, with the objects that exist by then.
  ///
  /// State is restored once in a life. Later calls restore only objects that have come since, and
  /// return the result of the first, brought up to date.
  ///
  /// - Parameter reason: The host's knowledge of this launch, for example from a session manager;
  ///   `nil` derives the reason from the archives. ``LaunchReason/pristine`` restores nothing and
  ///   leaves the archives as they are.
  /// - Returns: The outcome of every archived object.
  public func restore(reason: LaunchReason? = nil) -> RestorationReport {
    guard reason != .pristine else {
      saving.didRestore()
      return RestorationReport()
    }
    if launch.openedLoad == nil, let report = launch.report {
      claimLate()
      return launch.updatedReport() ?? report
    }
    let wasLockedOut = launch.isLockedOut
    let report = run(.restoring) { restoreAll(reason) }
    noteOwnValues(isLate: false)
    claimLate()
    saving.didRestore()
    if wasLockedOut, !launch.isLockedOut, saving.hasMissedSave { saving.didChange() }
    return launch.updatedReport() ?? report
  }

  /// Restores state that was not opened by the archiver.
  ///
  /// - Parameter load: The opened state.
  /// - Returns: The outcome of every archived object.
  package func restore(_ load: ArchiveLoad) -> RestorationReport {
    launch.openedLoad = load
    awaitsFirstFrame = true  // no one waits for a probation to end
    return restore()
  }

  /// Returns the state opened at launch, or opens it now.
  private func openLoad() -> ArchiveLoad {
    let load = launch.takeLoad() ?? openArchives()
    noteFatalSignals()  // there may have been no marker when launch began
    return load
  }

  private func restoreAll(_ reason: LaunchReason?) -> RestorationReport {
    let load = openLoad()
    let trace = newTrace(.restore)
    var report = RestorationReport()
    report.incidents = load.incidents
    report.instance = load.instance
    report.isLocked = load.isLocked
    report.recoveryLevel = load.recoveryLevel
    report.reason = self.reason(of: load, asTold: reason)
    launch.isLockedOut = load.isLocked && (state.current == nil || archiver.unreadError != nil)
    launch.reason = report.reason
    guard let snapshot = load.snapshot else {
      if !report.isLocked { launch.report = report }
      trace?.say("end", "there is nothing to restore", "reason \(report.reason)")
      return report
    }
    trace?.say(
      "begin", "reason \(report.reason)", load.sequenceNumber.map { "save \($0)" },
      "\(snapshot.objects.count) objects")
    state.registry.forgetRecords()
    state.index.reset(to: state.registry.rows)
    let marker = archiver.launchMarker
    launch.trail = marker.map { RestorationTrail($0) }
    launch.trail?.beginRestoring()
    let pass = RestorePass(
      snapshot: snapshot, coordinator: self, load: load, trace: trace)
    let isWanted =
      takesPart()
      ? pass.decodeApplication({ delegate?.shouldRestore(with: $0) ?? true }, objects: false) : nil
    guard isWanted == true else {
      report.isRefused = isWanted == false
      report.issues = pass.issues
      launch.report = report
      marker?.refuseRestoring()
      launch.trail = nil
      let reason =
        report.isRefused
        ? "The application refused its saved state; it launches without"
        : takesPart()
          ? "The saved state has no application record; it launches without"
          : "The application takes no part in state restoration; it launches without"
      logger.notice("\(reason)")
      trace?.say("end", reason)
      return report
    }
    report.sequenceNumber = load.sequenceNumber
    report.source = load.source
    state.changed = ChangedObjects()
    pass.obtainAll()
    pass.decodeAll()
    _ = pass.decodeApplication(
      { coder in
        afterDecoding { delegate?.didRestore(with: coder) }
        return true
      }, objects: true)
    pass.decodeAll()
    pass.finish()

    report.results = pass.results
    report.losesRecordsOnChange = pass.unusable.values.contains(where: \.goesOnChange)
    report.migrations = pass.migrationSteps
    report.issues = state.index.duplicates + pass.issues
    state.notes = PassNotes()
    state.notes.didRestore(report.results, report.issues)
    state.continueTables(of: snapshot)
    state.current = CurrentState(snapshot)
    state.owners = OwnerTable(capacity: snapshot.objectCount)
    pass.note(in: &state.owners)
    pass.noteKnowledge(in: &state)
    state.unclaimed.keep(NumberSet(pass.unclaimed), in: pass.reader)
    state.heldBack = pass.recordsHeldBack
    state.moved = pass.moved
    state.unclaimed.absent = pass.absent
    state.index.endLaunch(unclaimed: state.unclaimed.numbers)
    state.unclaimed.ages =
      state.unclaimed.numbers.isEmpty
      ? nil : RecordAges(at: now(), of: state.unclaimed.numbers, in: snapshot)
    state.steady = nil
    launch.hasRestored = true
    probation.didRestore(launch.trace)
    launch.trail?.didRestore(snapshot, state.owners)
    // If launch was never begun, no crash is noted, and the trail would only retain the snapshot.
    if launch.installsSignalHandlers == nil { launch.trail = nil }
    marker?.beginProbation()
    if !awaitsFirstFrame || launch.hasEnded { saving.startProbation() }
    logger.debug("Restored \(state.owners.count) of \(report.results.entries.count) objects")
    for step in report.migrations {
      logger.debug("Migrated \(step.className) from schema \(step.version): \(step.name)")
    }
    log(report.issues, trace)
    trace?.say("end", report.summary)
    launch.report = report
    return report
  }

  /// Returns the reason for the launch.
  ///
  /// The host's reason takes precedence, unless recovery from a crash changes what is restored.
  private func reason(of load: ArchiveLoad, asTold reason: LaunchReason?) -> LaunchReason {
    if load.isLocked { return reason ?? .locked }
    return switch load.recoveryLevel {
    case .withoutSuspect, .lastGood, .clean: .recover
    case .olderGeneration: reason ?? .recover
    case nil:
      load.snapshot == nil ? .pristine : reason ?? (load.isAfterCrash ? .recover : .launch)
    }
  }

  func restorationClass(named name: String) -> RestorationClass? {
    state.classes.restorationClass(named: name) ?? tree?.restorationClass(named: name)
  }
}

extension RestorationCoordinator {
  /// Notes what objects write that could not use all of their records.
  ///
  /// What differs from that later, the program has set; until then the record stays as it is. Call
  /// it right after a restore.
  ///
  /// - Parameter isLate: Whether the program made the objects after launch. Then their values count
  ///   as set, unless their records have a schema that cannot be read, or refer to missing objects.
  func noteOwnValues(isLate: Bool) {
    let unusable = state.unusable.sorted { $0.key < $1.key }
    state.unusable = [:]
    withUnsavedPass(if: !unusable.isEmpty) { pass in
      for (number, reason) in unusable {
        let encoder: RestorationEncoder
        if let object = state.owners[number] {
          encoder = pass.encoded(object, number)
        } else if number == state.tables.application, reason == .olderSchema {
          encoder = pass.beginApplication()
          _ = askDelegate(encoder)
        } else {
          continue
        }
        state.ownValues[number] = pass.builder.takeOwnValues(
          encoder, isOtherRecord: reason.goesOnChange, areSet: isLate && reason.isReplaced)
      }
    }
    withUnsavedPass(if: !isLate && !state.heldBack.isEmpty) { pass in
      _ = pass.walk(changed: ChangedObjects())
      for number in state.heldBack { state.ownValues[number] = pass.builder.ownValues[number] }
    }
    if isLate {
      for (number, reason) in unusable where reason == .otherClass {
        if let object = state.owners[number] { state.changed.insert(object) }
      }
    }
  }

  /// Runs a pass that saves nothing.
  private func withUnsavedPass(if isWanted: Bool, _ body: (PreservePass) -> Void) {
    guard isWanted, let current = state.current else { return }
    moveRecords()
    run(.previewing) {
      let pass = PreservePass(
        builder: ChangeBuilder(tables: state.tables, since: current, origin: currentOrigin),
        coordinator: self, reason: .explicit, scope: .all, trace: nil)
      defer { pass.end() }
      body(pass)
    }
  }
}
