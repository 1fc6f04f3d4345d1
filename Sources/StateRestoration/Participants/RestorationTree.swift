// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// The hierarchy that a program's objects form, as the engine asks for it.
///
/// A program without controllers has none: its registered objects are all there is. The order in
/// which an object is looked for is the resolver's alone; the tree answers single questions.
public protocol RestorationTree: AnyObject {
  /// What a preserve pass begins with, in order (R42).
  var roots: [any StateRestoring] { get }

  /// Where an object of the tree lies.
  ///
  /// - Parameter object: An object that is not registered by itself.
  /// - Returns: Its address.
  /// - Throws: The first broken link between a root and the object.
  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress

  /// All objects of the tree that have an identifier, those above before those below.
  ///
  /// Asked for after a full pass, to name what has an identifier and is not preserved (R151). Never
  /// makes or loads anything. The default is none.
  var members: [any StateRestoring] { get }

  /// What an object lies in: its container or presenter, or the controller of a view.
  ///
  /// - Parameter object: An object of the tree.
  /// - Returns: `nil` for a root. The default is `nil`.
  func owner(of object: any StateRestoring) -> (any StateRestoring)?

  /// An object without which this one is not restored, besides its parent.
  ///
  /// The child below on a stack (R76), or the controller that presented this one (R184).
  ///
  /// - Parameter object: An object of the tree.
  /// - Returns: `nil` for most.
  func prerequisite(of object: any StateRestoring) -> (any StateRestoring)?

  /// The restoration class of an object of the tree.
  ///
  /// - Parameter object: An object of the tree.
  /// - Returns: `nil` when it is found in another way.
  func restorationClass(of object: any StateRestoring) -> RestorationClass?

  /// A restoration class of the tree's own kind, found by name (R72).
  ///
  /// - Parameter name: The archived name.
  /// - Returns: `nil` when there is no such class or it does not adopt the protocol.
  func restorationClass(named name: String) -> RestorationClass?

  /// Step two: the application's own look-up, for a controller or a window (R68, R163).
  ///
  /// - Parameters:
  ///   - address: Where the object lay.
  ///   - coder: The object's own coder.
  /// - Returns: `nil` goes on to the next step.
  func delegateObject(at address: RestorationAddress, coder: RestorationDecoder)
    -> (any StateRestoring)?

  /// Step three: an object that exists already at an address (R69, R172).
  ///
  /// - Parameter address: Where the object lay.
  /// - Returns: `nil` when there is none.
  func existingObject(at address: RestorationAddress) -> (any StateRestoring)?

  /// Step three once more, when nothing exists at the full path: controllers that exist at paths
  /// which differ from it only in components that their containers let go (R25).
  ///
  /// Those are the place of a tab in its tab bar, and what lies between a split view and the
  /// controller; never a place on a navigation stack outside a split view. The engine decides
  /// whether one of them is meant. The default is none, for a tree without such containers.
  ///
  /// - Parameter address: Where the object lay.
  /// - Returns: All controllers that fit, in any order.
  func looseCandidates(at address: RestorationAddress) -> [any StateRestoring]

  /// Whether an object that no step could find or make may exist once its owner has its view.
  ///
  /// Such an object is looked for again, by step three only, when its owner or someone else refers
  /// to it. The default is `false`.
  ///
  /// - Parameters:
  ///   - address: Where the object lay.
  ///   - coder: The object's own coder.
  /// - Returns: `false` drops the object for good.
  func mayExistLater(at address: RestorationAddress, coder: RestorationDecoder) -> Bool

  /// Loads the view of the next object that was obtained, as it would right before that decodes.
  ///
  /// Called again and again when an object that decodes refers to one that exists nowhere yet: what
  /// loads may make it, or register it. The default loads nothing.
  ///
  /// - Returns: Whether there was one whose view was not loaded.
  func loadNextObtained() -> Bool

  /// Where an object was described, such as file and line of a storyboard; for messages.
  ///
  /// The default is `nil`.
  ///
  /// - Parameter object: An object of the tree.
  /// - Returns: `nil` for what code has made.
  func origin(of object: any StateRestoring) -> String?

  /// Whether launch code made an object only to have something to show until state is restored.
  ///
  /// Then a restoration class may make another one at its path without anything being wrong. The
  /// default is `false`.
  ///
  /// - Parameter object: What exists.
  /// - Returns: `true` to say nothing about it.
  func isStandIn(_ object: any StateRestoring) -> Bool

  /// Step four: an object made from the storyboard it came from (R70).
  ///
  /// - Parameters:
  ///   - address: Where the object lay.
  ///   - coder: The object's own coder.
  /// - Returns: `nil` when there is no storyboard.
  func storyboardObject(at address: RestorationAddress, coder: RestorationDecoder)
    -> (any StateRestoring)?

  /// Gives an object that was obtained its identifier and restoration class, if it has none (R24).
  ///
  /// - Parameters:
  ///   - object: What the look-up returned.
  ///   - address: Where it was looked up.
  ///   - restorationClass: The class that made it, if one did.
  func adopt(
    _ object: any StateRestoring, at address: RestorationAddress,
    restorationClass: RestorationClass?)

  /// Writes what the tree itself saves of an object, before the object's own hook.
  ///
  /// - Parameters:
  ///   - object: An object of the tree.
  ///   - coder: The object's coder.
  func willEncode(_ object: any StateRestoring, with coder: RestorationEncoder)

  /// Makes an object ready right before its own hook, such as by loading its view (R40, R60).
  ///
  /// - Parameters:
  ///   - object: An object of the tree.
  ///   - coder: The object's coder.
  func willDecode(_ object: any StateRestoring, with coder: RestorationDecoder)
}

extension RestorationTree {
  /// None.
  public var members: [any StateRestoring] { [] }

  /// None.
  public func owner(of object: any StateRestoring) -> (any StateRestoring)? { nil }

  /// None.
  public func looseCandidates(at address: RestorationAddress) -> [any StateRestoring] { [] }

  /// `nil`.
  public func origin(of object: any StateRestoring) -> String? { nil }

  /// `false`.
  public func isStandIn(_ object: any StateRestoring) -> Bool { false }

  /// `false`.
  public func loadNextObtained() -> Bool { false }

  /// `false`.
  public func mayExistLater(at address: RestorationAddress, coder: RestorationDecoder) -> Bool {
    false
  }
}
