// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Finds out how the archive describes classes.
extension PreservePass {
  /// Returns the archive's entry for an object's class.
  ///
  /// Most classes have one entry for all their objects.
  func recordClass(of object: AnyObject, _ type: ParticipantClass)
    -> RecordClass
  {
    if let known = type.record(in: registry.pass) { return known }
    let basis = ParticipantClass.Basis(
      epoch: registry.epoch, calls: coordinator.state.classes.calls)
    let earlier = type.found(on: basis)
    if let earlier, earlier.isForAll { return keep(earlier, of: type) }
    let made = type.restorationClass(of: object)
    let key = made.map { ObjectIdentifier($0) }
    // The tree may choose a restoration class for each object that names none.
    let isSame = made != nil || tree == nil
    if isSame {
      if let known = type.record(in: registry.pass, restorationType: key) { return known }
      if let earlier, earlier.restorationType == key { return keep(earlier, of: type) }
    }
    let restorationClass = restorationClass(of: type.participant(object), made: made)?.name
    let record = builder.knownClass(
      named: type.name, restorationClass: restorationClass, schemaVersion: type.schemaVersion)
    // A maker registered for the class takes precedence over what its objects name.
    let isForAll = coordinator.state.classes.maker(for: type.type) != nil
    guard isSame || isForAll else { return builder.recordClass(record) }
    // A class that was not found is reported, and so looked up, in every pass.
    let holds = restorationClass.map { !unfoundClasses.contains($0) } ?? true
    return keep(
      .init(
        record: record, schemaVersion: type.schemaVersion, restorationType: key,
        isForAll: isForAll, basis: holds ? basis : nil), of: type)
  }

  private func keep(_ found: ParticipantClass.Found, of type: ParticipantClass)
    -> RecordClass
  {
    let record = builder.recordClass(found.record)
    type.keep(record, of: found, in: registry.pass)
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
