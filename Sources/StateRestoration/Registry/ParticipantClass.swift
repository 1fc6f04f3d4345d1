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

  /// Lets an object of this class write its values.
  func encodeState(of object: any StateRestoring, with coder: RestorationEncoder) {
    preserving?.encodeState(of: object, with: coder)
  }

  /// Lets an object of this class read its values.
  func decodeState(of object: any StateRestoring, with decoder: RestorationDecoder) {
    preserving?.decodeState(of: object, with: decoder)
  }

  /// Tells an object of this class that all have decoded.
  ///
  /// A subclass may have a method of its own for each of the two protocols.
  func finish(_ object: any StateRestoring) {
    if let preserving {
      preserving.finish(object)
    } else {
      object.applicationFinishedRestoringState()
    }
  }
}

extension StateRestoring {
  /// Returns the object as this class, without a check.
  ///
  /// The caller has found the class by the object's type. A checked cast would look it up again,
  /// which takes longer than most requests to objects.
  static func own(_ object: AnyObject) -> Self { unsafe unsafeDowncast(object, to: Self.self) }
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
  private var known: [ObjectIdentifier: ParticipantClass] = [:]

  var count: Int { known.count }

  /// Returns the class of an object.
  func ofObject(_ object: any StateRestoring) -> ParticipantClass {
    let type = type(of: object)
    if let known = known[ObjectIdentifier(type)] { return known }
    let new = ParticipantClass(type, declared: .of(type))
    known[ObjectIdentifier(type)] = new
    return new
  }
}
