// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What is asked and lent for each object.
extension RestorePass {
  // MARK: Classes

  /// Lends what is known of an object's class; counting it for each object takes longer than asking.
  @inline(__always)
  func lendClass<Result>(
    of object: AnyObject, _ record: RecordRow, _ body: (RestoredClass) -> Result
  ) -> Result {
    if let known = classes[record.classIndex] {
      let isOne = known._withUnsafeGuaranteedRef { $0.type == type(of: object) }
      if isOne { return known._withUnsafeGuaranteedRef(body) }
    }
    return body(newClass(of: object, record))
  }

  @inline(never)
  private func newClass(of object: AnyObject, _ record: RecordRow) -> RestoredClass {
    let type: AnyClass = type(of: object)
    let archived = record.classIndex
    let itsClass: RestoredClass
    if let known = allClasses.first(where: { $0.type == type && $0.archivedIndex == archived }) {
      itsClass = known
    } else {
      itsClass = RestoredClass(
        type, archivedIndex: archived, declared: .of(type))
      allClasses.append(itsClass)
    }
    classes[archived] = .passUnretained(itsClass)
    return itsClass
  }

  /// The class must be the archived one, or know it as a former name, or inherit from one that is
  /// or does (R63).
  func isOfArchivedClass(_ object: any StateRestoring, _ record: RecordRow) -> Bool {
    lendClass(of: object, record) { isOfArchivedClass(object, record, $0) }
  }

  private func isOfArchivedClass(
    _ object: any StateRestoring, _ record: RecordRow, _ itsClass: RestoredClass
  ) -> Bool {
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

  /// Lends a hook the decoder of a record: the same for all, unless a hook runs within another one.
  @inline(__always)
  func withDecoder<Result>(
    _ record: RecordRow, migrated: MigratedValues?, _ body: (RestorationDecoder) -> Result
  ) -> Result {
    guard !isDecoderLent, let decoder = lentDecoder else {
      return withNewDecoder(record, migrated, body)
    }
    isDecoderLent = true
    defer { isDecoderLent = false }
    return decoder._withUnsafeGuaranteedRef { decoder in
      decoder.begin(record, migrated: migrated)
      let result = body(decoder)
      finish(decoder, record)
      // One that a hook has kept stays finished, so that its use is noticed.
      if !isKnownUniquelyReferenced(&ownDecoder) { (ownDecoder, lentDecoder) = (nil, nil) }
      return result
    }
  }

  @inline(never)
  private func withNewDecoder<Result>(
    _ record: RecordRow, _ migrated: MigratedValues?, _ body: (RestorationDecoder) -> Result
  ) -> Result {
    var decoder = RestorationDecoder(record, of: reader, references: self, migrated: migrated)
    let result = body(decoder)
    finish(decoder, record)
    if !isDecoderLent, isKnownUniquelyReferenced(&decoder) {
      (ownDecoder, lentDecoder) = (decoder, .passUnretained(decoder))
    }
    return result
  }

  @inline(__always)
  private func finish(_ decoder: RestorationDecoder, _ record: RecordRow) {
    if decoder.finish() { return }
    for mismatch in decoder.mismatches { note(mismatch, about: address(of: record)) }
  }
}
