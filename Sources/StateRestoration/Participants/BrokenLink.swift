// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// The reason why an object has no path.
///
/// It names the first broken link in the chain from a root to the object.
public struct BrokenLink: Error, Hashable, Sendable {
  /// The kind of broken link.
  public struct Code: Hashable, Sendable {
    let name: Name

    /// The names of all codes; each has a sentence in `Diagnostic.swift`.
    enum Name {
      case noIdentifier, invalidIdentifier, notContained, viewWithoutController, notRegistered
      case neverPreserved, ownerNotPreserved, parentGone, parentCycle, invalidParent, tooDeep
    }

    /// The object, or something above it, has no identifier.
    public static let noIdentifier = Code(name: .noIdentifier)
    /// The identifier is not allowed in a path, as ``BrokenLink/flaw`` says.
    public static let invalidIdentifier = Code(name: .invalidIdentifier)
    /// A controller is in no window and no container, and not presented.
    public static let notContained = Code(name: .notContained)
    /// A view is not below a controller's view.
    public static let viewWithoutController = Code(name: .viewWithoutController)
    /// The object is neither a controller nor a view, nor registered.
    public static let notRegistered = Code(name: .notRegistered)
    /// The object is short-lived and never saved, such as an activity sheet.
    public static let neverPreserved = Code(name: .neverPreserved)
    /// The view's controller is not preserved.
    public static let ownerNotPreserved = Code(name: .ownerNotPreserved)
    /// The restoration parent has been released.
    public static let parentGone = Code(name: .parentGone)
    /// The restoration parents form a cycle or are too many.
    public static let parentCycle = Code(name: .parentCycle)
    /// The restoration parent is a view or a window.
    public static let invalidParent = Code(name: .invalidParent)
    /// The path has more components than an archive may hold.
    public static let tooDeep = Code(name: .tooDeep)
  }

  // In this order they take the fewest bytes: a walk has room for one beside each object.

  /// The class of the object that the description names.
  public var className: String
  /// The kind of broken link.
  public var code: Code
  /// The identifier's flaw, for ``BrokenLink/Code/invalidIdentifier``.
  public var flaw: RestorationIdentifier.Flaw?

  /// Creates the reason.
  public init(_ code: Code, className: String, flaw: RestorationIdentifier.Flaw? = nil) {
    (self.code, self.className, self.flaw) = (code, className, flaw)
  }
}
