// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Something that a probe has measured of itself.
struct Figure: Codable {
  let name: String
  let value: Double
  let unit: String

  init(_ name: String, _ value: some BinaryInteger, _ unit: String) {
    (self.name, self.value, self.unit) = (name, Double(value), unit)
  }

  init(_ name: String, _ duration: Duration) {
    (self.name, value, unit) = (name, duration / .nanoseconds(1), "ns")
  }

  /// Prints figures as a list in JSON.
  static func print(_ figures: [Figure]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    Swift.print(String(decoding: try encoder.encode(figures), as: UTF8.self))
  }
}
