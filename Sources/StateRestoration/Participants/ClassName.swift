// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The name under which a class is archived: module and class, such as `PhotoViewer.ImageController`.
///
/// The same in every launch, for private and nested classes too: what Swift writes into the names
/// of such classes for their surroundings is an address of this launch, and is left out.
///
/// - Parameter type: The class.
/// - Returns: The name.
public func archivedClassName(of type: AnyClass) -> String { ClassNames.name(of: type) }

package enum ClassNames {
  private static let names = TypeFacts<String>()
  private static let classes = Mutex<[String: AnyClass]>([:])

  /// The class with a name, of whatever kind.
  ///
  /// A class that was found stays; one that was not may come with a library that is loaded later.
  /// The runtime takes as long to look for it as encoding a screen does.
  ///
  /// - Parameter name: Module and class.
  /// - Returns: `nil` for no class, and for one that does not lie at the top level.
  package static func topLevelClass(named name: String) -> AnyClass? {
    if let known = classes.withLock({ $0[name] }) { return known }
    // Of a name with one dot the runtime takes both sides as they are; any other it would decode.
    guard name.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 1,
      let found = _typeByName(name) as? AnyClass
    else { return nil }
    classes.withLock { $0[name] = found }
    return found
  }

  static func name(of type: any Any.Type) -> String { names.fact(about: type) { read(type) } }

  private static func read(_ type: any Any.Type) -> String {
    // What `String(reflecting:)` says of a type, which first searches all that is linked for whether the
    // type describes itself: for each class, in each launch. The library's own, public but not documented;
    // a test compares both.
    let reflected = _typeName(type)
    // Its first letter is looked for first, since looking for a text takes longer than all else here.
    guard reflected.utf8.contains(UInt8(ascii: "(")), reflected.contains("(unknown context at ")
    else { return reflected }
    return reflected.split(separator: ".")
      .filter { !$0.hasPrefix("(unknown context at ") }
      .joined(separator: ".")
  }

  /// A class and those it inherits from, the class first.
  static func lineage(of type: AnyClass) -> some Sequence<AnyClass> {
    sequence(first: type, next: { _getSuperclass($0) })
  }
}
