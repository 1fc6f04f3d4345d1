// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The second pass over the records.
extension RestorePass {
  /// Lets each object decode that has not yet, from root to leaf (R57).
  ///
  /// Hooks register objects, which then decode as well (R91).
  func decodeAll() {
    let resolver = resolver
    var isComplete = false
    while !isComplete {
      isComplete = true
      var left: [ObjectNumber] = []
      for (place, number) in undecoded.enumerated() {
        if place + Self.lookahead < undecoded.count {
          prefetch(undecoded[place + Self.lookahead])
        }
        guard let record = rows[number.index], !results.has(number) else { continue }
        guard resolver.isObtained(number) else {
          left.append(number)
          continue
        }
        isComplete = false
        working(on: record) { decodeInPlay(record) }
      }
      undecoded = left
    }
  }

  /// So many objects before it decodes, an object and the first that it refers to are brought near.
  private static let lookahead = 8

  /// Objects lie anywhere: where there are many, waiting for their memory takes as long as decoding.
  @inline(__always)
  private func prefetch(_ number: ObjectNumber) {
    guard let record = rows[number.index] else { return }
    objects.prefetch(number)
    objects.prefetch(record.firstReference)
  }

  /// Lets an object decode, which is lent.
  private func decode(_ object: AnyObject, _ record: RecordRow) {
    if !objects.areAllNew, let other = noteDecoding(of: object, record) {
      let elsewhere = snapshot.address(of: other) ?? address(of: record)
      return byDefault(record, .decodedElsewhere(elsewhere))
    }
    lendClass(of: object, record) { decode(object, record, as: $0) }
  }

  /// Notes from which record an object decodes.
  ///
  /// - Returns: The record it has decoded from already.
  private func noteDecoding(of object: AnyObject, _ record: RecordRow) -> ObjectNumber? {
    let table = decoded ?? tableOfDecoded()
    decoded = table
    if let other = table[ObjectIdentifier(object)] { return ObjectNumber(UInt32(other)) }
    table.set(ObjectIdentifier(object), record.number.index)
    return nil
  }

  /// What has decoded before anybody counted.
  private func tableOfDecoded() -> IdentityTable {
    let table = IdentityTable(capacity: numbers.count)
    for record in records where results.has(record.number) {
      objects.lend(record.number) { table.set(ObjectIdentifier($0), record.number.index) }
    }
    return table
  }

  @inline(__always)
  private func decode(_ object: AnyObject, _ record: RecordRow, as itsClass: RestoredClass) {
    guard itsClass.isArchivedOne || isOfArchivedClass(record) else {
      let name = archivedClassName(of: type(of: object))
      return byDefault(record, .otherClass(found: name, saved: record.archivedClass.name))
    }
    guard itsClass.isPreserving || itsClass.hasDeclaredState else {
      return results.set(.referenced, for: record.number)
    }
    let migrated: MigratedValues?
    switch migration(of: record, to: itsClass) {
    case .failed(let failure):
      return results.set(.defaulted(failure), for: record.number)
    case .current: migrated = nil
    case .migrated(let values): migrated = values
    }
    results.setRestored(record.number)
    let decoder = takeDecoder(record, migrated)
    if let tree = coordinator.tree, let object = objects.object(record.number) {
      tree.willDecode(object, with: decoder)
    }
    if itsClass.hasDeclaredState {
      itsClass.declared.connect(object, to: coordinator.link)
      itsClass.declared.decode(object, with: decoder)
    }
    itsClass.decode(object, with: decoder)
    let parts =
      !enabledParts.isEmpty && enabledParts.contains(record.number)
      ? decoder.numbers(forKey: PartsKey.name) : nil
    putBack(consume decoder, record)
    if let parts { for part in parts { decodePart(part) } }
  }

  private func isOfArchivedClass(_ record: RecordRow) -> Bool {
    objects.object(record.number).map { isOfArchivedClass($0, record) } ?? false
  }

  private func decodePart(_ number: ObjectNumber) {
    guard let record = record(number), !results.has(number), resolver.isObtained(number)
    else { return }
    working(on: record) { decodeInPlay(record) }
  }

  private func decodeInPlay(_ record: RecordRow) {
    let began = play?.now
    objects.lend(record.number) { decode($0, record) }
    play?.say(
      "decode", "\(address(of: record))", record.archivedClass.name,
      results[record.number].map { "\($0)" }, since: began)
  }
}
