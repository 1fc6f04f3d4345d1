// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What is asked and lent for each object.
extension RestorePass {
  // MARK: Classes

  /// Lends what is known of an object's class; counting it for each object takes longer than asking.
  @inline(__always)
  func lendClass<Result>(
    of object: AnyObject, _ archived: UInt32, _ body: (RestoredClass) -> Result
  ) -> Result {
    if let known = classes[Int(archived)] {
      let isOne = known._withUnsafeGuaranteedRef { $0.type == type(of: object) }
      if isOne { return known._withUnsafeGuaranteedRef(body) }
    }
    return body(newClass(of: object, Int(archived)))
  }

  @inline(never)
  private func newClass(of object: AnyObject, _ archived: Int) -> RestoredClass {
    let type: AnyClass = type(of: object)
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
    lendClass(of: object, record.classRow) { isOfArchivedClass(object, record, $0) }
  }

  private func isOfArchivedClass(
    _ object: any StateRestoring, _ record: RecordRow, _ itsClass: RestoredClass
  ) -> Bool {
    if itsClass.isArchivedOne { return true }
    let name = reader.archivedClass(of: record).name
    itsClass.isArchivedOne = ClassNames.lineage(of: type(of: object)).contains { type in
      archivedClassName(of: type) == name
        || (type as? any ObjectRestoration.Type)?.formerNames.contains(name) ?? false
        || coordinator.state.classes.maker(for: type)?.formerNames.contains(name) ?? false
    }
    return itsClass.isArchivedOne
      || tree?.restorationClass(of: object)?.formerNames.contains(name) ?? false
  }

  // MARK: Decoders

  /// Lends a hook the decoder of a record.
  func withDecoder<Result>(
    _ record: RecordRow, migrated: MigratedValues?, _ body: (RestorationDecoder) -> Result
  ) -> Result {
    let decoder = takeDecoder(record, migrated)
    let result = body(decoder)
    putBack(consume decoder, record)
    return result
  }

  /// A decoder to lend to a hook; no closure lends it, which would count all that it refers to.
  @inline(__always)
  func takeDecoder(_ record: RecordRow, _ migrated: MigratedValues?) -> RestorationDecoder {
    guard let spare = spareDecoder.take() else { return newDecoder(record, migrated) }
    spare.begin(record, migrated: migrated)
    return spare
  }

  @inline(never)
  private func newDecoder(_ record: RecordRow, _ migrated: MigratedValues?) -> RestorationDecoder {
    RestorationDecoder(record, of: reader, references: self, migrated: migrated)
  }

  /// Ends the use of a decoder that was taken.
  @inline(__always)
  func putBack(_ decoder: consuming RestorationDecoder, _ record: RecordRow) {
    if !decoder.finish() { noteMismatches(decoder, record) }
    // One that a hook has kept stays finished, so that its use is noticed.
    if isKnownUniquelyReferenced(&decoder) { spareDecoder = consume decoder }
  }

  @inline(never)
  private func noteMismatches(_ decoder: RestorationDecoder, _ record: RecordRow) {
    for mismatch in decoder.mismatches { note(mismatch, about: address(of: record)) }
  }
}
