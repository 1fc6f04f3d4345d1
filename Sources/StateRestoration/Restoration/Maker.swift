// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// A restoration class that was found for an archived class, and what is known of what it makes.
final class Maker {
  let restorationClass: RestorationClass
  private let make: ([String], RestorationDecoder) -> (any StateRestoring)?
  /// What it was archived under.
  let archivedName: String
  /// The class of what was made last.
  private var made: MadeClass?

  /// What registering objects of a class asks for.
  struct MadeClass {
    let type: ObjectIdentifier
    /// The place of the class in ``ParticipantClasses``.
    let index: Int
    let hasDeclaredState: Bool
  }

  init(_ restorationClass: RestorationClass, archivedName: String) {
    (self.restorationClass, self.archivedName) = (restorationClass, archivedName)
    make = restorationClass.make
  }

  /// Makes or finds the object at a path.
  @inline(never)  // so that what the closure holds is held by this, and not counted
  func make(_ path: [String], _ decoder: RestorationDecoder) -> (any StateRestoring)? {
    make(path, decoder)
  }

  /// The class of an object.
  func madeClass(_ type: any StateRestoring.Type, _ classes: ParticipantClasses) -> MadeClass {
    if let made, made.type == ObjectIdentifier(type) { return made }
    let index = classes.index(of: type)
    let found = MadeClass(
      type: ObjectIdentifier(type), index: index,
      hasDeclaredState: !classes.list[index].declared.isEmpty)
    made = found
    return found
  }
}
