// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
public import StateRestoration

/// Checks by themselves, in sessions that ask for them.
extension Application {
  /// Whether the environment asks for checks: `RESTORATION_ROUND_TRIP=1`.
  public nonisolated static var isRoundTripCheckRequested: Bool {
    ProcessInfo.processInfo.environment["RESTORATION_ROUND_TRIP"] == "1"
  }

  /// Checks after saves what would come back, and says so in the log when that changes.
  ///
  /// A program calls it at launch and leaves it in: without `RESTORATION_ROUND_TRIP=1` in the
  /// environment nothing happens. A check takes place five seconds after a save, once for all saves
  /// of that time. How many findings there are is logged at notice level, what they are at debug
  /// level.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether checks take place, by default as the environment says.
  ///   - configure: Does to the second application what the program does before launch.
  ///   - makeDelegate: Makes a delegate; see ``checkRoundTrip(configuring:launching:)``.
  ///   - onCheck: Told of every check.
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

/// When the next check takes place, and what the last one found.
@MainActor final class RoundTripChecks {
  /// How long after a save; all saves until then share the check.
  private static let delay = Duration.seconds(5)

  private let check: @MainActor (Application) -> RoundTripReport
  private var scheduled: (any ScheduledAction)?
  private var lastFindings: [RoundTripFinding]?

  init(_ check: @escaping @MainActor (Application) -> RoundTripReport) { self.check = check }

  /// State was saved.
  func didSave(_ application: Application) {
    guard scheduled == nil else { return }
    scheduled = application.host.schedule(after: Self.delay) { [weak self, weak application] in
      guard let self, let application else { return }
      scheduled = nil
      // A hook may run events, and a pass within a pass ends the program.
      guard application.reasonNotToPreview == nil else { return }
      log(check(application), to: application.restoration.logger)
    }
  }

  private func log(_ report: RoundTripReport, to logger: Logger) {
    guard report.findings != lastFindings else { return }
    lastFindings = report.findings
    guard !report.isClean else {
      return logger.notice("Round trip: everything would come back as it is")
    }
    logger.notice(
      "Round trip: \(report.findings.count) findings; the debug level has them")
    for finding in report.findings { logger.debug("Round trip: \(finding)") }
  }
}
