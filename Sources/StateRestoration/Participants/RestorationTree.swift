// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A program's object hierarchy, as the engine queries it.
///
/// A program without controllers has no tree, only registered objects. The resolver alone decides
/// in which order to look for an object; the tree answers single questions.
public protocol RestorationTree: AnyObject {
  /// The objects that a preserve pass starts with, in order.
  var roots: [any StateRestoring] { get }

  /// Returns the address of an object of the tree.
  ///
  /// - Parameter object: An object that is not registered.
  /// - Returns: Its address.
  /// - Throws: The first broken link between a root and the object.
  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress

  /// All objects of the tree with an identifier, parents first.
  ///
  /// Read after a full pass, to name objects that have an identifier and are not preserved. Never
  /// makes or loads anything. Empty by default.
  var members: [any StateRestoring] { get }

  /// Returns the object that contains an object of the tree.
  ///
  /// That is its container or presenter, or the controller of a view.
  ///
  /// - Parameter object: An object of the tree.
  /// - Returns: `nil` for a root. The default is `nil`.
  func owner(of object: any StateRestoring) -> (any StateRestoring)?

  /// Returns another object that this one cannot be restored without.
  ///
  /// It is needed in addition to the parent: the child below on a stack, or the controller that
  /// presented this one.
  ///
  /// - Parameter object: An object of the tree.
  /// - Returns: `nil` for most objects.
  func prerequisite(of object: any StateRestoring) -> (any StateRestoring)?

  /// Returns the restoration class of an object of the tree.
  ///
  /// - Parameter object: An object of the tree.
  /// - Returns: `nil` when the object is found in another way.
  func restorationClass(of object: any StateRestoring) -> RestorationClass?

  /// Finds a restoration class of the tree's own kind by name.
  ///
  /// - Parameter name: The archived name.
  /// - Returns: `nil` when there is no such class or it does not adopt the protocol.
  func restorationClass(named name: String) -> RestorationClass?

  /// Asks the application for an object, as step two of the search.
  ///
  /// Only for a controller or a window.
  ///
  /// - Parameters:
  ///   - address: The saved address of the object.
  ///   - coder: The object's own coder.
  /// - Returns: `nil` continues with the next step.
  func delegateObject(at address: RestorationAddress, coder: RestorationDecoder)
    -> (any StateRestoring)?

  /// Finds an object that already exists at an address, as step three.
  ///
  /// - Parameter address: The saved address of the object.
  /// - Returns: `nil` when there is none.
  func existingObject(at address: RestorationAddress) -> (any StateRestoring)?

  /// Finds controllers at paths that containers allow to differ, in step three.
  ///
  /// Called when nothing exists at the full path. The path of a candidate differs only in
  /// components that its containers allow to change: the index of a tab in its tab bar, or what is
  /// between a split view and the controller. It never differs in the index on a navigation stack
  /// outside a split view. The engine decides whether one of the candidates is meant. Empty by
  /// default, for a tree without such containers.
  ///
  /// - Parameter address: The saved address of the object.
  /// - Returns: All controllers that fit, in any order.
  func looseCandidates(at address: RestorationAddress) -> [any StateRestoring]

  /// Finds an object by a former address, in step three.
  ///
  /// Called when nothing exists at the full path. The object, or one above it, declares a former
  /// place. The default finds none.
  ///
  /// - Parameter address: The saved address of the object.
  /// - Returns: `nil` when there is none.
  func formerObject(at address: RestorationAddress) -> (any StateRestoring)?

  /// Returns the former addresses of what is below an object.
  ///
  /// - Parameter object: An object of the tree, above a registered one.
  /// - Returns: All addresses but the present one. The default is none.
  func formerAddresses(of object: any StateRestoring) -> [RestorationAddress]

  /// Whether a missing object may exist once its owner has its view.
  ///
  /// No step could find or make the object. It is looked for again, by step three only, when its
  /// owner or another object refers to it. The default is `false`.
  ///
  /// - Parameters:
  ///   - address: The saved address of the object.
  ///   - coder: The object's own coder.
  /// - Returns: `false` drops the object for good.
  func mayExistLater(at address: RestorationAddress, coder: RestorationDecoder) -> Bool

  /// Loads the view of the next obtained object before that decodes.
  ///
  /// Called repeatedly when a decoding object refers to an object that does not exist yet: what is
  /// loaded may make or register it. The default loads nothing.
  ///
  /// - Returns: Whether there was an object whose view was not loaded.
  func loadNextObtained() -> Bool

  /// Returns the place where an object is described, for messages.
  ///
  /// For example the file and line of a storyboard. The default is `nil`.
  ///
  /// - Parameter object: An object of the tree.
  /// - Returns: `nil` for an object that code has made.
  func origin(of object: any StateRestoring) -> String?

  /// Whether launch code made an object only as a placeholder.
  ///
  /// A placeholder is shown until state is restored. A restoration class may then make another
  /// object at its path, and that is no error. The default is `false`.
  ///
  /// - Parameter object: The object that exists.
  /// - Returns: `true` to report nothing about it.
  func isStandIn(_ object: any StateRestoring) -> Bool

  /// Makes an object from its storyboard, as step four.
  ///
  /// - Parameters:
  ///   - address: The saved address of the object.
  ///   - coder: The object's own coder.
  /// - Returns: `nil` when there is no storyboard.
  func storyboardObject(at address: RestorationAddress, coder: RestorationDecoder)
    -> (any StateRestoring)?

  /// Gives an obtained object its identifier and restoration class, if missing.
  ///
  /// - Parameters:
  ///   - object: The object that the look-up returned.
  ///   - address: The address that was looked up.
  ///   - restorationClass: The class that made it, if any.
  func adopt(
    _ object: any StateRestoring, at address: RestorationAddress,
    restorationClass: RestorationClass?)

  /// Writes the tree's own state of an object, before its hook.
  ///
  /// - Parameters:
  ///   - object: An object of the tree.
  ///   - coder: The object's coder.
  func willEncode(_ object: any StateRestoring, with coder: RestorationEncoder)

  /// Prepares an object right before its hook, such as loading its view.
  ///
  /// - Parameters:
  ///   - object: An object of the tree.
  ///   - coder: The object's coder.
  func willDecode(_ object: any StateRestoring, with coder: RestorationDecoder)
}

extension RestorationTree {
  /// Empty by default.
  public var members: [any StateRestoring] { [] }

  /// `nil` by default.
  public func owner(of object: any StateRestoring) -> (any StateRestoring)? { nil }

  /// Empty by default.
  public func looseCandidates(at address: RestorationAddress) -> [any StateRestoring] { [] }

  /// `nil` by default.
  public func formerObject(at address: RestorationAddress) -> (any StateRestoring)? { nil }

  /// Empty by default.
  public func formerAddresses(of object: any StateRestoring) -> [RestorationAddress] { [] }

  /// `nil` by default.
  public func origin(of object: any StateRestoring) -> String? { nil }

  /// `false` by default.
  public func isStandIn(_ object: any StateRestoring) -> Bool { false }

  /// `false` by default.
  public func loadNextObtained() -> Bool { false }

  /// `false` by default.
  public func mayExistLater(at address: RestorationAddress, coder: RestorationDecoder) -> Bool {
    false
  }
}
