// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Why an object has no path: the first link of the chain from a root to it that does not hold.
public enum BrokenLink: Error, Hashable, Sendable {
  /// Nothing named the object, or something above it that would name it.
  case noIdentifier(className: String)
  /// The identifier cannot be part of a path (R12).
  case invalidIdentifier(className: String)
  /// A controller is in no window, no container and not presented.
  case notContained(className: String)
  /// A view lies below no controller's view.
  case viewWithoutController(className: String)
  /// The object is neither a controller nor a view, and was not registered.
  case notRegistered(className: String)
  /// The object belongs to a moment and is never saved, such as an activity sheet (R84).
  case neverPreserved(className: String)
  /// A view's controller is not preserved (R17).
  case ownerNotPreserved(className: String)
  /// The restoration parent has been released.
  case parentGone(className: String)
  /// The restoration parents lead back to the object, or are too many.
  case parentCycle(className: String)
  /// The restoration parent is a view or a window (R160).
  case invalidParent(className: String)
  /// The path has more components than an archive may hold.
  case tooDeep(className: String)
}
