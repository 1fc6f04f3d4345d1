// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Server
import Mustache

/// Escapes the values of the templates.
///
/// Mustache's own escaping compares whole characters. A quotation mark with an accent is another
/// character to it, and still ends an attribute in a browser.
struct Markup: MustacheContentType {
  func escapeText(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns the templates of a folder, with their values escaped this way.
  static func templates(in folder: String) async throws -> MustacheLibrary {
    MustacheContentTypes.register(Markup(), named: "MARKUP")
    return try await MustacheLibrary(directory: folder)
  }
}
#endif
