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

/// The classes that were met, and the restoration classes that were registered.
struct ClassTable {
  private var met: [ObjectIdentifier: ParticipantClass] = [:]
  /// Restoration classes by name.
  ///
  /// The next two have the names by former name, and by the class that is made.
  private var registered: [String: RestorationClass] = [:]
  private var currentNames: [String: String] = [:]
  private var makerNames: [ObjectIdentifier: String] = [:]
  /// Counts registrations; while it is unchanged, the makers are, too.
  private(set) var calls: UInt32 = 0

  /// Registers a restoration class under its current and former names.
  mutating func register(_ restorationClass: RestorationClass) {
    calls &+= 1
    registered[restorationClass.name] = restorationClass
    for formerName in restorationClass.formerNames {
      currentNames[formerName] = restorationClass.name
    }
  }

  /// Registers a maker for the objects of an exact class.
  mutating func register(_ maker: RestorationClass, for type: AnyClass) {
    register(maker)
    makerNames[ObjectIdentifier(type)] = maker.name
  }

  /// Returns the maker registered for an object's exact class.
  func maker(for type: AnyClass) -> RestorationClass? {
    makerNames[ObjectIdentifier(type)].flatMap { registered[$0] }
  }

  /// Returns the restoration class with a current or former name.
  ///
  /// If none is registered, it is the top-level class of that name.
  func restorationClass(named name: String) -> RestorationClass? {
    registered[name] ?? currentNames[name].flatMap { registered[$0] }
      ?? Self.topLevelClass(named: name).map { RestorationClass($0) }
  }

  /// Whether the next launch will find a class by its archived name.
  func canFind(_ type: any ObjectRestoration.Type) -> Bool {
    let name = ClassNames.name(of: type)
    return registered[name] != nil || Self.topLevelClass(named: name).map { $0 == type } ?? false
  }

  /// Returns the top-level class of a name.
  ///
  /// Archived bytes never choose a type that does not adopt the protocol.
  private static func topLevelClass(named name: String) -> (any ObjectRestoration.Type)? {
    guard name.split(separator: ".", omittingEmptySubsequences: false).count == 2 else {
      return nil  // the look-up below knows only names of module and class
    }
    return ClassNames.topLevelClass(named: name) as? any ObjectRestoration.Type
  }

  /// The number of classes that were met.
  var count: Int { met.count }

  /// Returns the class of an object.
  mutating func ofObject(_ object: any StateRestoring) -> ParticipantClass {
    let type = type(of: object)
    if let known = met[ObjectIdentifier(type)] { return known }
    let new = ParticipantClass(type, declared: .of(type))
    met[ObjectIdentifier(type)] = new
    return new
  }
}
