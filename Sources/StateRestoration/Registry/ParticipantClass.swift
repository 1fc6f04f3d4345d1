// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Facts shared by all objects of a class, found once.
final class ParticipantClass {
  let type: any StateRestoring.Type
  /// The archived name.
  let name: String
  let declared: DeclaredState
  /// The type, if its objects write values themselves.
  ///
  /// It is kept because a cast of each object takes longer than most of them need to write.
  private let preserving: (any StatePreserving.Type)?

  // Valid during one pass.
  private var pass: UInt64 = 0
  private var record: RecordClass?
  /// The facts that `record` was made from, also for later passes.
  private var found: Found?

  /// The facts that an archive has about the class.
  struct Found {
    let record: ChangeBuilder.KnownClass
    let schemaVersion: Int
    /// The restoration type that the objects name.
    let restorationType: ObjectIdentifier?
    /// Whether that applies to every object, whatever it names.
    let isForAll: Bool
    /// The basis for reuse in later passes; `nil` if not reusable.
    let basis: Basis?
  }

  /// Facts about classes stay valid while their basis is equal.
  struct Basis: Equatable {
    /// The value of ``ObjectRegistry/epoch``.
    let epoch: UInt32
    /// The value of ``RestorationClassTable/calls``.
    let calls: UInt32
  }

  init(_ type: any StateRestoring.Type, declared: DeclaredState) {
    self.type = type
    self.declared = declared
    name = archivedClassName(of: type)
    preserving = type as? any StatePreserving.Type
  }

  /// The version of the written state; 1 for declared state only.
  var schemaVersion: Int { preserving?.schemaVersion ?? 1 }

  /// Returns the class's row in the archive, if it fits all objects.
  ///
  /// `nil` if the row was not made in this pass.
  @inline(__always)
  func record(in pass: UInt64) -> RecordClass? {
    self.pass == pass && found?.isForAll == true ? record : nil
  }

  /// Returns the row for objects that name a restoration type.
  ///
  /// `nil` if the row was not made in this pass.
  @inline(__always)
  func record(in pass: UInt64, restorationType: ObjectIdentifier?) -> RecordClass? {
    self.pass == pass && found?.restorationType == restorationType ? record : nil
  }

  func keep(_ record: RecordClass, of found: Found, in pass: UInt64) {
    (self.record, self.found, self.pass) = (record, found, pass)
  }

  /// Returns the facts that an earlier pass found, if still valid.
  func found(on basis: Basis) -> Found? {
    found.flatMap { $0.basis == basis && $0.schemaVersion == schemaVersion ? $0 : nil }
  }

  // MARK: Objects of this class, borrowed without their protocol

  /// Lets an object write its values.
  @inline(__always)
  func encodeState(of object: AnyObject, with coder: RestorationEncoder) {
    preserving?.encodeState(of: object, with: coder)
  }

  /// Returns the restoration class that an object names.
  @inline(__always)
  func restorationClass(of object: AnyObject) -> (any ObjectRestoration.Type)? {
    type.restorationClass(of: object)
  }

  /// Returns the parent that an object names now.
  @inline(__always)
  func parent(of object: AnyObject) -> (any StateRestoring)? {
    type.parent(of: object)
  }

  /// Returns an object with its protocol.
  func participant(_ object: AnyObject) -> any StateRestoring { type.participant(object) }
}

extension StateRestoring {
  fileprivate static func participant(_ object: AnyObject) -> Self { own(object) }

  /// Returns the object as this class, without a check.
  ///
  /// The caller has found the class by the object's type. A checked cast would look it up again,
  /// which takes longer than most requests to objects.
  static func own(_ object: AnyObject) -> Self { unsafe unsafeDowncast(object, to: Self.self) }

  fileprivate static func parent(of object: AnyObject) -> (any StateRestoring)? {
    own(object).restorationParent
  }

  fileprivate static func restorationClass(of object: AnyObject) -> (any ObjectRestoration.Type)? {
    own(object).objectRestorationClass
  }
}

extension StatePreserving {
  fileprivate static func encodeState(of object: AnyObject, with coder: RestorationEncoder) {
    own(object).encodeRestorableState(with: coder)
  }
}

/// The classes met so far.
final class ParticipantClasses {
  private var indices: [ObjectIdentifier: Int] = [:]
  private(set) var list: [ParticipantClass] = []

  /// Returns the index of a class in the list; appends new classes.
  func index(of type: any StateRestoring.Type) -> Int {
    if let known = indices[ObjectIdentifier(type)] { return known }
    indices[ObjectIdentifier(type)] = list.count
    list.append(ParticipantClass(type, declared: .of(type)))
    return list.count - 1
  }

  /// Returns an object with its protocol, if it adopts the protocol.
  ///
  /// When a cast first meets a class, it searches all conformances of the process, which takes
  /// longer than saving a change. The class of a registered object is known.
  func participant(_ object: AnyObject, in registry: ObjectRegistry) -> (any StateRestoring)? {
    guard let index = registry.index(of: object) else { return object as? any StateRestoring }
    return list[registry.rows[index].classIndex].participant(object)
  }
}
