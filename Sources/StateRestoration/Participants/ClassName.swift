// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Returns the archived name of a class: module and class.
///
/// An example is `PhotoViewer.ImageController`. The name is the same in every launch, for private
/// and nested classes, too: Swift puts an address of the current launch into their names, which is
/// left out here.
///
/// - Parameter type: The class.
/// - Returns: The name.
public func archivedClassName(of type: AnyClass) -> String { ClassNames.name(of: type) }

package enum ClassNames {
  private static let names = TypeFacts<String>()
  private static let classes = Mutex<[String: AnyClass]>([:])

  /// Returns the class with a name, of any kind.
  ///
  /// A class that was found is cached. A class that was not found is looked up again each time,
  /// because a library that is loaded later may contain it. The runtime's search takes as long as
  /// encoding a screen.
  ///
  /// - Parameter name: Module and class.
  /// - Returns: `nil` when there is no such class, or it is not at the top level.
  package static func topLevelClass(named name: String) -> AnyClass? {
    if let known = classes.withLock({ $0[name] }) { return known }
    // The runtime takes both sides of a name with one dot literally; any other name it would
    // demangle.
    guard name.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 1,
      let found = _typeByName(name) as? AnyClass
    else { return nil }
    classes.withLock { $0[name] = found }
    return found
  }

  static func name(of type: any Any.Type) -> String { names.fact(about: type) { read(type) } }

  private static func read(_ type: any Any.Type) -> String {
    // `String(reflecting:)` returns the same text, but first searches all linked code, for each
    // class in each launch, for whether the type describes itself. `_typeName` is public in the
    // standard library but undocumented; a test compares both.
    let reflected = _typeName(type)
    // Test for the first character first: searching for a text takes longer than all else here.
    guard reflected.utf8.contains(UInt8(ascii: "(")), reflected.contains("(unknown context at ")
    else { return reflected }
    return reflected.split(separator: ".")
      .filter { !$0.hasPrefix("(unknown context at ") }
      .joined(separator: ".")
  }

  /// Returns a class and its superclasses, the class first.
  static func lineage(of type: AnyClass) -> some Sequence<AnyClass> {
    sequence(first: type, next: { _getSuperclass($0) })
  }
}

/// Facts about types, each found once per process for all coordinators.
///
/// Asking the runtime for the fields or the name of a class takes as long as restoring some of its
/// objects.
final class TypeFacts<Fact: Sendable>: Sendable {
  private let known = Mutex<[ObjectIdentifier: Fact]>([:])

  /// Returns the fact about a type; `find` runs if it is unknown.
  func fact(about type: any Any.Type, _ find: () -> Fact) -> Fact {
    let id = ObjectIdentifier(type)
    if let fact = known.withLock({ $0[id] }) { return fact }
    // Not under the lock: if two threads find the fact, both find the same value.
    let found = find()
    known.withLock { $0[id] = found }
    return found
  }
}
