// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measuring

/// Everything that was measured.
struct Results {
  var codecs = CodecResults()
  /// Saves, changes, pauses.
  var others: [Figure] = []

  var figures: [Figure] { codecs.figures + others }

  func show() {
    print(
      "Encode: times this package, time per object, spread\n\n\(codecs.table(\.encode).aligned)")
    print("Decode: the same\n\n\(codecs.table(\.decode).aligned)")
    print("Bytes per object\n\n\(codecs.sizeTable.aligned)")
    print("Saves\n\n\(saveTable.aligned)")
  }

  /// Saves, changes and pauses: the median, and where the middle half lies.
  var saveTable: TextTable {
    var table = TextTable(["what", "median", "quartiles"])
    for figure in others {
      let quartiles = [figure.lower, figure.upper].compactMap { $0 }
        .map { NumberText.text($0, figure.unit) }.joined(separator: " – ")
      table.add([figure.what ?? figure.name, NumberText.text(figure.value, figure.unit), quartiles])
    }
    return table
  }

  /// Fills in the tables of a page.
  func fill(page path: String, _ goals: GoalsTable) throws {
    var regions = MarkdownRegions(try String(contentsOfFile: path, encoding: .utf8))
    let parts = [
      "encode": codecs.table(\.encode).markdown, "decode": codecs.table(\.decode).markdown,
      "bytes": codecs.sizeTable.markdown, "saves": saveTable.markdown,
      "goals": "\(goals.table.markdown)\n\(goals.note)",
    ]
    for (name, text) in parts where !regions.fill(name, with: text) {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path])
    }
    try regions.page.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
