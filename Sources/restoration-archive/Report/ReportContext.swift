// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The shared context of a report's sections.
///
/// It names and shows objects in the same way in all of them.
struct ReportContext {
  let sources: ReportSources
  let forest: ObjectForest
  let links: [ObjectLink]
  let weights: ObjectWeights
  let names: ObjectNames
  /// The differences; `nil` when there is no state to compare with.
  ///
  /// Empty when the states are equal.
  let difference: SnapshotDifference?
  /// Whether values and paths are shown.
  let reveals: Bool

  var reading: ArchiveReading { sources.reading }
  var snapshot: RestorationSnapshot { reading.snapshot }

  init(_ sources: ReportSources, reveals: Bool) {
    self.sources = sources
    self.reveals = reveals
    forest = ObjectForest(sources.reading)
    links = forest.links(in: sources.reading.snapshot)
    weights = ObjectWeights(forest)
    let before = sources.previous
    difference = before.flatMap {
      try? SnapshotDifference(from: $0.snapshot, to: sources.reading.snapshot)
    }
    names = ObjectNames(
      sources.reading.snapshot,
      others: sources.reading.snapshot.notes.map(\.address)
        + (before.map { before in before.snapshot.allAddresses } ?? []),
      revealsPaths: reveals)
  }

  /// Returns an object's name, linked if the page has the object.
  func link(_ address: RestorationAddress) -> String {
    let name = "<span class=\"name\">\(markup(names.name(address)))</span>"
    guard let number = snapshot.number(at: address), forest[number] != nil else { return name }
    return "<a href=\"#\(Self.anchor(number))\">\(name)</a>"
  }

  /// Returns the symbol of a kind.
  static func sign(_ kind: ObjectKind) -> String {
    "<svg class=\"sign\" width=\"18\" height=\"18\" viewBox=\"-9 -9 18 18\" role=\"img\" "
      + "aria-label=\"\(kind.word)\">\(GraphDrawing.symbol(kind, x: 0, y: 0))</svg>"
  }

  /// Returns the anchor of an object's values.
  static func anchor(_ number: ObjectNumber) -> String { "object-\(number.rawValue + 1)" }

  /// Returns a bar that shows a part of a whole.
  static func bar(_ part: Int, of whole: Int, color: String = "bar") -> String {
    let percent = whole > 0 ? Double(part) * 100 / Double(whole) : 0
    return "<svg class=\"measure\" height=\"8\" aria-hidden=\"true\"><rect class=\"groove\" "
      + "width=\"100%\" height=\"8\" rx=\"4\"/><rect class=\"\(color)\" "
      + "width=\"\(decimal(percent))%\" height=\"8\" rx=\"4\"/></svg>"
  }
}

extension RestorationSnapshot {
  /// The addresses of all objects, including those without a record.
  fileprivate var allAddresses: [RestorationAddress] {
    (0..<objectCount).compactMap { address(of: ObjectNumber(UInt32($0))) }
  }
}

/// One section of a report.
struct ReportSection {
  /// Its anchor.
  let anchor: String
  let title: String
  /// An introductory sentence, as markup.
  var lead: String?
  /// Its content, as markup.
  let content: String
}
