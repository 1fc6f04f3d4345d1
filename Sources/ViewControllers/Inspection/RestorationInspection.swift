// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import RestorationArchive
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
  public struct Section: Sendable, Identifiable {
    /// The kind of the group.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
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
    public let id: Kind
    /// The heading.
    public let title: String
    /// The objects, outermost first.
    public let objects: [InspectedObject]
  }

  /// The outcome of a save.
  public struct Save: Sendable {
    /// The sequence number, or the reason for failure.
    public let result: Result<UInt64, ArchiveError>
    /// The time at which it ended.
    public let time: Date
  }

  /// One line of the summary with its heading.
  public struct Line: Hashable, Sendable {
    /// The heading.
    public let label: String
    /// The text.
    public let text: String
    /// Whether the line reports a problem.
    public let isProblem: Bool
  }

  /// All objects, in groups; a group without objects is left out.
  public let sections: [Section]
  /// The reason why nothing is saved now; `nil` if saving is possible.
  public let obstacle: String?
  /// The size of the state now in bytes, before sealing.
  ///
  /// 0 if it cannot be saved.
  public let byteCount: Int
  /// The problems that concern no single object, one sentence each.
  public let remarks: [String]
  /// The state of saving and restoring, a line for each question.
  public let summary: [Line]

  /// The state that the next save would write.
  let snapshot: RestorationSnapshot?

  /// Whether the launch restored anything.
  let isRestored: Bool

  /// All objects, in display order.
  public var objects: [InspectedObject] { sections.flatMap { $0.objects.flatMap(\.all) } }

  /// The objects that need attention.
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
  public func values(of object: InspectedObject) -> [InspectedValue] {
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
