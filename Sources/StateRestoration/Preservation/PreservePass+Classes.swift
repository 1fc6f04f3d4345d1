// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Finds out how the archive describes classes.
extension PreservePass {
  /// Objects with the same class in the archive.
  struct ClassKey: Hashable {
    let type: ObjectIdentifier
    /// The restoration type that the objects name.
    let restorationType: ObjectIdentifier?
  }

  /// Returns the archive's entry for an object's class.
  func recordClass(of object: any StateRestoring, _ type: ParticipantClass)
    -> RecordClass
  {
    let made = object.objectRestorationClass
    let key = ClassKey(
      type: ObjectIdentifier(type.type), restorationType: made.map { ObjectIdentifier($0) })
    // The tree may choose a restoration class for each object that names none.
    let isShared = made != nil || tree == nil
    if isShared, let known = recordClasses[key] { return known }
    let restorationClass = restorationClass(of: object, made: made)?.name
    let record = builder.tables.recordClass(
      named: type.name, restorationClass, schemaVersion: type.schemaVersion)
    if isShared { recordClasses[key] = record }
    return record
  }

  private func restorationClass(
    of object: any StateRestoring, made type: (any ObjectRestoration.Type)?
  ) -> RestorationClass? {
    let found = coordinator.restorationClass(of: object, naming: type)
    if let found, !coordinator.canFind(found, of: object, naming: type) {
      reportUnfound(found.name)
    }
    return found
  }

  private func reportUnfound(_ name: String) {
    isSteady = false
    guard unfoundClasses.insert(name).inserted else { return }
    diagnose(.restorationClassNotFoundByName(name), about: nil)
  }
}
