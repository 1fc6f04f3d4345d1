// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A restoration class that was found for an archived class, and what is known of what it makes.
final class Maker {
  let restorationClass: RestorationClass
  /// What it was archived under.
  let archivedName: String
  /// The class of what was made last.
  @exclusivity(unchecked) private var made: MadeClass?

  /// What registering objects of a class asks for.
  struct MadeClass {
    let type: ObjectIdentifier
    /// The place of the class in ``ParticipantClasses``.
    let index: Int
    let hasDeclaredState: Bool
  }

  init(_ restorationClass: RestorationClass, archivedName: String) {
    (self.restorationClass, self.archivedName) = (restorationClass, archivedName)
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
