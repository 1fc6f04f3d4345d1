// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The kind of an archived object.
///
/// It is part of the object's identity, so that equal paths of different kinds never clash.
public enum ObjectKind: UInt8, Hashable, Sendable, CaseIterable {
  /// The application record, shared by the delegate's hooks.
  case application = 0
  /// A window's own state.
  case window = 1
  /// A view controller.
  case controller = 2
  /// A view.
  case view = 3
  /// Any other registered object.
  case object = 4
}

/// The address of an object in an archive: window, kind and path.
public struct RestorationAddress: Hashable, Sendable, CustomStringConvertible {
  /// The window's identifier or order; empty for objects without a window.
  public var scene: String
  /// The object's kind.
  public var kind: ObjectKind
  /// The object's path within the scene.
  public var path: RestorationPath

  /// Creates an address.
  public init(scene: String, kind: ObjectKind, path: RestorationPath) {
    (self.scene, self.kind, self.path) = (scene, kind, path)
  }

  /// Returns whether two addresses are equal, byte for byte.
  ///
  /// Archives look up addresses by their bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.path == right.path
      && ExactString(left.scene) == ExactString(right.scene)
  }

  /// Hashes the address's bytes.
  public func hash(into hasher: inout Hasher) {
    ExactString(scene).hash(into: &hasher)
    hasher.combine(kind)
    hasher.combine(path)
  }

  /// The address of the application record.
  public static let application = RestorationAddress(
    scene: "", kind: .application, path: RestorationPath())

  /// The path as text; the kind and scene if it is empty.
  public var description: String {
    path.components.isEmpty ? "(\(kind)\(scene.isEmpty ? "" : " \(scene)"))" : path.description
  }
}

/// The number of an object in an archive; references store it.
public struct ObjectNumber: Hashable, Sendable, Comparable {
  @usableFromInline package let rawValue: UInt32

  @inlinable
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The number as an index into tables with one entry per object.
  @inlinable
  package var index: Int { Int(rawValue) }

  /// Orders objects by their first encounter.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An object's path: the identifiers from a root down to it.
public struct RestorationPath: Hashable, Sendable, CustomStringConvertible {
  /// A component of a path.
  public enum Component: Hashable, Sendable, CustomStringConvertible {
    /// An object's own name.
    case identifier(RestorationIdentifier)
    /// A container's number for a child, to distinguish equal names.
    ///
    /// Archives store numbers from 0 to 2,147,483,647.
    case index(Int)

    /// The name, or the number as `:[3]:`.
    public var description: String {
      switch self {
      case .identifier(let identifier): identifier.rawValue
      case .index(let index): ":[\(index)]:"
      }
    }
  }

  /// The maximum number of components of an archived path.
  ///
  /// Deeper objects are not preserved.
  public static let maximumDepth = ArchiveLimits.pathDepth

  /// The components, outermost first.
  public private(set) var components: [Component]

  /// Creates an empty path.
  public init() { components = [] }

  /// Creates a path from its components.
  ///
  /// - Parameter components: The components, outermost first.
  public init(_ components: [Component]) { self.components = components }

  /// Returns this path with one more component.
  ///
  /// - Parameter component: The component to append.
  /// - Returns: The longer path.
  public func appending(_ component: Component) -> RestorationPath {
    RestorationPath(components + [component])
  }

  /// The names alone, as the application receives them.
  ///
  /// The last name is the object's own.
  public var identifiers: [String] {
    components.compactMap { component in
      if case .identifier(let identifier) = component { identifier.rawValue } else { nil }
    }
  }

  /// All components joined by `/`, as tool and log show them.
  public var description: String {
    components.map(\.description).joined(separator: "/")
  }

  /// Reads a path as ``description`` writes it.
  package init?(_ text: String) {
    var components: [Component] = []
    for part in text.isEmpty ? [] : text.split(separator: "/", omittingEmptySubsequences: false) {
      guard let component = Component(String(part)) else { return nil }
      components.append(component)
    }
    self.init(components)
  }
}

extension RestorationPath.Component {
  /// Reads a component as ``description`` writes it.
  init?(_ text: String) {
    if let identifier = RestorationIdentifier(text) {
      self = .identifier(identifier)
    } else if RestorationIdentifier.looksLikeIndex(text),
      let index = Int(text.dropFirst(2).dropLast(2))
    {
      self = .index(index)
    } else {
      return nil
    }
  }
}

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
