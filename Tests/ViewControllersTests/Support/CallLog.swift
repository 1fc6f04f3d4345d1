// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The recorded hook calls of one test, in order.
///
/// Restoration classes are static and know no test, so there is one log. Tests that read it are
/// synchronous on the main actor and therefore never overlap.
@MainActor enum CallLog {
  private static var entries: [String] = []

  /// Called with each entry while the logged call runs.
  static var onEntry: ((String) -> Void)?

  static func add(_ entry: String) {
    entries.append(entry)
    onEntry?(entry)
  }

  /// Runs a closure and returns its result and the calls it caused.
  static func recording<Value>(_ body: () -> Value) -> (result: Value, calls: [String]) {
    entries = []
    defer { entries = [] }
    let result = body()
    return (result, entries)
  }

  /// Runs a closure and returns the calls it caused.
  static func entries(during body: () -> Void) -> [String] { recording(body).calls }

  /// Runs a closure and returns the entries with a prefix, without it.
  static func entries(_ prefix: String, during body: () -> Void) -> [String] {
    entries(during: body).filter { $0.hasPrefix(prefix + " ") }
      .map { String($0.dropFirst(prefix.count + 1)) }
  }
}
