// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
public import RestorationArchive

/// Tells crashes from orderly ends, and discards saved state.
extension RestorationCoordinator {
  /// Whether archives stay unchanged on error, crash and force quit.
  ///
  /// See ``/RestorationArchive/Archiver/isDeveloperModeEnabled``.
  public var isDeveloperModeEnabled: Bool {
    get { archiver.isDeveloperModeEnabled }
    set { archiver.isDeveloperModeEnabled = newValue }
  }

  /// Whether every step of saving and restoring is logged with its duration.
  ///
  /// See ``/RestorationArchive/Archiver/isDebugLoggingEnabled``.
  public var isDebugLoggingEnabled: Bool {
    get { archiver.isDebugLoggingEnabled }
    set { archiver.isDebugLoggingEnabled = newValue }
  }

  /// The trace of this launch; `nil` unless debug logging is on.
  package var launchTrace: RestorationTrace? { launch.trace }

  /// Starts a trace of an activity; `nil` unless debug logging is on.
  package func newTrace(_ activity: RestorationTrace.Activity) -> RestorationTrace? {
    archiver.newTrace(activity, logger: logger)
  }

  /// Begins the launch: opens the archives and records how the process ends.
  ///
  /// `Application` calls it first at launch, so that a crash in launch code is told from a crash in
  /// restoring. A program without `Application` may call it as well; otherwise only ends within
  /// ``restore(reason:)`` count. ``restore(reason:)`` restores what was opened here.
  ///
  /// - Parameters:
  ///   - reason: The reason for the launch, if the host knows it; ``LaunchReason/pristine`` opens
  ///     nothing.
  ///   - installsSignalHandlers: Whether to install handlers that note SIGSEGV, SIGBUS, SIGILL,
  ///     SIGFPE, SIGABRT and SIGTRAP, and pass them on to the handlers installed before. A program
  ///     with its own crash handler passes `false` and calls `restoration_note_fatal_signal` of the
  ///     module `FatalSignalNote` in that handler; the function is async-signal-safe.
  public func beginLaunch(reason: LaunchReason? = nil, installsSignalHandlers: Bool = true) {
    launch.trace = newTrace(.launch)
    saving.hasBegunLaunch = true
    guard reason != .pristine else { return }
    launch.installsSignalHandlers = installsSignalHandlers
    launch.openedLoad = openArchives()
    noteFatalSignals()
  }

  /// Opens the archives, at launch or when a locked key was unlocked.
  ///
  /// If launch was begun, a crash meanwhile is noted.
  func openArchives() -> ArchiveLoad {
    guard let installs = launch.installsSignalHandlers, archiver.launchMarker == nil else {
      return archiver.load()
    }
    return archiver.loadAtLaunch(installsHandler: installs)
  }

  /// Lets the marker note fatal signals, if launch was begun.
  ///
  /// There may be no marker before a locked key is unlocked.
  func noteFatalSignals() {
    guard let installs = launch.installsSignalHandlers, let marker = archiver.launchMarker else {
      return
    }
    if !marker.noteFatalSignals(installsHandler: installs) {
      logger.warning("No handler for fatal signals can be installed; crashes look like kills")
    }
  }

  /// Ends the launch: the first frame was shown, or none will be.
  ///
  /// If state was restored, its probation ends ten seconds later, or earlier by ``didProveGood()``.
  /// If not, nothing is on probation.
  public func launchDidEnd() {
    endLaunch()
    if launch.hasRestored { saving.startProbation() }
  }

  /// Notes that the first frame is on screen; later calls do nothing.
  ///
  /// Starts the probation after which the restored state counts as good.
  package func didShowFirstFrame() {
    guard !saving.hasShownFirstFrame else { return }
    saving.hasShownFirstFrame = true
    endLaunch()
    saving.startProbation()
  }

  /// Whether launch is over.
  var hasLaunchEnded: Bool { launch.hasEnded }

