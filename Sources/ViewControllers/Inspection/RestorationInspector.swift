// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Follows what is preserved of a running application.
///
/// Keep it as long as it is shown; it does not keep the application. An application has one
/// inspector, the latest. It looks on without taking part: a refresh calls the hooks that encode, and
/// neither writes anything nor counts as a change.
@MainActor public final class RestorationInspector {
  /// What was found last.
  public private(set) var inspection: RestorationInspection

  /// Called after each refresh.
  public var onRefresh: (@MainActor () -> Void)?

  private weak var application: Application?
  private var pending: (any ScheduledAction)?

  /// How long a change waits for others, and for its save, until all are looked at together.
  private static let delay = Duration.milliseconds(700)

  /// Looks at an application, and again soon after each change and each save.
  ///
  /// - Parameter application: The application; held weakly.
  public init(_ application: Application) {
    self.application = application
    inspection = RestorationInspection(of: application)
    application.inspector = self
  }

  /// Looks again now.
  public func refresh() {
    pending?.cancel()
    pending = nil
    guard let application else { return }
    inspection = RestorationInspection(of: application)
    onRefresh?()
  }

  /// Ends it: it looks no more by itself.
  public func close() {
    pending?.cancel()
    pending = nil
    if application?.inspector === self { application?.inspector = nil }
  }

  /// Something was invalidated, saved or restored.
  func applicationDidChange() {
    guard pending == nil, let host = application?.host else { return }
    pending = host.schedule(after: Self.delay) { [weak self] in self?.refresh() }
  }
}
