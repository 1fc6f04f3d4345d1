// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// The log of an archiver: saving problems, and trace lines on request.
///
/// A problem is logged once until the next successful save.
final class ArchiverLog: Sendable {
  let logger: Logger
  private let state = Mutex(State())

  private struct State {
    /// Problems already logged since the last successful save.
    var problems: Set<LoggedProblem> = []
    /// Whether the last save failed.
    var isFailing = false
    var isDeveloperModeEnabled = DebugSwitch.developerMode.isOnForThisProcess
    var isDebugLoggingEnabled = DebugSwitch.debugLogging.isOnForThisProcess
    var uptime: RestorationTrace.Uptime = { ContinuousClock.now - ArchiverLog.start }
  }

  private static let start = ContinuousClock.now

  init(_ logger: Logger) { self.logger = logger }

  // MARK: Problems

  /// Identifies a problem by values that do not vary between occurrences.
  ///
  /// File names and sentences may differ each time, so they are not part of it.
  private struct LoggedProblem: Hashable {
    let code: ArchiveError.Code
    let systemError: Int32
    let place: String
  }

  /// Logs an error, unless it was logged since the last successful save.
  ///
  /// - Parameters:
  ///   - sentence: The log line.
  ///   - error: The error that the line describes.
  ///   - place: The archiver's step that failed.
  func warn(
    _ sentence: @autoclosure () -> String, about error: ArchiveError, place: String = #function
  ) {
    let problem = LoggedProblem(code: error.code, systemError: error.systemError, place: place)
    guard state.withLock({ $0.problems.insert(problem).inserted }) else { return }
    logger.error("\(sentence())")
  }

  /// Records a successful save, so that later problems are logged again.
  func didSave() {
    let wasFailing = state.withLock { state in
      defer { (state.problems, state.isFailing) = ([], false) }
      return state.isFailing
    }
    if wasFailing { logger.notice("The state is saved again") }
  }

  /// Records and logs a failed save.
  func didNotSave(_ error: ArchiveError) {
    // A locked key and unread state were already logged when they were found.
    guard ![.keyLocked, .unreadable].contains(error.code) else { return }
    state.withLock { $0.isFailing = true }
    warn("The state could not be saved; the older archive is intact: \(error)", about: error)
  }

  // MARK: Steps

  var isDeveloperModeEnabled: Bool {
    get { state.withLock { $0.isDeveloperModeEnabled } }
    set { state.withLock { $0.isDeveloperModeEnabled = newValue } }
  }

  var isDebugLoggingEnabled: Bool {
    get { state.withLock { $0.isDebugLoggingEnabled } }
    set { state.withLock { $0.isDebugLoggingEnabled = newValue } }
  }

  /// The clock used by debug logging.
  var uptime: RestorationTrace.Uptime {
    get { state.withLock { $0.uptime } }
    set { state.withLock { $0.uptime = newValue } }
  }

  /// Starts a trace of an activity.
  ///
  /// - Parameters:
  ///   - activity: The activity that begins.
  ///   - logger: Receives the lines; the archiver's own logger by default.
  /// - Returns: `nil` unless debug logging is on.
  func newTrace(_ activity: RestorationTrace.Activity, logger: Logger? = nil) -> RestorationTrace? {
    let (isEnabled, uptime) = state.withLock { ($0.isDebugLoggingEnabled, $0.uptime) }
    guard isEnabled else { return nil }
    return RestorationTrace(activity, logger: logger ?? self.logger, uptime: uptime)
  }
}
