// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The name of an object among its siblings, checked (R12).
///
/// A name must not be empty, must not contain `/`, which separates the components of a path in
/// text, and must not look like `:[3]:`, which is how containers number children with equal names.
public struct RestorationIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// Checks a name; `nil` when it cannot be part of a path.
  ///
  /// - Parameter string: The name.
  public init?(_ string: String) {
    guard !string.isEmpty, !string.utf8.contains(UInt8(ascii: "/")), !Self.looksLikeIndex(string)
    else { return nil }
    self.rawValue = string
  }

  /// A name of a table of which all names were checked.
  package init(checked name: String) { rawValue = name }

  /// The name.
  public var description: String { rawValue }

  /// Whether two names are the same, byte for byte: an archive finds them by their bytes.
  public static func == (left: Self, right: Self) -> Bool {
    ExactString(left.rawValue) == ExactString(right.rawValue)
  }

  /// Feeds the name's bytes to a hash.
  public func hash(into hasher: inout Hasher) { ExactString(rawValue).hash(into: &hasher) }

  static func looksLikeIndex(_ string: String) -> Bool {
    // Most names differ in their first byte, and are compared as text no further.
    guard string.utf8.first == UInt8(ascii: ":"), string.hasPrefix(":["), string.hasSuffix("]:"),
      string.utf8.count > 4
    else {
      return false
    }
    return string.utf8.dropFirst(2).dropLast(2).allSatisfy { (0x30...0x39).contains($0) }
  }
}
