// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Finds restoration classes by object when saving and by name when restoring.
struct RestorationClassTable {
  private var registered: [String: RestorationClass] = [:]
  private var currentNames: [String: String] = [:]
  private var makerNames: [ObjectIdentifier: String] = [:]
  /// Counts calls that register; the same count means that objects are made by the same.
  private(set) var calls: UInt32 = 0

  /// Takes in what is to be found by its name and its former names (R72).
  mutating func register(_ restorationClass: RestorationClass) {
    calls &+= 1
    registered[restorationClass.name] = restorationClass
    for formerName in restorationClass.formerNames {
      currentNames[formerName] = restorationClass.name
    }
  }

  /// Takes in a maker for the objects of a class.
  mutating func register(_ maker: RestorationClass, for type: AnyClass) {
    register(maker)
    makerNames[ObjectIdentifier(type)] = maker.name
  }

  /// The maker registered for an object's exact class.
  func maker(for type: AnyClass) -> RestorationClass? {
    makerNames[ObjectIdentifier(type)].flatMap { registered[$0] }
  }

  /// What is registered under a name or a former name, else the top-level class of that name.
  func restorationClass(named name: String) -> RestorationClass? {
    registered[name] ?? currentNames[name].flatMap { registered[$0] }
      ?? Self.topLevelClass(named: name).map { RestorationClass($0) }
  }

  /// Whether the next launch will find a class by the name it is archived under.
  func canFind(_ type: any ObjectRestoration.Type) -> Bool {
    let name = ClassNames.name(of: type)
    return registered[name] != nil || Self.topLevelClass(named: name).map { $0 == type } ?? false
  }

  /// Bytes never choose a type that does not adopt the protocol (R51).
  private static func topLevelClass(named name: String) -> (any ObjectRestoration.Type)? {
    guard name.split(separator: ".", omittingEmptySubsequences: false).count == 2 else {
      return nil  // the look-up below knows module and class only
    }
    return ClassNames.topLevelClass(named: name) as? any ObjectRestoration.Type
  }
}
