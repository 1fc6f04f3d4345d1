// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import Foundation

  /// Something measured, in the shape that `Scripts/bench-exact` describes.
  struct Figure: Codable {
    let name: String
    let value: Double
    let unit: String
    var detail = ""

    static func print(_ figures: [Figure], json: Bool) throws {
      guard !json else {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        Swift.print(String(decoding: try encoder.encode(figures), as: UTF8.self))
        return
      }
      for figure in figures {
        let name = figure.name.padding(toLength: 56, withPad: " ", startingAt: 0)
        let value = figure.value.formatted(.number.precision(.fractionLength(2)))
        Swift.print("\(name)\(value) \(figure.unit) \(figure.detail)")
      }
    }
  }
#endif
