// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import RestorationArchive
import StateRestoration

/// The live tree of an application as preservation sees it: what is preserved, what is not and why,
/// and what the last restore reported.
///
/// Made for tools that show it while the program runs, such as the window of GTKHost. It costs one
/// encode of everything: all hooks that encode are called, the delegate's included. Nothing is
/// written, and nothing counts as changed by it. It is a picture of one moment; to follow an
/// application, keep a ``RestorationInspector``.
public struct RestorationInspection: Sendable {
  /// A group of objects that belong together.
  public struct Section: Sendable, Identifiable {
    /// What the objects have in common.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// The application record.
      case application
      /// The windows, and all below them.
      case windows
      /// Registered objects.
      case registered
      /// Records that nobody has asked for since launch.
      case unclaimed
      /// Records of the restored state whose objects did not come back.
      case dropped
    }

    /// What the objects have in common.
    public let id: Kind
    /// A heading.
    public let title: String
    /// The objects, outermost first.
    public let objects: [InspectedObject]
  }

  /// What came of a save.
  public struct Save: Sendable {
    /// Its number, or why the state was not written.
    public let result: Result<UInt64, ArchiveError>
    /// When it had ended.
    public let time: Date
  }

  /// What a line of the summary says, and its heading.
  public struct Line: Hashable, Sendable {
    /// The heading.
    public let label: String
    /// What is said.
    public let text: String
    /// Whether someone should look into it.
    public let isProblem: Bool
  }

  /// All objects, in groups; a group without objects is left out.
  public let sections: [Section]
  /// Why nothing at all is saved now; `nil` when the state can be saved.
  public let obstacle: String?
  /// How many bytes the state has now, before sealing; 0 when it cannot be saved.
  public let byteCount: Int
  /// What is wrong with no object in particular, one sentence each.
  public let remarks: [String]
  /// Where the application is with saving and restoring, a line for each question.
  public let summary: [Line]

  /// The state there would be in the next save.
  let snapshot: RestorationSnapshot?

  /// Whether the launch restored anything.
  let isRestored: Bool

  /// All objects, in the order in which they are shown.
  public var objects: [InspectedObject] { sections.flatMap { $0.objects.flatMap(\.all) } }

  /// Those that someone should look at.
  public var problems: [InspectedObject] { objects.filter(\.isProblem) }

  /// Looks at an application.
  ///
  /// - Parameter application: One that has launched; of any other, and while state is saved or
  ///   restored, it says what there is without asking what would be saved.
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

  /// What an object saves, in the order in which it was written.
  ///
  /// - Parameter object: An object of this inspection.
  /// - Returns: Nothing for one that is not saved.
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
