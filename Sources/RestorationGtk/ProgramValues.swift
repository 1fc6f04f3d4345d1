// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK && compiler(>=6.3)
import CGTK
import StateRestoration

/// The program's own values.
@MainActor final class ProgramValues: @MainActor StatePreserving {
  /// Its identifier, which no window has.
  static let identifier = "values of the program"

  /// The values by key, in the text form of a `GVariant`, with types.
  private var texts: [String: String] = [:]

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(texts, forKey: "values")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    let saved = coder.decode([String: String].self, forKey: "values") ?? [:]
    texts.merge(saved) { own, _ in own }
  }

  /// Returns whether a value differs from the one before.
  func set(_ text: String?, forKey key: String) -> Bool {
    guard texts[key] != text else { return false }
    texts[key] = text
    return true
  }

  /// Returns a new `GVariant`; `nil` when there is no value.
  func value(forKey key: String) throws -> OpaquePointer? {
    guard let text = texts[key] else { return nil }
    var error: UnsafeMutablePointer<GError>?
    let value = unsafe g_variant_parse(nil, text, nil, nil, &error)
    defer { unsafe g_clear_error(&error) }
    guard let value = unsafe value else {
      throw Misuse(
        "the value \(key) cannot be read: \(unsafe string(error?.pointee.message) ?? "")")
    }
    return unsafe value
  }
}
#endif
