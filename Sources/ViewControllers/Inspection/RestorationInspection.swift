// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import RestorationArchive
import StateRestoration

/// The tree of a running application as preservation sees it.
///
/// It shows what is preserved, what is not and why, and what the last restore reported.
///
/// It is made for tools that show it while the program runs, such as the window of GTKHost. It
/// costs one encode of everything: all encoding hooks are called, the delegate's included. It
/// writes nothing, and nothing counts as changed. It is a picture of one moment; to follow an
/// application, keep a ``RestorationInspector``.
public struct RestorationInspection: Sendable {
  /// A group of objects that belong together.
  package struct Section: Sendable, Identifiable {
    /// The kind of the group.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// The application record.
      case application
      /// The windows and all objects below them.
      case windows
      /// Registered objects.
      case registered
      /// Records that no one has requested since launch.
      case unclaimed
      /// Records of the restored state whose objects were not restored.
      case dropped
    }

    /// The kind of the group.
    package let id: Kind
    /// The heading.
    package let title: String
    /// The objects, outermost first.
    package let objects: [InspectedObject]
  }

  /// The outcome of a save.
  package struct Save: Sendable {
    /// The sequence number, or the reason for failure.
    package let result: Result<UInt64, ArchiveError>
    /// The time at which it ended.
    package let time: Date
  }

  /// One line of the summary with its heading.
  package struct Line: Hashable, Sendable {
    /// The heading.
    package let label: String
    /// The text.
    package let text: String
    /// Whether the line reports a problem.
    package let isProblem: Bool
  }

  /// All objects, in groups; a group without objects is left out.
  package let sections: [Section]
  /// The reason why nothing is saved now; `nil` if saving is possible.
  package let obstacle: String?
  /// The size of the state now in bytes, before sealing.
  ///
  /// 0 if it cannot be saved.
  package let byteCount: Int
  /// The problems that concern no single object, one sentence each.
  package let remarks: [String]
  /// The state of saving and restoring, a line for each question.
  package let summary: [Line]

  /// The state that the next save would write.
  let snapshot: RestorationSnapshot?

  /// Whether the launch restored anything.
  let isRestored: Bool

  /// All objects, in display order.
  public var objects: [InspectedObject] { sections.flatMap { $0.objects.flatMap(\.all) } }

  /// The objects that need attention.
  ///
  /// They are not saved completely, or were not restored completely.
  public var problems: [InspectedObject] { objects.filter(\.isProblem) }

  /// Inspects an application.
  ///
  /// - Parameter application: An application that has launched. Before that, and during a save or a
  ///   restore, the inspection lists the objects without a preview of the next save.
  @MainActor public init(of application: Application) {
    let builder = InspectionBuilder(application)
    obstacle = builder.obstacle
    snapshot = builder.snapshot
    isRestored = application.lastRestorationReport?.isRestored ?? false
    byteCount = builder.snapshot == nil ? 0 : builder.report?.byteCount ?? 0
    (sections, remarks) = builder.build()
    var summary = InspectionSummary(application, obstacle: obstacle, byteCount: byteCount)
    summary.add(remarks: remarks)
    summary.add(problems: sections.flatMap { $0.objects.flatMap(\.all) }.count(where: \.isProblem))
    self.summary = summary.lines
  }

  /// Returns the values that an object saves, in writing order.
  ///
  /// - Parameter object: An object of this inspection.
  /// - Returns: An empty array if the object is not saved.
  package func values(of object: InspectedObject) -> [InspectedValue] {
    guard let snapshot, let record = record(of: object),
      let entries = try? snapshot.values(of: record)
    else { return [] }
    return entries.map { InspectedValue($0, in: snapshot) }
  }

  func record(of object: InspectedObject) -> ObjectRecord? {
    guard let snapshot, object.byteCount > 0, let address = object.address,
      let number = snapshot.number(at: address)
    else { return nil }
    return try? snapshot.record(number)
  }
}

/// The reports of the last passes, kept for inspections.
extension Application {
  /// The reason why saving cannot be previewed now; `nil` if possible.
  var reasonNotToPreview: String? {
    if restoration.isLockedOut {
      return
        "The key was locked at launch, or an archive could not be read: nothing is saved until the "
        + "saved state is restored or given up"
    }
    switch phase {
    case .notLaunched, .launching: return "The application has not launched yet"
    case .terminated: return "The application has ended"
    case .running: return restoration.isIdle ? nil : "State is being saved or restored"
    }
  }

  /// Records the result of a save.
  func didPreserve(_ result: Result<UInt64, ArchiveError>, _ report: PreservationReport) {
    lastPreservationReport = report
    lastSave = .init(result: result, time: restoration.now())
    onPreserve?(result, report)
    if case .success = result, phase == .running { roundTripChecks?.didSave(self) }
    inspector?.applicationDidChange()
  }

  /// Records the result of a restore.
  func didEndRestoring(_ report: RestorationReport) {
    lastRestorationReport = report
    onRestore?(report)
    inspector?.applicationDidChange()
  }
}

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
