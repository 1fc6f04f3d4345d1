// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// An object that can be referenced from saved state and found again.
///
/// Adopting this protocol alone is enough for two kinds of objects: one without state of its own
/// that others refer to, such as a data source, and one that declares its state with
/// ``Restorable``. An object that writes and reads values itself adopts ``StatePreserving``.
///
/// The application owns adopters, and the engine holds them weakly. An object that the engine made
/// is retained until restoring ends.
public protocol StateRestoring: AnyObject {
  /// The object whose path this object's path extends.
  ///
  /// It is a controller or another registered object, never a view. It is read once, when the
  /// object is registered, and held weakly from then on. The default is `nil`: the path is the
  /// identifier alone.
  var restorationParent: (any StateRestoring)? { get }

  /// The class that makes this object when restoring needs it.
  ///
  /// The default is `nil`: then the object must exist and be registered by the time it is needed,
  /// or its class must have a registered maker.
  var objectRestorationClass: (any ObjectRestoration.Type)? { get }

  /// The places of this object in earlier versions of the program.
  ///
  /// Each is relative to the object above this one, as `restoration-archive inspect --outline`
  /// shows it. It is a former identifier; or a path such as `Box/Name`, if the container `Box` was
  /// removed; or the empty text, if this object is a container that was inserted and what is below
  /// it now was below its parent. What lies below this object is looked for there, too. A former
  /// place counts if the present one has no record, and no object is at the former one. The next
  /// save uses the present place alone. The default is none.
  var formerRestorationIdentifiers: [String] { get }

  /// Called when a property declared with ``Restorable`` gets another value.
  ///
  /// The default marks this object changed. Not called while declared properties are restored.
  ///
  /// - Parameter observer: The coordinator that registered, saved or restored this object; `nil`
  ///   before that.
  func declaredPropertyDidChange(_ observer: (any ChangeObserver)?)

  /// Called once, after all objects have decoded.
  ///
  /// Every restored controller and registered object receives it; views don't. Update here what
  /// depends on restored values: restoring does not run the `didSet` of a ``Restorable`` property.
  /// What it changes is saved with the next change.
  /// A subclass is called only if the class that adopts the protocol implements the method, too.
  func applicationFinishedRestoringState()
}

/// Receives objects whose saved state is out of date.
///
/// A ``RestorationCoordinator`` is one.
public protocol ChangeObserver: AnyObject {
  /// Marks an object's saved state as out of date.
  ///
  /// - Parameter object: Any object that takes part; marking one that does not is harmless.
  func invalidate(_ object: any StateRestoring)
}

extension StateRestoring {
  /// No parent: the path is the identifier alone.
  public var restorationParent: (any StateRestoring)? { nil }

  /// No class: the object is found, not made.
  public var objectRestorationClass: (any ObjectRestoration.Type)? { nil }

  /// No former places.
  public var formerRestorationIdentifiers: [String] { [] }

  /// Marks this object changed.
  public func declaredPropertyDidChange(_ observer: (any ChangeObserver)?) {
    observer?.invalidate(self)
  }

  /// Does nothing.
  public func applicationFinishedRestoringState() {}
}

/// An object that saves and restores values of its own.
///
/// A class on the main actor says so twice: `@MainActor final class Reader: @MainActor
/// StatePreserving`.
///
/// The two hooks deliberately have no default: a subclass of a class that relied on a default would
/// add the method, and it would never be called.
public protocol StatePreserving: StateRestoring {
  /// The version of the state that ``encodeRestorableState(with:)`` writes.
  ///
  /// The default is 1.
  static var schemaVersion: Int { get }

  /// Writes this object's state.
  ///
  /// Called once per full pass, synchronously, on the actor that owns the object. Save what leads
  /// back to the place (identifiers, flags, positions), not the data itself.
  ///
  /// - Parameter coder: Belongs to this object alone, and is invalid after the method returns.
  func encodeRestorableState(with coder: RestorationEncoder)

  /// Reads the state that ``encodeRestorableState(with:)`` wrote.
  ///
  /// Called after every object of the archive was obtained; other objects may not have decoded yet.
  /// Handle state that spans objects in ``applicationFinishedRestoringState()``.
  ///
  /// - Parameter coder: Belongs to this object alone, and is invalid after the method returns.
  func decodeRestorableState(with coder: RestorationDecoder)

  /// Called once, after all objects have decoded.
  ///
  /// A requirement of its own: the superclass may adopt ``StateRestoring`` without the method.
  @_nonoverride func applicationFinishedRestoringState()
}

extension StatePreserving {
  /// The first version.
  public static var schemaVersion: Int { 1 }
}

/// A type that makes or finds an object while state is restored.
public protocol ObjectRestoration {
  /// Names that earlier versions of the application archived this class under.
  static var formerNames: [String] { get }

  /// Makes or finds the object at a path.
  ///
  /// - Parameters:
  ///   - identifierComponents: The identifiers from the outermost restoration parent to the object;
  ///     the last is the object's own.
  ///   - coder: The object's own coder, to look at what was saved.
  /// - Returns: The object, new or existing; `nil` drops it and everything below it.
  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> (any StateRestoring)?
}

extension ObjectRestoration {
  /// No former names.
  public static var formerNames: [String] { [] }
}

/// A weak reference to an object that the engine remembers.
///
/// It is a class, because each copy of a weak reference costs as much as encoding some values.
class WeakObject {
  /// The object, while it is alive.
  private(set) weak var object: (any StateRestoring)?

  init(_ object: any StateRestoring) { self.object = object }

  /// Treats the object as released.
  func forget() { object = nil }
}
