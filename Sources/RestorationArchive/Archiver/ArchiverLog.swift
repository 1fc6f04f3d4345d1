// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// What an archiver says: what keeps state from being saved once, and each step where that is asked
/// for (R132).
final class ArchiverLog: Sendable {
  let logger: Logger
  private let state = Mutex(State())

  private struct State {
    /// What was said since the last save that went well.
    var issues: Set<RestorationIssue> = []
    /// Whether the last save failed.
    var isFailing = false
    var isDeveloperModeEnabled = DebugSwitch.developerMode.isOnForThisProcess
    var isDebugLoggingEnabled = DebugSwitch.debugLogging.isOnForThisProcess
    var uptime: RestorationTrace.Uptime = { ContinuousClock.now - ArchiverLog.start }
  }

  private static let start = ContinuousClock.now

  init(_ logger: Logger) { self.logger = logger }

  // MARK: Issues

  /// What a issue is about: neither file names nor sentences, which may differ each time.
  private struct RestorationIssue: Hashable {
    let code: ArchiveError.Code
    let systemError: Int32
    let place: String
  }

  /// Logs an error, unless it was logged since the last save that went well.
  ///
  /// - Parameters:
  ///   - sentence: The line.
  ///   - error: What it is about.
  ///   - place: Which of the archiver's steps this is.
  func complain(
    _ sentence: @autoclosure () -> String, about error: ArchiveError, place: String = #function
  ) {
    let issue = RestorationIssue(code: error.code, systemError: error.systemError, place: place)
    guard state.withLock({ $0.issues.insert(issue).inserted }) else { return }
    logger.error("\(sentence())")
  }

  /// A save went well: what goes wrong from now on is news again.
  func didSave() {
    let wasFailing = state.withLock { state in
      defer { (state.issues, state.isFailing) = ([], false) }
      return state.isFailing
    }
    if wasFailing { logger.notice("The state is saved again") }
  }

  /// A save failed.
  func didNotSave(_ error: ArchiveError) {
    // A locked key and unread state were told of when they were met.
    guard ![.keyLocked, .unreadable].contains(error.code) else { return }
    state.withLock { $0.isFailing = true }
    complain("The state could not be saved; the older archive is intact: \(error)", about: error)
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

  /// The clock of what debug logging says.
  var uptime: RestorationTrace.Uptime {
    get { state.withLock { $0.uptime } }
    set { state.withLock { $0.uptime = newValue } }
  }

  /// Begins to say what is done.
  ///
  /// - Parameters:
  ///   - activity: What is about to be done.
  ///   - logger: Where to say it; the archiver's own by default.
  /// - Returns: `nil` unless debug logging is on.
  func newTrace(_ activity: RestorationTrace.Activity, logger: Logger? = nil) -> RestorationTrace? {
    let (isEnabled, uptime) = state.withLock { ($0.isDebugLoggingEnabled, $0.uptime) }
    guard isEnabled else { return nil }
    return RestorationTrace(activity, logger: logger ?? self.logger, uptime: uptime)
  }
}
