// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What is asked and lent for each object.
extension RestorePass {
  // MARK: Classes

  func restoredClass(of object: any StateRestoring, _ record: RecordRow) -> RestoredClass {
    if let known = classes[record.classIndex], known.type == type(of: object) { return known }
    let made = RestoredClass(type(of: object), declared: coordinator.declaredState(of: object))
    classes[record.classIndex] = made
    return made
  }

  /// The class must be the archived one, or know it as a former name, or inherit from one that is
  /// or does (R63).
  func isOfArchivedClass(_ object: any StateRestoring, _ record: RecordRow) -> Bool {
    let itsClass = restoredClass(of: object, record)
    if itsClass.isArchivedOne { return true }
    let name = record.archivedClass.name
    itsClass.isArchivedOne = ClassNames.lineage(of: type(of: object)).contains { type in
      archivedClassName(of: type) == name
        || (type as? any ObjectRestoration.Type)?.formerNames.contains(name) ?? false
        || coordinator.state.classes.maker(for: type)?.formerNames.contains(name) ?? false
    }
    return itsClass.isArchivedOne
      || coordinator.tree?.restorationClass(of: object)?.formerNames.contains(name) ?? false
  }

  // MARK: Decoders

  /// Lends a hook the decoder of a record.
  func withDecoder<Result>(
    _ record: RecordRow, migrated: MigratedValues?, _ body: (RestorationDecoder) -> Result
  ) -> Result {
    var decoder: RestorationDecoder
    if let spare = spareDecoder.take() {
      decoder = spare
      decoder.begin(record, migrated: migrated)
    } else {
      decoder = RestorationDecoder(record, of: reader, references: self, migrated: migrated)
    }
    let result = body(decoder)
    if !decoder.finish() {
      for mismatch in decoder.mismatches { note(mismatch, about: address(of: record)) }
    }
    // One that a hook has kept stays finished, so that its use is noticed.
    if isKnownUniquelyReferenced(&decoder) { spareDecoder = decoder }
    return result
  }
}
