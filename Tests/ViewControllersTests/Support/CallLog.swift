// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What the hooks of one test were called for, in order.
///
/// Restoration classes are static and know no test, so there is one log. Tests that read it are
/// synchronous on the main actor and therefore never overlap.
@MainActor enum CallLog {
  private static var entries: [String] = []

  /// Hears of each call while it is made.
  static var onEntry: ((String) -> Void)?

  static func add(_ entry: String) {
    entries.append(entry)
    onEntry?(entry)
  }

  /// Runs something and returns what was called meanwhile.
  static func entries(during body: () -> Void) -> [String] {
    entries = []
    body()
    defer { entries = [] }
    return entries
  }

  /// The same, entries with a prefix only, and without it.
  static func entries(_ prefix: String, during body: () -> Void) -> [String] {
    entries(during: body).filter { $0.hasPrefix(prefix + " ") }
      .map { String($0.dropFirst(prefix.count + 1)) }
  }
}
