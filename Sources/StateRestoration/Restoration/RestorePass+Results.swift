// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What the pass has to say when it has ended.
extension RestorePass {
  /// What became of every record, in the order of the archive.
  var outcomes: RestorationOutcomes {
    var results = results
    var numbers = numbers
    numbers.removeAll { rows[$0.index]?.kind == .application }
    for number in numbers where !results.has(number) {
      results.set(resolver.failure(number) ?? .unclaimed, for: number)
    }
    return RestorationOutcomes(of: snapshot, numbers: numbers, results: results)
  }

  /// Who was restored from which record.
  var owners: OwnerTable {
    let registry = coordinator.state.registry
    var owners = OwnerTable(registry, capacity: snapshot.objectCount)
    for number in numbers {
      let serial = objects[number].serial
      if serial != 0 {
        owners.set(serial, at: number)
      } else if let object = objects.object(number) {
        owners.set(object, at: number, serial: registry.serial(of: object))
      }
    }
    return owners
  }

  /// Records that nothing has asked for.
  var unclaimed: Set<ObjectNumber> { resolver.unclaimed }
}
