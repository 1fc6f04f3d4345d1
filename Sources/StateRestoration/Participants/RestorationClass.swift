// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// Finds restoration classes by object when saving and by name when restoring.
struct RestorationClassTable {
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
}

/// A class or registered closure that makes or finds an object.
///
/// It runs in step one of the search, and is found by its archived name.
public struct RestorationClass {
  /// The name in the archive.
  public let name: String
  /// Names that earlier versions of the application archived it under.
  public let formerNames: [String]
  /// Makes or finds the object at a path; `nil` drops it.
  public let make: ([String], RestorationDecoder) -> (any StateRestoring)?

  /// Creates a restoration class.
  ///
  /// - Parameters:
  ///   - name: The name in the archive.
  ///   - formerNames: Earlier names.
  ///   - make: Makes or finds the object from its path and coder.
  public init(
    name: String, formerNames: [String] = [],
    make: @escaping ([String], RestorationDecoder) -> (any StateRestoring)?
  ) {
    (self.name, self.formerNames, self.make) = (name, formerNames, make)
  }

  init(_ type: any ObjectRestoration.Type) {
    self.init(
      name: ClassNames.name(of: type), formerNames: type.formerNames,
      make: { type.object(withRestorationIdentifierPath: $0, coder: $1) })
  }
}
