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

  init(_ type: any StateRestoring.Type, declared: DeclaredState) {
    self.type = type
    self.declared = declared
    name = archivedClassName(of: type)
    preserving = type as? any StatePreserving.Type
  }

  /// The version of the written state; 1 for declared state only.
  var schemaVersion: Int { preserving?.schemaVersion ?? 1 }

  /// Whether its objects write values themselves.
  var isPreserving: Bool { preserving != nil }

  // MARK: Objects of this class, borrowed without their protocol

  /// Lets an object write its values.
  func encodeState(of object: AnyObject, with coder: RestorationEncoder) {
    preserving?.encodeState(of: object, with: coder)
  }

  /// Lets an object read its values.
  func decodeState(of object: AnyObject, with decoder: RestorationDecoder) {
    preserving?.decodeState(of: object, with: decoder)
  }

  /// Tells an object that all have decoded.
  func finish(_ object: AnyObject) {
    if let preserving { preserving.finish(object) } else { type.finishDeclared(object) }
  }

  /// Returns the restoration class that an object names.
  func restorationClass(of object: AnyObject) -> (any ObjectRestoration.Type)? {
    type.restorationClass(of: object)
  }

  /// Returns the parent that an object names now.
  func parent(of object: AnyObject) -> (any StateRestoring)? {
    type.parent(of: object)
  }

  /// Returns an object with its protocol.
  func participant(_ object: AnyObject) -> any StateRestoring { type.participant(object) }
}

extension StateRestoring {
  fileprivate static func finishDeclared(_ object: AnyObject) {
    own(object).applicationFinishedRestoringState()
  }

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

  fileprivate static func decodeState(of object: AnyObject, with decoder: RestorationDecoder) {
    own(object).decodeRestorableState(with: decoder)
  }

  fileprivate static func finish(_ object: AnyObject) {
    own(object).applicationFinishedRestoringState()
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
