// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
