// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Keeps an inspection of a running application up to date.
///
/// Keep it as long as it is shown; it does not retain the application. An application has one
/// inspector, the latest. It only observes: a refresh calls the encoding hooks, but writes nothing
/// and does not count as a change.
@MainActor public final class RestorationInspector {
  /// The latest inspection.
  public private(set) var inspection: RestorationInspection

  /// Called after each refresh.
  public var onRefresh: (@MainActor () -> Void)?

  private weak var application: Application?
  private var pending: (any ScheduledAction)?

  /// The delay from a change to the refresh.
  ///
  /// Further changes and the save in that time share the refresh.
  private static let delay = Duration.milliseconds(700)

  /// Inspects an application now, and after each change and save.
  ///
  /// - Parameter application: The application; held weakly.
  public init(_ application: Application) {
    self.application = application
    inspection = RestorationInspection(of: application)
    application.inspector = self
  }

  /// Refreshes the inspection now.
  public func refresh() {
    pending?.cancel()
    pending = nil
    guard let application else { return }
    inspection = RestorationInspection(of: application)
    onRefresh?()
  }

  /// Stops automatic refreshes.
  public func close() {
    pending?.cancel()
    pending = nil
    if application?.inspector === self { application?.inspector = nil }
  }

  /// Schedules a refresh after a change, save or restore.
  func applicationDidChange() {
    guard pending == nil, let host = application?.host else { return }
    pending = host.schedule(after: Self.delay) { [weak self] in self?.refresh() }
  }
}