  private func endLaunch() {
    launch.trace?.say("end", "launch is over")
    launch.hasEnded = true
    if !launch.hasRestored { archiver.launchMarker?.endProbation() }
  }

  /// Notes an orderly end of the process, including by a handled signal.
  ///
  /// If fatal signals are noted, an end by `exit` is noted without this call.
  public func processWillEnd() { archiver.launchMarker?.endInOrder() }

  /// Deletes all generations of saved state and waits until they are gone.
  ///
  /// This includes unclaimed records. In developer mode it deletes nothing and logs that. A pass
  /// whose hook calls it saves nothing.
  ///
  /// - Throws: `ArchiveError` when something could not be removed.
  public func discardState() throws(ArchiveError) {
    guard !isDeveloperModeEnabled else {
      logger.notice("Developer mode: all archives would have been deleted")
      return
    }
    let report = PreservationReport(reason: .explicit)
    guard phase == .idle else {
      discardsAfterPass = true  // the pass still needs the state in memory
      state.revision += 1
      try PreservedState(
        report: report, kept: nil, action: .retire, revision: state.revision, order: saving.order,
        current: nil
      ).commitAndWait()
      return
    }
    try retire(report).commitAndWait()
  }

  /// Runs a closure and blames the object for a crash in probation.
  ///
  /// If the object has no path, the nearest object above it that has one is blamed. Outside
  /// probation this only calls the closure.
  ///
  /// - Parameters:
  ///   - object: The object whose code runs.
  ///   - body: Runs at once.
  /// - Returns: The result of the closure.
  package func working<Result>(on object: any StateRestoring, _ body: () -> Result) -> Result {
    guard phase == .idle, let trail = trailOfProbation else { return body() }
    return trail.working(on: suspect(for: object, trail), body)
  }

  /// Sets the suspect for crashes in probation while no known code runs.
  ///
  /// - Parameter object: Usually the object that came on screen last; `nil` for no suspect.
  package func rest(on object: (any StateRestoring)?) {
    guard phase == .idle, let trail = trailOfProbation else { return }
    trail.rest(on: object.flatMap { suspect(for: $0, trail) })
  }

  /// Notes the active object, while the restored state is on probation.
  var trailOfProbation: RestorationTrail? {
    if probation.hasEndedWell { launch.trail = nil }
    return launch.trail
  }

  /// Returns the fingerprint of an object's record or address.
  ///
  /// A restored object is known by its record, and an object that came later by its address. For
  /// an object with neither, it is the fingerprint of the nearest object above that has one.
  private func suspect(for object: any StateRestoring, _ trail: RestorationTrail)
    -> PathFingerprint?
  {
    var candidate: (any StateRestoring)? = object
    while let object = candidate {
      if let restored = trail.fingerprint(of: object) { return restored }
      if let address = try? tree?.address(of: object) { return trail.fingerprint(at: address) }
      candidate = tree?.owner(of: object)
    }
    return nil
  }
}

/// Decides whether the restored state counts as good.
extension RestorationCoordinator {
  /// Extends probation until ``completeStateRestoration()``.
  ///
  /// Use it for long work on the restored state, such as reopening the file that was open. Until
  /// the work is complete, the restored state does not become the last good generation, and a crash
  /// counts as a crash in restoring. Nothing else waits: launch goes on at once. Calls nest by
  /// count. Has no effect after probation.
  public func extendStateRestoration() {
    let count = probation.extend()
    launchTrace?.say("extend", "\(count) under way")
  }

  /// Ends an extension that ``extendStateRestoration()`` began.
  ///
  /// An unmatched call changes nothing; the log and the next report name it.
  public func completeStateRestoration() {
    guard let left = probation.complete() else { return warn(.unbalancedComplete) }
    launchTrace?.say("complete", "\(left) under way")
    probation.endIfDue()
  }

