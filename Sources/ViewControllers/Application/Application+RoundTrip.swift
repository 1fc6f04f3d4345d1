// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import RestorationArchive
public import StateRestoration

/// Checks, while the application runs, what a launch would restore.
extension Application {
  /// Restores this application's state into a second one and compares both.
  ///
  /// For debug sessions and tests. The second application lives in memory: a new delegate restores
  /// the state on a ``HeadlessHost``, with a store and a key in memory. Nothing is written to disk
  /// and no window is shown. This application's next save is as if there had been no check.
  /// ``shared`` is the second application during its launch. The launch code runs: anything other
  /// than a window that a delegate opens at launch is opened twice. State that only a toolkit
  /// knows, such as the history of a web page, is copied by the model and counts as restored.
  ///
  /// Call it between events, never in a hook.
  ///
  /// - Parameters:
  ///   - configure: Prepares the second application as the program does before launch. Classes,
  ///     makers and migration steps registered before launch are already there.
  ///   - makeDelegate: Creates a delegate as the program does. It must share no controller with
  ///     this one.
  /// - Returns: The state that would not be restored, with reasons.
  public func checkRoundTrip(
    configuring configure: (Application) -> Void = { _ in },
    launching makeDelegate: () -> any ApplicationDelegate
  ) -> RoundTripReport {
    let preview = restoration.preview()
    let archiver: Archiver
    switch restoration.roundTripArchiver(for: preview) {
    case .failure(let finding): return RoundTripReport(finding, before: preview)
    case .success(let made): archiver = made
    }
    let host = HeadlessHost(userInterfaceIdiom: self.host.userInterfaceIdiom)
    let shadow = Application(
      restoration.description, delegate: makeDelegate(), host: host, archiver: archiver)
    shadow.installsFatalSignalHandlers = false
    var restored: RestorationReport?
    shadow.onRestore = { restored = $0 }
    let (after, lostClosures) = Application.sharing(shadow) {
      registeredBeforeLaunch?.register(in: shadow)
      configure(shadow)
      shadow.launch()
      return (
        shadow.restoration.preview(),
        restoration.lostClosures(of: tree.members, in: shadow.restoration, shadow.tree.members)
      )
    }
    // Leave as if killed: no hook may hear of the end of a program that was never on screen.
    shadow.leaveQuietly()
    restoration.didCheckRoundTrip()
    guard let restored else {
      return RoundTripReport(
        RoundTripFinding(.notRestored, "the launch did not reach the restore"), before: preview)
    }
    return RoundTripReport(
      before: preview, restoration: restored, after: after,
      unsaved: unsavedOnScreen(comparedWith: shadow), lostClosures: lostClosures,
      savedByRowNumber: listsByRowNumber)
  }

  /// Lists that save selection or position without model identifiers.
  private var listsByRowNumber: [RestorationAddress] {
    tree.members.compactMap { member in
      guard let list = member as? ElementsView, list.savesRowNumbers else { return nil }
      return try? tree.address(of: list)
    }
  }

  /// Returns unsaved controllers on screen that launch does not create again.
  private func unsavedOnScreen(comparedWith shadow: Application) -> [RoundTripFinding] {
    var made: [String: Int] = [:]
    for (name, _) in shadow.namelessOnScreen { made[name, default: 0] += 1 }
    return namelessOnScreen.compactMap { name, link in
      if let count = made[name], count > 0 {
        made[name] = count - 1
        return nil
      }
      return RoundTripFinding(
        .notSaved, "\(name) is on screen and is neither saved nor made by launch code: \(link)")
    }
  }

  /// The classes of controllers on screen without path, with reasons.
  private var namelessOnScreen: [(className: String, link: BrokenLink)] {
    func collect(_ controller: ViewController) -> [ViewController] {
      [controller] + controller.shownControllers.flatMap(collect)
    }
    return windows.filter(\.isVisible).flatMap(\.presentationChain).flatMap(collect)
      .filter { !$0.isTransient }
      .compactMap { controller in
        do throws(BrokenLink) {
          _ = try tree.address(of: controller)
          return nil
        } catch {
          return (archivedClassName(of: type(of: controller)), error)
        }
      }
  }
}

/// The registrations that a program makes before each launch.
///
/// What is registered later comes too late for restoring, so it does not count.
@MainActor struct RegisteredBeforeLaunch {
  private let registrations: RestorationCoordinator.Registrations
  private let classes: [String: any ViewControllerRestoration.Type]
  private let storyboardOpener: (any StoryboardOpening)?

  init(of application: Application) {
    registrations = application.restoration.registrations
    classes = application.tree.registeredClasses
    storyboardOpener = application.storyboardOpener
  }

  /// Registers it in another application that is not launched yet.
  func register(in application: Application) {
    application.restoration.registrations = registrations
    application.tree.registeredClasses = classes
    application.storyboardOpener = storyboardOpener
  }
}

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
