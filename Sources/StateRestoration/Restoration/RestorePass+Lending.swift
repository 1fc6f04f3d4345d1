// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What is asked and lent for each object.
extension RestorePass {
  // MARK: Classes

  /// What is known of an object's class.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - archived: The row of the class that was archived.
  /// - Returns: The same for all objects of the class that were archived under that one.
  func restoredClass(of object: AnyObject, _ archived: UInt32) -> RestoredClass {
    let type: AnyClass = type(of: object)
    if let known = classes[Int(archived)], known.type == type { return known }
    let met = allClasses.first { $0.type == type && $0.archivedIndex == archived }
    let itsClass = met ?? RestoredClass(type, archivedIndex: Int(archived), declared: .of(type))
    if met == nil { allClasses.append(itsClass) }
    classes[Int(archived)] = itsClass
    return itsClass
  }

  /// The class must be the archived one, or know it as a former name, or inherit from one that is
  /// or does (R63).
  func isOfArchivedClass(_ object: any StateRestoring, _ record: RecordRow) -> Bool {
    isOfArchivedClass(object, record, restoredClass(of: object, record.classRow))
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
    let row = Int(record.classRow)
    guard row < spareDecoders.count, let spare = spareDecoders[row].take() else {
      return newDecoder(record, migrated)
    }
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
    let row = Int(record.classRow)
    if isKnownUniquelyReferenced(&decoder), row < spareDecoders.count {
      spareDecoders[row] = consume decoder
    }
  }

  @inline(never)
  private func noteMismatches(_ decoder: RestorationDecoder, _ record: RecordRow) {
    for mismatch in decoder.mismatches { note(mismatch, about: address(of: record)) }
  }
}