  /// Ends probation: the restored state becomes the last good generation.
  ///
  /// That happens at once, or when the last extension is complete. In a program without windows,
  /// probation ends automatically ten seconds after ``restore(reason:)`` or ``launchDidEnd()``,
  /// whichever comes later. Has no effect in a process that restored nothing.
  public func didProveGood() { probation.end() }

  /// Adds a late issue about an object to a finished restore's report.
  ///
  /// Also logs the issue.
  package func note(
    _ diagnostic: Diagnostic, about object: any StateRestoring, in report: inout RestorationReport
  ) {
    let issue = RestorationIssue(diagnostic, about: try? address(of: object))
    report.issues.append(issue)
    log([issue], nil)
  }

  /// Adds the results of objects that have come since to this launch's report.
  package func update(_ report: inout RestorationReport) {
    if let newest = launch.updatedReport() { report.results = newest.results }
  }

  /// Logs which restored controllers are in no window.
  package func logUnplaced(_ report: RestorationReport) {
    guard !report.unplaced.isEmpty else { return }
    logger.notice("\(report.unplaced.count) restored controllers are in no window")
    let addresses = Set(report.unplaced)
    for issue in report.issues where issue.address.map(addresses.contains) ?? false {
      logger.debug("\(issue)")
    }
  }

  /// Reports that a controller was not presented, because another one is.
  package func warnOfPresenting(_ controller: String, while presented: String) {
    warn(.presentsAlready(presented: presented, refused: controller))
  }

  /// Logs a caller's mistake and adds it to the next preserve report.
  func warn(_ diagnostic: Diagnostic) {
    state.issues.append(RestorationIssue(diagnostic, about: nil))
    logger.warning("\(diagnostic)")
  }
}

extension RestorationCoordinator {
  /// Registers a step that migrates a class's records to the next version.
  ///
  /// Steps are chained: to reach version 3, a record of version 1 goes through the step from 1 and
  /// then the step from 2. That happens before its object is looked up and before it decodes.
  /// Register steps at every launch, before ``restore(reason:)``, for as long as archives of that
  /// age may exist:
  ///
  /// ```swift
  /// coordinator.migrate(Photo.self, from: 1, named: "Split the name") { record in
  ///   let name = record.decode(String.self, forKey: "name") ?? ""
  ///   try record.encode(name.components(separatedBy: " "), forKey: "names")
  ///   record.remove("name")
  /// }
  /// ```
  ///
  /// When a step is missing or throws, the object keeps its defaults, the report says so, and all
  /// other objects are restored. Raise `ApplicationDescription.schemaVersion` together with a
  /// class's version, so that older versions of the application leave newer archives alone.
  ///
  /// - Parameters:
  ///   - type: The exact class of the objects. Records under its former names are found, too, if
  ///     its restoration class declares them.
  ///   - version: The schema version before the step; the step leads to the next version.
  ///   - name: The purpose of the step, for report and log; it must not be private.
  ///   - step: Changes one record.
  public func migrate<Object: StatePreserving>(
    _ type: Object.Type, from version: Int, named name: String,
    _ step: @escaping (inout MigratingRecord) throws -> Void
  ) {
    state.migrations.add(
      .init(name: name, body: step), from: version, of: archivedClassName(of: type),
      schemaVersion: type.schemaVersion)
  }

  /// Registers a step that migrates the application record to the next schema.
  ///
  /// Needed only where the application record itself has changed: versions without a step leave it
  /// unchanged. When a step throws, the application record is read as empty.
  ///
  /// - Parameters:
  ///   - version: The `ApplicationDescription.schemaVersion` before the step.
  ///   - name: The purpose of the step, for report and log; it must not be private.
  ///   - step: Changes the record.
  public func migrateApplicationRecord(
    from version: Int, named name: String,
    _ step: @escaping (inout MigratingRecord) throws -> Void
  ) {
    state.migrations.add(
      .init(name: name, body: step), from: version, of: MigrationTable.applicationClass,
      schemaVersion: description.schemaVersion)
  }
}
