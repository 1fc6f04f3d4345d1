// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Finds out what an archive says of classes.
extension PreservePass {
  /// What the archive says of an object's class; mostly the same for all objects of it.
  func recordClass(of object: AnyObject, _ type: ParticipantClass)
    -> SnapshotBuilder.RecordClass
  {
    if let known = type.record(in: registry.pass) { return known }
    let made = type.restorationClass(of: object)
    let key = made.map { ObjectIdentifier($0) }
    // Without a class of its own, a tree may say of each object what makes it.
    let isSame = made != nil || tree == nil
    if isSame, let known = type.record(in: registry.pass, restorationType: key) { return known }
    let record = builder.recordClass(
      named: type.name,
      restorationClass: restorationClass(of: type.participant(object), made: made)?.name,
      schemaVersion: type.schemaVersion)
    // What is registered for the class goes before what its objects say.
    let isForAll = coordinator.state.classes.maker(for: type.type) != nil
    if isSame || isForAll {
      type.keep(record, in: registry.pass, restorationType: key, forAll: isForAll)
    }
    return record
  }

  private func restorationClass(
    of object: any StateRestoring, made type: (any ObjectRestoration.Type)?
  ) -> RestorationClass? {
    let found = coordinator.restorationClass(of: object, naming: type)
    let classes = coordinator.state.classes
    guard let found, classes.maker(for: Swift.type(of: object)) == nil else { return found }
    let isFound =
      type.map { classes.canFind($0) }
      ?? (classes.restorationClass(named: found.name) != nil
        || tree?.restorationClass(named: found.name) != nil)
    if !isFound { reportUnfound(found.name) }
    return found
  }

  private func reportUnfound(_ name: String) {
    isSteady = false
    guard unfoundClasses.insert(name).inserted else { return }
    diagnose(.restorationClassNotFoundByName(name), about: nil)
  }
}
