// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
