// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// The reason why an object has no path.
///
/// It names the first broken link in the chain from a root to the object.
public enum BrokenLink: Error, Hashable, Sendable {
  /// The object, or something above it, has no identifier.
  case noIdentifier(className: String)
  /// The identifier is not allowed in a path.
  case invalidIdentifier(className: String, flaw: RestorationIdentifier.Flaw)
  /// A controller is in no window and no container, and not presented.
  case notContained(className: String)
  /// A view is not below a controller's view.
  case viewWithoutController(className: String)
  /// The object is neither a controller nor a view, nor registered.
  case notRegistered(className: String)
  /// The object is short-lived and never saved, such as an activity sheet.
  case neverPreserved(className: String)
  /// The view's controller is not preserved.
  case ownerNotPreserved(className: String)
  /// The restoration parent has been released.
  case parentGone(className: String)
  /// The restoration parents form a cycle or are too many.
  case parentCycle(className: String)
  /// The restoration parent is a view or a window.
  case invalidParent(className: String)
  /// The path has more components than an archive may hold.
  case tooDeep(className: String)
}
