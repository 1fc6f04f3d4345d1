// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Why an object has no path: the first link of the chain from a root to it that does not hold.
public enum BrokenLink: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing named the object, or something above it that would name it.
  case noIdentifier(className: String)
  /// The identifier cannot be part of a path (R12).
  case invalidIdentifier(className: String)
  /// A controller is in no window, no container and not presented, or a view in no controller.
  case notContained(className: String)
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

  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .noIdentifier(let name):
      "\(name) has no restoration identifier; set its restorationIdentifier"
    case .invalidIdentifier(let name):
      "the restoration identifier of \(name) is empty, holds a slash or looks like :[n]:, and "
        + "counts as none; choose another"
    case .notContained(let name):
      "\(name) is not contained in a controller of any window; add it with addChild(_:), push it, "
        + "present it or make it a window's root"
    case .notRegistered(let name):
      "\(name) is not registered; call registerObject(forStateRestoration:restorationIdentifier:)"
    case .neverPreserved(let name):
      "\(name) is never saved; refer to something else"
    case .ownerNotPreserved(let name):
      "the controller \(name) of the view is not preserved; give it a restoration identifier"
    case .parentGone(let name):
      "the restoration parent of \(name) has been released"
    case .parentCycle(let name):
      "the restoration parents of \(name) lead back to it, or are more than 256"
    case .invalidParent(let name):
      "the restoration parent of \(name) is neither a controller nor a registered object"
    case .tooDeep(let name):
      "the path of \(name) has more than \(RestorationPath.maximumDepth) components"
    }
  }
}
