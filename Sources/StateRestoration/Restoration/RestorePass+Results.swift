// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The results of a pass that has ended.
extension RestorePass {
  /// The result of every record, in the order of the archive.
  var results: RestorationResults {
    RestorationResults(
      numbers.compactMap { number in objects[result: number].map { (number, $0) } }, of: snapshot)
  }

  /// Sets the result of each record that has none yet.
  func closeResults() {
    let resolver = resolver
    for number in numbers where !objects.hasResult(number) {
      objects[result: number] = resolver.failure(number) ?? .unclaimed
    }
  }

  /// Remembers the object restored from each record.
  ///
  /// - Parameter owners: The table that remembers them.
  func note(in owners: inout OwnerTable) {
    for number in numbers {
      if let object = objects.object(number) { owners.set(object, at: number) }
    }
  }

  /// The records held back, and all records that need one of them.
  var recordsHeldBack: NumberSet {
    heldBack.isEmpty ? NumberSet() : NumberSet(numbers.lazy.filter(self.resolver.isHeldBack))
  }

  /// Remembers what classes have read, and what could not be used.
  func noteKnowledge(in state: inout CoordinatorState) {
    state.unusable = unusable
    for (row, classes) in matchingClasses.enumerated() where !classes.isEmpty {
      let read = reader.archivedClass(at: row)?.readKeys ?? []
      for itsClass in classes { state.readKeys[itsClass.name, default: []].formUnion(read) }
    }
    if let application = snapshot.number(at: .application).flatMap(record) {
      let read = reader.archivedClass(of: application).readKeys
      state.readKeys[MigrationTable.applicationClass, default: []].formUnion(read)
    }
  }

  /// Records of unknown classes, and those that nothing has asked for.
  var unclaimed: some Sequence<ObjectNumber> {
    numbers.lazy.filter { self.resolver.isUnclaimed($0) || self.resolver.isOfUnknownClass($0) }
  }

  /// Records whose object, or one above it, is nowhere.
  var absent: [UnclaimedRecords.Absent] {
    let absent = numbers.filter { resolver.isOutOfReach($0) && !resolver.isOfUnknownClass($0) }
    return absent.compactMap { rows[$0.index] }.map { record in
      let nearest = reader.nearest(above: record) { objects.isObtained($0.number) }
      return .init(address: address(of: record), nearest: nearest.map(address))
    }
  }

  /// Records that something has asked for, successfully or not.
  var claimed: some Sequence<ObjectNumber> {
    numbers.lazy.filter { !self.objects.isUnclaimed($0) }
  }
}
