// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A storyboard's texts in the user's language, from a table.
///
/// `de.lproj/Main.strings` beside `Base.lproj/Main.storyboard` has a line for each text, such as
/// `"lbl-1a-2b3.text" = "Anfang";`: the object's id and its property.
struct StoryboardTranslation {
  /// The size limit of a table, in bytes.
  private static let mostBytes = 4 << 20

  /// The texts by object and property.
  let texts: [String: String]

  /// Reads the first table in a language the user prefers.
  ///
  /// `nil` if there is none, or none that can be read.
  ///
  /// - Parameters:
  ///   - name: The storyboard's name.
  ///   - folder: The folder of the storyboard.
  ///   - languages: The preferred languages, such as `de-AT`, best first.
  init?(of name: String, in folder: URL, languages: [String] = UserLanguages.preferred()) {
    // A storyboard in a language's folder is in that language.
    if folder.pathExtension == "lproj", folder.lastPathComponent != "Base.lproj" { return nil }
    let parent = folder.pathExtension == "lproj" ? folder.deletingLastPathComponent() : folder
    // The file's texts are assumed to be English.
    let tables = languages.prefix { $0.prefix(2) != "en" }
      .flatMap(UserLanguages.folders).map { parent.appendingPathComponent("\($0)/\(name).strings") }
    guard let file = tables.first(where: { FileManager.default.fileExists(atPath: $0.path) }),
      let data = try? Data(contentsOf: file), data.count <= Self.mostBytes,
      let text = String(
        data: data, encoding: data.first == 0xFF || data.first == 0xFE ? .utf16 : .utf8)
    else { return nil }
    texts = Self.texts(in: text)
  }

  /// Replaces the file's texts with these texts.
  ///
  /// - Parameter objects: The objects of the storyboard by their ids.
  func apply(to objects: [String: Element]) {
    for (key, text) in texts {
      guard let dot = key.lastIndex(of: "."), let object = objects[String(key[..<dot])] else {
        continue
      }
      Self.apply(text, to: object, property: String(key[key.index(after: dot)...]))
    }
  }

  private static func apply(_ text: String, to object: Element, property: String) {
    if let open = property.firstIndex(of: "["),
      let index = Int(property[property.index(after: open)...].dropLast())
    {
      let parts = object.list(property.hasPrefix("segment") ? "segments" : "scopeButtonTitles")
      guard parts.indices.contains(index) else { return }
      if parts[index].name == "segment" {
        parts[index].setString(text, forKey: "title")
      } else {
        parts[index].text = text
      }
    } else if property == "normalTitle" {
      object.children.first { $0.name == "state" && $0["key"] == "normal" }?
        .setString(text, forKey: "title")
    } else {
      object.setString(text, forKey: property)
    }
  }

  // MARK: Tables

  /// Reads `"key" = "text";` until something else comes; skips comments.
  private static func texts(in table: String) -> [String: String] {
    var texts: [String: String] = [:]
    var rest = table[...]
    while let key = string(&rest), take("=", &rest), let text = string(&rest), take(";", &rest) {
      texts[key] = text
    }
    return texts
  }

  private static func take(_ character: Character, _ rest: inout Substring) -> Bool {
    skip(&rest)
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Skips white space and comments.
  private static func skip(_ rest: inout Substring) {
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? rest[rest.endIndex...]
      } else {
        return
      }
    }
  }

  private static func string(_ rest: inout Substring) -> String? {
    skip(&rest)
    guard rest.first == "\"" else { return nil }
    rest.removeFirst()
    var text = ""
    while let next = rest.popFirst(), next != "\"" {
      guard next == "\\" else {
        text.append(next)
        continue
      }
      switch rest.popFirst() {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "U", "u":
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
          text.unicodeScalars.append(scalar)
        }
      case let other?: text.append(other)
      case nil: return nil
      }
    }
    return text
  }
}

/// The user's preferred languages, as gettext finds them.
///
/// Foundation does not read these environment variables.
enum UserLanguages {
  /// Returns the preferred languages, best first, such as `de-AT`.
  ///
  /// Empty for the program's own language.
  static func preferred(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let locale, !["C", "POSIX"].contains(name(locale)) else { return [] }
    let list = environment["LANGUAGE"]?.split(separator: ":").map(String.init) ?? []
    return (list.isEmpty ? [locale] : list).map(name)
  }

  /// Returns a language's folder names, the closest first.
  ///
  /// For example `de-AT.lproj`, then `de.lproj`.
  static func folders(of language: String) -> [String] {
    var names = [language]
    if language == "zh-CN" { names.append("zh-Hans") }
    if language == "zh-TW" || language == "zh-HK" { names.append("zh-Hant") }
    var rest = language[...]
    while let dash = rest.lastIndex(of: "-") {
      rest = rest[..<dash]
      names.append(String(rest))
    }
    return names.map { "\($0).lproj" }
  }

  /// Returns a locale's name without encoding and variant.
  private static func name(_ locale: String) -> String {
    String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
  }
}

extension Bundle {
  /// The name of this bundle in archives.
  ///
  /// It is the bundle's identifier, else its folder's name.
  ///
  /// The path would differ between installations.
  var storyboardName: String {
    if self == Bundle.main { return "Main Bundle" }
    return bundleIdentifier ?? bundleURL.lastPathComponent
  }

  /// Returns the file of a storyboard, or `nil`.
  ///
  /// It lies at the top of the bundle, in `Base.lproj`, or in the folder of a language.
  ///
  /// - Parameter name: The name without extension; one that leads out of the bundle finds nothing.
  /// - Returns: `nil` if there is none.
  func storyboardFile(named name: String) -> URL? {
    guard !name.isEmpty, !name.contains("/"), !name.contains("\0") else { return nil }
    let folder = resourceURL ?? bundleURL
    let languages = UserLanguages.preferred().flatMap(UserLanguages.folders)
    let folders = [""] + languages + ["Base.lproj", "en.lproj"]
    return folders.lazy
      .map { $0.isEmpty ? folder : folder.appendingPathComponent($0) }
      .map { $0.appendingPathComponent("\(name).storyboard") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }
}
