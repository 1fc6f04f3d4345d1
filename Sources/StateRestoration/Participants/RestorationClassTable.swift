// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// Finds restoration classes by object when saving and by name when restoring.
struct RestorationClassTable {
  private var makers: [String: RestorationClass] = [:]
  private var makerNames: [ObjectIdentifier: String] = [:]
  private var formerNames: [String: String] = [:]

  mutating func register(_ maker: RestorationClass, for type: AnyClass) {
    makers[maker.name] = maker
    makerNames[ObjectIdentifier(type)] = maker.name
    for formerName in maker.formerNames { formerNames[formerName] = maker.name }
  }

  /// The maker registered for an object's exact class.
  func maker(for type: AnyClass) -> RestorationClass? {
    makerNames[ObjectIdentifier(type)].flatMap { makers[$0] }
  }

  /// What is registered under a name or a former name.
  func maker(named name: String) -> RestorationClass? {
    makers[name] ?? formerNames[name].flatMap { makers[$0] }
  }

  /// A restoration class that nobody registered: a top-level class, found by its name.
  static func objectRestoration(named name: String) -> RestorationClass? {
    (NSClassFromString(name) as? any ObjectRestoration.Type).map { RestorationClass($0) }
  }
}
