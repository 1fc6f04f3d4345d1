// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What the pass has to say when it has ended.
extension RestorePass {
  /// What became of every record, in the order of the archive.
  var outcomes: RestorationOutcomes {
    var rows = results
    var numbers: [ObjectNumber] = []
    numbers.reserveCapacity(objects.count)
    for record in records where record.kind != .application {
      numbers.append(record.number)
      if !rows.has(record.number) {
        rows.set(resolver.failure(record.number) ?? .unclaimed, for: record.number)
      }
    }
    return RestorationOutcomes(of: snapshot, numbers: numbers, results: rows)
  }

  /// Who was restored from which record.
  var owners: OwnerTable {
    let registry = coordinator.state.registry
    var owners = OwnerTable(registry, capacity: snapshot.objectCount)
    for record in records {
      let serial = objects[record.number].serial
      if serial != 0 {
        owners.set(serial, at: record.number)
      } else if let object = objects.object(record.number) {
        owners.set(object, at: record.number, serial: registry.serial(of: object))
      }
    }
    return owners
  }

  /// Records that nothing has asked for.
  var unclaimed: Set<ObjectNumber> { resolver.unclaimed }
}
