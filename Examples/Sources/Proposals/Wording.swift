// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The texts of the pages in one language.
struct Wording: Sendable {
  let language: String
  let words: [String: String]

  /// Returns all languages.
  ///
  /// The first one is for browsers that accept none of them.
  static func all(in folder: String) throws -> [Wording] {
    try ["en", "de"].map { language in
      let file = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(language).json"))
      return Wording(
        language: language, words: try JSONDecoder().decode([String: String].self, from: file))
    }
  }

  /// Returns the first available language in a browser's `Accept-Language`.
  static func preferred(by header: String?, among all: [Wording]) -> Wording {
    let tags = (header ?? "").split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces).prefix(2).lowercased()
    }
    return tags.lazy.compactMap { tag in all.first { $0.language == tag } }.first ?? all[0]
  }

  subscript(_ key: String) -> String { words[key] ?? key }
}
