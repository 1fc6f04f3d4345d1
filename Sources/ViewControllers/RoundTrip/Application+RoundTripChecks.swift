// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
public import StateRestoration

/// Automatic checks, in sessions that request them.
extension Application {
  /// Whether the environment requests checks: `RESTORATION_ROUND_TRIP=1`.
  public nonisolated static var isRoundTripCheckRequested: Bool {
    ProcessInfo.processInfo.environment["RESTORATION_ROUND_TRIP"] == "1"
  }

  /// Checks after saves what a launch would restore.
  ///
  /// It logs the result when it changes.
  ///
  /// A program can always call it at launch: without `RESTORATION_ROUND_TRIP=1` in the environment
  /// it does nothing. A check runs five seconds after a save, once for all saves in that time. The
  /// number of findings is logged at notice level, the findings at debug level.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether checks run; by default the environment decides.
  ///   - configure: Prepares the second application as the program does before launch.
  ///   - makeDelegate: Creates a delegate; see ``checkRoundTrip(configuring:launching:)``.
  ///   - onCheck: Called after every check.
  public func checkRoundTripsAfterSaves(
    isEnabled: Bool = Application.isRoundTripCheckRequested,
    configuring configure: @escaping @MainActor (Application) -> Void = { _ in },
    launching makeDelegate: @escaping @MainActor () -> any ApplicationDelegate,
    onCheck: @escaping @MainActor (RoundTripReport) -> Void = { _ in }
  ) {
    guard isEnabled else { return roundTripChecks = nil }
    roundTripChecks = RoundTripChecks { application in
      let report = application.checkRoundTrip(configuring: configure, launching: makeDelegate)
      onCheck(report)
      return report
    }
  }
}

/// The schedule of checks and the findings of the last one.
@MainActor final class RoundTripChecks {
  /// The delay after a save; saves in that time share the check.
  private static let delay = Duration.seconds(5)

  private let check: @MainActor (Application) -> RoundTripReport
  private var scheduled: (any ScheduledAction)?
  private var lastFindings: [RoundTripFinding]?

  init(_ check: @escaping @MainActor (Application) -> RoundTripReport) { self.check = check }

  /// Schedules a check after a save.
  func didSave(_ application: Application) {
    guard scheduled == nil else { return }
    scheduled = application.host.schedule(after: Self.delay) { [weak self, weak application] in
      guard let self, let application else { return }
      scheduled = nil
      // A hook may run events, and a nested pass ends the program.
      guard application.reasonNotToPreview == nil else { return }
      log(check(application), to: application.restoration.logger)
    }
  }

  private func log(_ report: RoundTripReport, to logger: Logger) {
    guard report.findings != lastFindings else { return }
    lastFindings = report.findings
    guard !report.isClean else {
      return logger.notice("Round trip: all that is compared would come back as it is")
    }
    logger.notice(
      "Round trip: \(report.findings.count) findings; the debug level has them")
    for finding in report.findings { logger.debug("Round trip: \(finding)") }
  }
}
