// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The languages that the user prefers, as gettext finds them: Foundation does not ask the environment.
enum UserLanguages {
  /// The names of languages, best first, such as `de-AT`; none for the language of the program itself.
  static func preferred(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let locale, !["C", "POSIX"].contains(name(locale)) else { return [] }
    let list = environment["LANGUAGE"]?.split(separator: ":").map(String.init) ?? []
    return (list.isEmpty ? [locale] : list).map(name)
  }

  /// The folders of a language, the closest first, such as `de-AT.lproj` and `de.lproj`.
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

  /// Without encoding and variant.
  private static func name(_ locale: String) -> String {
    String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
  }
}
