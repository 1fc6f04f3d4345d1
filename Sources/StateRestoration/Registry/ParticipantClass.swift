// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What is the same for all objects of a class, found out once.
final class ParticipantClass {
  let type: any StateRestoring.Type
  /// The name it is archived under.
  let name: String
  let declared: DeclaredState
  /// The same type, if its objects write values themselves: asking each of them takes longer than
  /// what most of them write.
  private let preserving: (any StatePreserving.Type)?

  // What holds in one pass.
  private var pass: UInt64 = 0
  private var record: RecordClass?
  /// What it was made of, for later passes, too.
  private var found: Found?

  /// What an archive says of the class.
  struct Found {
    let record: ChangeBuilder.KnownClass
    let schemaVersion: Int
    /// What the objects say that they are made by.
    let restorationType: ObjectIdentifier?
    /// Whether that is every object's, whatever the object says.
    let isForAll: Bool
    /// What it takes to hold in a later pass; `nil` when it does in none.
    let basis: Basis?
  }

  /// What is found out of classes holds as long as this is the same.
  struct Basis: Equatable {
    /// That of ``ObjectRegistry/epoch``.
    let epoch: UInt32
    /// That of ``RestorationClassTable/calls``.
    let calls: UInt32
  }

  init(_ type: any StateRestoring.Type, declared: DeclaredState) {
    self.type = type
    self.declared = declared
    name = archivedClassName(of: type)
    preserving = type as? any StatePreserving.Type
  }

  /// The version of what objects write; that of those that only declare their state is 1.
  var schemaVersion: Int { preserving?.schemaVersion ?? 1 }

  /// The class's row in the archive, if it was asked for in this pass for all objects.
  @inline(__always)
  func record(in pass: UInt64) -> RecordClass? {
    self.pass == pass && found?.isForAll == true ? record : nil
  }

  /// The same, for objects that say that they are made by a type.
  @inline(__always)
  func record(in pass: UInt64, restorationType: ObjectIdentifier?) -> RecordClass? {
    self.pass == pass && found?.restorationType == restorationType ? record : nil
  }

  func keep(_ record: RecordClass, of found: Found, in pass: UInt64) {
    (self.record, self.found, self.pass) = (record, found, pass)
  }

  /// What an earlier pass has found out, if it holds still.
  func found(on basis: Basis) -> Found? {
    found.flatMap { $0.basis == basis && $0.schemaVersion == schemaVersion ? $0 : nil }
  }

  // MARK: Objects of this class, which are lent without their protocol

  /// Lets an object write its values.
  @inline(__always)
  func encodeState(of object: AnyObject, with coder: RestorationEncoder) {
    preserving?.encodeState(of: object, with: coder)
  }

  /// What makes an object at restore, as it says itself.
  @inline(__always)
  func restorationClass(of object: AnyObject) -> (any ObjectRestoration.Type)? {
    type.restorationClass(of: object)
  }

  /// The parent that an object names now.
  @inline(__always)
  func parent(of object: AnyObject) -> (any StateRestoring)? {
    type.parent(of: object)
  }

  /// An object with its protocol.
  func participant(_ object: AnyObject) -> any StateRestoring { type.participant(object) }
}

extension StateRestoring {
  fileprivate static func participant(_ object: AnyObject) -> Self { own(object) }

  /// The object as one of this class, which the caller has found by the object's class.
  ///
  /// A checked cast looks that up once more, which takes longer than most of what objects are asked for.
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
  private var indices = IdentityTable()
  private(set) var list: [ParticipantClass] = []

  /// The place of a class in the list, which may become longer.
  func index(of type: any StateRestoring.Type) -> Int {
    if let known = indices[ObjectIdentifier(type)] { return known }
    indices.set(list.count, for: ObjectIdentifier(type))
    list.append(ParticipantClass(type, declared: .of(type)))
    return list.count - 1
  }

  /// An object with its protocol, if it has it.
  ///
  /// A cast looks through all conformances of the process when it meets a class first, which takes
  /// longer than a save of what changed; the class of a registered object is known.
  func participant(_ object: AnyObject, in registry: ObjectRegistry) -> (any StateRestoring)? {
    guard let index = registry.index(of: object) else { return object as? any StateRestoring }
    return list[registry.mark(at: index).classIndex].participant(object)
  }
}
