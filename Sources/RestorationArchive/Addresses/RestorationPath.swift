// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The identifiers from a root down to an object: the object's address in its tree (R13).
public struct RestorationPath: Hashable, Sendable, CustomStringConvertible {
  /// One step of a path.
  public enum Component: Hashable, Sendable, CustomStringConvertible {
    /// An object's own name.
    case identifier(RestorationIdentifier)
    /// The number that a container gives a child, to tell children with equal names apart (R20).
    ///
    /// Archives hold numbers from 0 to 2,147,483,647.
    case index(Int)

    /// The name, or the number as `:[3]:`.
    public var description: String {
      switch self {
      case .identifier(let identifier): identifier.rawValue
      case .index(let index): ":[\(index)]:"
      }
    }
  }

  /// The most steps that a path in an archive has; what lies deeper is not preserved.
  public static let maximumDepth = ArchiveLimits.pathDepth

  /// The steps, outermost first.
  public private(set) var components: [Component]

  /// Creates the path that all others begin with.
  public init() { components = [] }

  /// Creates a path from its steps.
  ///
  /// - Parameter components: The steps, outermost first.
  public init(_ components: [Component]) { self.components = components }

  /// Returns the path of something one step further down.
  ///
  /// - Parameter component: The step.
  /// - Returns: The longer path.
  public func appending(_ component: Component) -> RestorationPath {
    RestorationPath(components + [component])
  }

  /// The names alone, as the application gets them: the last is the object's own (R13, R21).
  public var identifiers: [String] {
    components.compactMap { component in
      if case .identifier(let identifier) = component { identifier.rawValue } else { nil }
    }
  }

  /// All steps, joined by `/`, as tool and log show them.
  public var description: String {
    components.map(\.description).joined(separator: "/")
  }
}
