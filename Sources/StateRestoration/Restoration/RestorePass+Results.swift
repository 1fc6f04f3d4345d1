// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What the pass has to say when it has ended.
extension RestorePass {
  /// What became of every record, in the order of the archive.
  var outcomes: RestorationOutcomes {
    RestorationOutcomes(of: snapshot, numbers: numbers, results: results)
  }

  /// Says of every record that has no result yet why it has none.
  func closeResults() {
    let resolver = resolver
    for number in numbers where !results.has(number) {
      // Mostly all of them, or none.
      if resolver.isUnclaimed(number) {
        results.setUnclaimed(number)
      } else {
        results.set(resolver.failure(number) ?? .unclaimed, for: number)
      }
    }
  }

  /// Remembers who was restored from which record.
  ///
  /// - Parameter owners: Where that is remembered.
  func note(in owners: inout OwnerTable) {
    let registry = resolver.registry
    for number in numbers {
      let serial = objects.serial(of: number)
      if serial != 0 {
        owners.set(serial, at: number)
      } else if let object = objects.object(number) {
        owners.set(object, at: number, serial: registry.serial(of: object))
      }
    }
  }

  /// Records that nothing has asked for.
  var unclaimed: some Sequence<ObjectNumber> {
    numbers.lazy.filter { self.objects.step(of: $0) == .unclaimed }
  }

  /// Records that something has asked for, whatever came of it.
  var claimed: some Sequence<ObjectNumber> {
    numbers.lazy.filter { self.objects.step(of: $0) != .unclaimed }
  }
}
