// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// An object's name among its siblings, checked to be valid.
///
/// A name must not be empty. It must not contain `/`, which separates the components of a path in
/// text. It must not look like `:[3]:`, the form in which containers number children with equal
/// names.
public struct RestorationIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// Creates an identifier; `nil` when the name is not valid.
  ///
  /// - Parameter string: The name.
  public init?(_ string: String) {
    guard Self.flaw(of: string) == nil else { return nil }
    self.rawValue = string
  }

  /// Why a name is not valid.
  public enum Flaw: String, Hashable, Sendable, CustomStringConvertible {
    /// The name is empty.
    case empty = "is empty"
    /// The name contains `/`, which separates the components of a path.
    case slash = "contains a slash"
    /// The name looks like the number of a child.
    case index = "looks like :[n]:"

    /// A predicate for the name, such as *contains a slash*.
    public var description: String { rawValue }
  }

  /// Returns why a name is not valid.
  ///
  /// - Parameter name: The name.
  /// - Returns: `nil` for a valid name.
  public static func flaw(of name: String) -> Flaw? {
    if name.isEmpty { return .empty }
    if name.utf8.contains(UInt8(ascii: "/")) { return .slash }
    return looksLikeIndex(name) ? .index : nil
  }

  /// Creates an identifier from a name that was already checked.
  package init(checked name: String) { rawValue = name }

  /// The name.
  public var description: String { rawValue }

  /// Returns whether two names are equal, byte for byte.
  ///
  /// Archives look up names by their bytes.
  public static func == (left: Self, right: Self) -> Bool {
    ExactString(left.rawValue) == ExactString(right.rawValue)
  }

  /// Hashes the name's bytes.
  public func hash(into hasher: inout Hasher) { ExactString(rawValue).hash(into: &hasher) }

  static func looksLikeIndex(_ string: String) -> Bool {
    // Most names already differ in their first byte.
    guard string.utf8.first == UInt8(ascii: ":"), string.hasPrefix(":["), string.hasSuffix("]:"),
      string.utf8.count > 4
    else {
      return false
    }
    return string.utf8.dropFirst(2).dropLast(2).allSatisfy { (0x30...0x39).contains($0) }
  }
}

/// A string that is compared by its UTF-8 bytes.
///
/// Swift's own comparison treats an accented letter as equal whether it is written as one scalar or
/// as two. The tables of an archive are searched by bytes, so their strings must be distinguished
/// by bytes, too. Otherwise a name written in one form could not be read in the other.
package struct ExactString: Hashable {
  package let string: String

  package init(_ string: String) { self.string = string }

  package static func == (left: Self, right: Self) -> Bool {
    // Strings that Swift finds equal usually have equal bytes.
    left.string == right.string && left.string.utf8.elementsEqual(right.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    string.hash(into: &hasher)
  }
}
