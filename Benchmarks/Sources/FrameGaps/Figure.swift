// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import Foundation

  /// Something measured.
  struct Figure: Codable {
    let name: String
    /// In nanoseconds.
    let value: Double
    var unit = "ns"
    /// The name for people.
    let what: String

    /// Prints figures as a list in JSON.
    static func print(_ figures: [Figure]) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      Swift.print(String(decoding: try encoder.encode(figures), as: UTF8.self))
    }
  }
#endif
