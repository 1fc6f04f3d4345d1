// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// An object that can be referenced from saved state and found again at the next launch (R87).
///
/// Adopting this protocol alone is enough for an object that has nothing of its own to save but is
/// referred to by others, such as a data source, and for one that declares its state with
/// ``Restorable``. An object that writes and reads values itself adopts ``StatePreserving``.
///
/// Adopters are owned by the application; the engine holds them weakly, except between the moment
/// it made one and the end of restoring (R88, R167).
public protocol StateRestoring: AnyObject {
  /// The object whose path precedes this object's own (R89, R160).
  ///
  /// A controller or another registered object, never a view. Read once, when the object is
  /// registered, and held weakly from then on. The default is `nil`: the path is the identifier
  /// alone.
  var restorationParent: (any StateRestoring)? { get }

  /// The class that makes this object when it is needed at restore (R91).
  ///
  /// The default is `nil`: the object must exist and be registered by the time it is needed, or
  /// have a maker registered for its class.
  var objectRestorationClass: (any ObjectRestoration.Type)? { get }

  /// Called when a property declared with ``Restorable`` got another value (R150).
  ///
  /// The default marks this object changed. Not called while declared properties are restored.
  ///
  /// - Parameter observer: The coordinator this object was registered with, or that saved or
  ///   restored it; `nil` before that.
  func declaredPropertyDidChange(_ observer: (any ChangeObserver)?)
}

/// Is told which objects' saved state is out of date; a ``RestorationCoordinator`` is one.
public protocol ChangeObserver: AnyObject {
  /// Says that an object's saved state is out of date (R150).
  ///
  /// - Parameter object: Any object that takes part; marking one that does not is harmless.
  func invalidate(_ object: any StateRestoring)
}

extension StateRestoring {
  /// No parent: the path is the identifier alone.
  public var restorationParent: (any StateRestoring)? { nil }

  /// No class: the object is found, not made.
  public var objectRestorationClass: (any ObjectRestoration.Type)? { nil }

  /// Marks this object changed.
  public func declaredPropertyDidChange(_ observer: (any ChangeObserver)?) {
    observer?.invalidate(self)
  }
}

/// An object that saves and restores values of its own (R90).
///
/// The two hooks have no default implementation on purpose: a subclass of a class that relied on a
/// default would add the method and never be called.
public protocol StatePreserving: StateRestoring {
  /// The version of what ``encodeRestorableState(with:)`` writes; the default is 1.
  static var schemaVersion: Int { get }

  /// Writes this object's state.
  ///
  /// Called once per full pass, synchronously, on the actor that owns the object (R8, R30). Save
  /// what leads back to the place (identifiers, flags, positions), not the data itself.
  ///
  /// - Parameter coder: Belongs to this object alone and is dead once the method returns.
  func encodeRestorableState(with coder: RestorationEncoder)

  /// Reads back what ``encodeRestorableState(with:)`` wrote.
  ///
  /// Called after every object of the archive was obtained, but other objects may not have decoded
  /// yet (R55, R165). Act on state that spans objects in ``applicationFinishedRestoringState()``.
  ///
  /// - Parameter coder: Belongs to this object alone and is dead once the method returns.
  func decodeRestorableState(with coder: RestorationDecoder)

  /// Called once on every restored controller and registered object, after all have decoded (R53).
  func applicationFinishedRestoringState()
}

extension StatePreserving {
  /// The first version.
  public static var schemaVersion: Int { 1 }

  /// Does nothing.
  public func applicationFinishedRestoringState() {}
}

/// A type that makes or finds an object while state is restored (R91).
public protocol ObjectRestoration {
  /// Names under which earlier versions of the application archived this class (R72).
  static var formerNames: [String] { get }

  /// Makes or finds the object at a path.
  ///
  /// - Parameters:
  ///   - identifierComponents: The identifiers from the outermost restoration parent to the
  ///     object; the last is the object's own (R13).
  ///   - coder: The object's own coder, to look at what was saved.
  /// - Returns: The object, new or existing; `nil` drops it and everything below it (R62, R67).
  static func object(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> (any StateRestoring)?
}

extension ObjectRestoration {
  /// No former names.
  public static var formerNames: [String] { [] }
}
