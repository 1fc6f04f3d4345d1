// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Looks up classes and lends decoders for each object.
extension RestorePass {
  // MARK: Classes

  /// Returns an object's class.
  func participantClass(of object: any StateRestoring) -> ParticipantClass {
    coordinator.state.participants.ofObject(object)
  }

  /// Whether an object's class matches the archived class.
  ///
  /// The class, or one that it inherits from, must be the archived class or know it as a former
  /// name.
  func isOfArchivedClass(_ object: any StateRestoring, _ record: RecordRow) -> Bool {
    let (row, itsClass) = (Int(record.classRow), participantClass(of: object))
    if matchingClasses[row].contains(where: { $0 === itsClass }) { return true }
    let name = reader.archivedClass(of: record).name
    let isMatching = ClassNames.lineage(of: type(of: object)).contains { type in
      archivedClassName(of: type) == name
        || (type as? any ObjectRestoration.Type)?.formerNames.contains(name) ?? false
        || coordinator.state.classes.maker(for: type)?.formerNames.contains(name) ?? false
    }
    if isMatching { matchingClasses[row].append(itsClass) }
    return isMatching || tree?.restorationClass(of: object)?.formerNames.contains(name) ?? false
  }

  // MARK: Decoders

  /// Runs a hook with the decoder of a record.
  func withDecoder<Result>(
    _ record: RecordRow, migrated: MigratedValues?, _ body: (RestorationDecoder) -> Result
  ) -> Result {
    let decoder = takeDecoder(record, migrated)
    let result = body(decoder)
    putBack(consume decoder, record)
    return result
  }

  /// Borrows a decoder for a hook.
  ///
  /// No closure lends it, because a closure would retain everything that it refers to.
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

  /// Ends the use of a borrowed decoder.
  @inline(__always)
  func putBack(_ decoder: consuming RestorationDecoder, _ record: RecordRow) {
    if !decoder.finish() { noteMismatches(decoder, record) }
    // A decoder that a hook has kept stays finished, so that its use is noticed.
    let row = Int(record.classRow)
    if isKnownUniquelyReferenced(&decoder), row < spareDecoders.count {
      spareDecoders[row] = consume decoder
    }
  }

  @inline(never)
  private func noteMismatches(_ decoder: RestorationDecoder, _ record: RecordRow) {
    unusable[record.number] = unusable[record.number] ?? .values
    for mismatch in decoder.mismatches { note(mismatch, about: address(of: record)) }
  }
}
