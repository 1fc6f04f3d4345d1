// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
package import RestorationArchive

extension RestorationCoordinator {
  /// Restores the newest state that can be read.
  ///
  /// Every object is obtained first, parents before children; then each decodes; then the delegate
  /// hears of it; then each is told that restoring has finished (R52–R57). Nothing here keeps a
  /// program from launching: what cannot be restored is in the report.
  ///
  /// A locked key is such a case, too, and so are key and archives that cannot be read though they may
  /// be intact: see ``isLockedOut``. Called again after it was unlocked, or they can be read, this
  /// restores late, with the objects that there are by then.
  ///
  /// - Parameter reason: What the host knows about this launch, such as from a session manager;
  ///   `nil` finds it out from the archives. ``LaunchReason/pristine`` restores nothing and leaves
  ///   the archives as they are.
  /// - Returns: What became of every archived object.
  public func restore(reason: LaunchReason? = nil) -> RestorationReport {
    guard reason != .pristine else {
      saving.didRestore()
      return RestorationReport()
    }
    let report = run(.restoring) { restoreAll(reason) }
    claimLate()
    saving.didRestore()
    return report
  }

  /// Restores what somebody else than the archiver has opened.
  ///
  /// - Parameter load: What was opened.
  /// - Returns: What became of every archived object.
  package func restore(_ load: ArchiveLoad) -> RestorationReport {
    launch.openedLoad = load
    awaitsFirstFrame = true  // nobody waits for a probation to end
    return restore()
  }

  /// What launch has opened, or what there is by now.
  private func openLoad() -> ArchiveLoad {
    let load = launch.takeLoad() ?? archiver.load()
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
      trace?.say("end", "there is nothing to restore", "reason \(report.reason)")
      return report
    }
    trace?.say(
      "begin", "reason \(report.reason)", load.generation.map { "save \($0)" },
      "\(snapshot.objects.count) objects")
    state.index.reset(to: state.registry.objects)
    let marker = archiver.launchMarker
    launch.trail = marker.map { RestorationTrail($0) }
    launch.trail?.beginRestoring()
    let pass = RestorePass(
      snapshot: snapshot, coordinator: self, suspects: load.suspects, trace: trace)
    let isWanted =
      takesPart()
      ? pass.decodeApplication({ delegate?.shouldRestore(with: $0) ?? true }, objects: false) : nil
    guard isWanted == true else {
      report.isRefused = isWanted == false
      marker?.refuseRestoring()
      launch.trail = nil
      report.issues = pass.issues
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
    report.generation = load.generation
    report.source = load.source
    pass.obtainAll()
    pass.decodeAll()
    _ = pass.decodeApplication(
      {
        delegate?.didRestore(with: $0)
        return true
      }, objects: true)
    pass.decodeAll()
    pass.finish()

    let outcomes = pass.outcomes
    report.made = outcomes
    report.migrations = pass.migrationSteps
    report.issues = state.index.duplicates + pass.issues
    state.notes = PassNotes()
    state.notes.didRestore(outcomes, report.issues)
    state.continueTables(of: snapshot)
    state.base = snapshot
    state.owners = OwnerTable(state.registry, capacity: snapshot.objectCount)
    pass.note(in: &state.owners)
    state.unclaimed.keep(NumberSet(pass.unclaimed), in: pass.reader)
    state.index.endLaunch(unclaimed: state.unclaimed.numbers)
    state.unclaimed.ages =
      state.unclaimed.numbers.isEmpty
      ? nil : RecordAges(at: now(), of: state.unclaimed.numbers, in: snapshot)
    state.changed = ChangedObjects()
    state.steady = nil
    launch.hasRestored = true
    verdict.didRestore(launch.trace)
    launch.trail?.didRestore(snapshot, state.owners)
    // Without a launch that began, no crash is noted; the trail keeps what was restored.
    if launch.installsSignalHandlers == nil { launch.trail = nil }
    marker?.beginProbation()
    if !awaitsFirstFrame || launch.hasEnded { saving.startProbation() }
    logger.debug("Restored \(state.owners.count) of \(outcomes.count) objects")
    for step in report.migrations {
      logger.debug("Migrated \(step.className) from schema \(step.version): \(step.name)")
    }
    log(report.issues, trace)
    trace?.say("end", report.summary)
    return report
  }

  /// A crash, or damage, goes before what the host knows only if something is done about it.
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
