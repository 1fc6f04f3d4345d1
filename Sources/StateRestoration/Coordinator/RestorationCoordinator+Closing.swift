// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// Keeps records of objects that go shortly before the process ends.
extension RestorationCoordinator {
  /// Returns the number of an object's saved record; `nil` without one.
  package func savedNumber(of object: any StateRestoring) -> ObjectNumber? {
    guard let number = (try? address(of: object)).map({ state.tables.number(for: $0) }),
      state.owners.holds(object, at: number)
    else { return nil }
    return number
  }

  /// Keeps the record of a departing object as an unclaimed record.
  ///
  /// - Parameter number: The object's number, from ``savedNumber(of:)`` right after a pass.
  package func leaveRecord(_ number: ObjectNumber) {
    guard state.owners.knows(number) else { return }
    _ = state.base  // claims are served from the base of the state
    state.owners.forget(number)
    state.unclaimed.numbers.insert(number)
  }

  /// Drops the records that were left, unless they were claimed meanwhile.
  package func dropLeftRecords(_ numbers: [ObjectNumber]) {
    state.unclaimed.numbers.subtract(numbers)
    state.steady = nil  // the next pass must walk all objects
  }
}
