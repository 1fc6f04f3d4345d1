// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The second pass over the records.
extension RestorePass {
  /// Decodes all remaining objects, from root to leaf.
  ///
  /// Hooks may register objects, which then decode as well.
  func decodeAll() {
    let resolver = resolver
    isDecoding = true
    defer { isDecoding = false }
    var mayDecode = true
    while mayDecode {
      let arrivals = resolver.arrivals
      var (hasDecoded, hasOpen) = (false, false)
      var left: [ObjectNumber] = []
      for number in undecoded {
        guard !objects.hasResult(number) else { continue }
        guard resolver.tryToObtain(number), let record = rows[number.index] else {
          left.append(number)
          hasOpen = hasOpen || resolver.isOpen(number)
          continue
        }
        hasDecoded = true
        trail.working(on: number) { decodeTraced(record) }
      }
      undecoded = left
      mayDecode = hasDecoded && (hasOpen || resolver.hasNews(since: arrivals))
    }
  }

  /// Lets an object decode.
  private func decode(_ object: any StateRestoring, _ record: RecordRow) {
    if let other = noteDecoding(of: object, record) {
      decodedElsewhere.insert(record.number)
      let elsewhere = snapshot.address(of: other) ?? address(of: record)
      return byDefault(record, .decodedElsewhere(elsewhere))
    }
    decode(object, record, as: coordinator.participantClass(of: object))
  }

  /// Notes the record that an object decodes.
  ///
  /// - Returns: The record it has already decoded; `nil` for none.
  private func noteDecoding(of object: AnyObject, _ record: RecordRow) -> ObjectNumber? {
    if let other = decoded[ObjectIdentifier(object)] { return other }
    decoded[ObjectIdentifier(object)] = record.number
    return nil
  }

  private func decode(
    _ object: any StateRestoring, _ record: RecordRow, as itsClass: ParticipantClass
  ) {
    guard isOfArchivedClass(object, record) else {
      unusable[record.number] = .otherClass
      return byDefault(
        record, .otherClass(found: itsClass.name, saved: reader.archivedClass(of: record).name))
    }
    let row = Int(record.classRow)
    if !decodedClasses[row].contains(where: { $0 === itsClass }) {
      decodedClasses[row].append(itsClass)
    }
    guard itsClass.isPreserving || !itsClass.declared.isEmpty else {
      return objects[result: record.number] = .referenced
    }
    let migrated: MigratedValues?
    switch migration(of: record, to: itsClass) {
    case .failed(let failure):
      let isNewer = reader.archivedClass(of: record).schemaVersion > itsClass.schemaVersion
      unusable[record.number] = isNewer ? .newerSchema : .olderSchema
      return objects[result: record.number] = .defaulted(failure)
    case .current: migrated = nil
    case .migrated(let values): migrated = values
    }
    objects[result: record.number] = .restored
    let parts = withDecoder(record, migrated: migrated) { decoder in
      tree?.willDecode(object, with: decoder)
      itsClass.declared.connect(object, to: coordinator.link)
      itsClass.declared.decode(object, with: decoder)
      itsClass.decodeState(of: object, with: decoder)
      return enabledParts.contains(record.number) ? decoder.numbers(forKey: PartsKey.name) : []
    }
    for part in parts { decodePart(part) }
  }

  private func decodePart(_ number: ObjectNumber) {
    guard let record = record(number), !objects.hasResult(number), resolver.tryToObtain(number)
    else { return }
    trail.working(on: number) { decodeTraced(record) }
  }

  private func decodeTraced(_ record: RecordRow) {
    let began = trace?.now
    let outer = decoder
    decoder = record.number
    if let object = objects.object(record.number) { decode(object, record) }
    decoder = outer
    trace?.say(
      "decode", "\(address(of: record))", reader.archivedClass(of: record).name,
      objects[result: record.number].map { "\($0)" }, since: began)
  }
}

/// Looks up classes and lends decoders for each object.
extension RestorePass {
  // MARK: Classes

  /// Whether an object's class matches the archived class.
  ///
  /// The class, or one that it inherits from, must be the archived class or know it as a former
  /// name.
  func isOfArchivedClass(_ object: any StateRestoring, _ record: RecordRow) -> Bool {
    let (row, itsClass) = (Int(record.classRow), coordinator.participantClass(of: object))
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
    let decoder = RestorationDecoder(record, of: reader, references: self, migrated: migrated)
    let result = body(decoder)
    if !decoder.finish() {
      unusable[record.number] = unusable[record.number] ?? .values
      for mismatch in decoder.mismatches { note(mismatch, about: address(of: record)) }
    }
    return result
  }
}
