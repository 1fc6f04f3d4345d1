// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
public import RestorationArchive

/// What a process leaves behind for the case that it does not end in order (R193), and how state is
/// given up.
extension RestorationCoordinator {
  /// Whether archives stay as they are on error, crash and force quit; see
  /// ``/RestorationArchive/Archiver/isDeveloperModeEnabled`` (R132).
  public var isDeveloperModeEnabled: Bool {
    get { archiver.isDeveloperModeEnabled }
    set { archiver.isDeveloperModeEnabled = newValue }
  }

  /// Whether every step of saving and restoring is logged with the time it took; see
  /// ``/RestorationArchive/Archiver/isDebugLoggingEnabled`` (R132).
  public var isDebugLoggingEnabled: Bool {
    get { archiver.isDebugLoggingEnabled }
    set { archiver.isDebugLoggingEnabled = newValue }
  }

  /// Says how launch goes on; `nil` unless debug logging is on.
  package var launchPlay: RestorationTrace? { launch.trace }

  /// Begins to say what is done; `nil` unless debug logging is on.
  package func newTrace(_ activity: RestorationTrace.Activity) -> RestorationTrace? {
    archiver.newTrace(activity, logger: logger)
  }

  /// Launch begins: opens the archives, and notes from here on how the process ends (R193).
  ///
  /// Called first thing at launch by `Application`, so that a crash in launch code is told from one
  /// in restoring. A program without application may call it as well; without, only ends within
  /// ``restore(reason:)`` count. What was opened is what ``restore(reason:)`` restores.
  ///
  /// - Parameters:
  ///   - reason: What the host knows; ``LaunchReason/pristine`` opens nothing.
  ///   - installsSignalHandlers: Whether SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT and SIGTRAP are
  ///     noted by handlers, which pass them on to those that were installed before. A program with a
  ///     crash handler of its own says `false` and calls `restoration_note_fatal_signal` of the
  ///     module `FatalSignalNote` in that; it may be called in a signal handler.
  public func beginLaunch(reason: LaunchReason? = nil, installsSignalHandlers: Bool = true) {
    launch.trace = newTrace(.launch)
    saving.hasBegunLaunch = true
    guard reason != .pristine else { return }
    launch.openedLoad = archiver.load()
    launch.installsSignalHandlers = installsSignalHandlers
    noteFatalSignals()
  }

  /// Has the marker hear of fatal signals if launch was begun; there may be none before a locked key
  /// was unlocked.
  func noteFatalSignals() {
    guard let installs = launch.installsSignalHandlers, let marker = archiver.launchMarker else {
      return
    }
    if !marker.noteFatalSignals(installsHandler: installs) {
      logger.warning("The system lets no handler note fatal signals; crashes look like kills")
    }
  }

  /// Launch is over: the first frame was shown, or there will be none.
  ///
  /// If state was restored, its probation ends ten seconds later, or by ``didProveGood()`` before; if
  /// not, nothing is on probation.
  public func launchDidEnd() {
    endLaunch()
    if launch.hasRestored { saving.startProbation() }
  }

  /// The first frame is on screen; told once or more often.
  ///
  /// Starts the probation after which the restored state counts as good (R131).
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

  /// The process ends as it should: by itself, or by a signal that it handled (R193).
  ///
  /// An end by `exit` is noted without this, if signals are.
  public func processWillEnd() { archiver.launchMarker?.endInOrder() }

  /// Gives up everything that was saved, in all generations, and waits until it is gone (R130).
  ///
  /// Records that nobody has asked for go with it. In developer mode nothing is deleted, and the log
  /// says so.
  ///
  /// - Throws: `ArchiveError` when something could not be removed.
  public func discardState() throws(ArchiveError) {
    guard !isDeveloperModeEnabled else {
      logger.notice("Developer mode: all archives would have been deleted")
      return
    }
    try retire(PreservationReport(reason: .explicit)).commitAndWait()
  }

  /// Lets an object work during probation: if the process crashes in it, it is the suspect (R195 b).
  ///
  /// An object without a path stands for the nearest one above it that has one. Outside probation
  /// this only calls the closure.
  ///
  /// - Parameters:
  ///   - object: Whose code runs.
  ///   - body: Runs at once.
  /// - Returns: What the closure returned.
  package func working<Result>(on object: any StateRestoring, _ body: () -> Result) -> Result {
    guard phase == .idle, let trail = trailOfProbation else { return body() }
    return trail.working(on: suspect(for: object, trail), body)
  }

  /// Says whom a crash in probation is put down to while nothing is at work that is known.
  ///
  /// - Parameter object: What came on screen last, as a rule; `nil` for nothing.
  package func rest(on object: (any StateRestoring)?) {
    guard phase == .idle, let trail = trailOfProbation else { return }
    trail.rest(on: object.flatMap { suspect(for: $0, trail) })
  }

  private var trailOfProbation: RestorationTrail? {
    if verdict.hasFallen { launch.trail = nil }
    return launch.trail
  }

  /// What was restored is known by its record, what came since by its place, if it has one.
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
