// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// A restoration class, with cached facts about what it makes.
final class Maker {
  let restorationClass: RestorationClass
  private let make: ([String], RestorationDecoder) -> (any StateRestoring)?
  /// The name in the archive.
  let archivedName: String
  /// The class of the object made last.
  private var made: MadeClass?

  /// The facts needed to register objects of a class.
  struct MadeClass {
    let type: ObjectIdentifier
    /// The index of the class in ``ParticipantClasses``.
    let index: Int
    let hasDeclaredState: Bool
  }

  init(_ restorationClass: RestorationClass, archivedName: String) {
    (self.restorationClass, self.archivedName) = (restorationClass, archivedName)
    make = restorationClass.make
  }

  /// Makes or finds the object at a path.
  @inline(never)  // borrows what the closure holds, without a retain
  func make(_ path: [String], _ decoder: RestorationDecoder) -> (any StateRestoring)? {
    make(path, decoder)
  }

  /// Returns the facts about an object's class.
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
