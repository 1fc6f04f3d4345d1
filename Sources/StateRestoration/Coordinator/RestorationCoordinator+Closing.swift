// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// What is kept of objects that go shortly before the process ends (R212).
extension RestorationCoordinator {
  /// The number of the record that was saved of an object; `nil` without one.
  package func savedNumber(of object: any StateRestoring) -> ObjectNumber? {
    guard let number = (try? address(of: object)).map({ state.tables.number(for: $0) }),
      state.owners.holds(object, at: number)
    else { return nil }
    return number
  }

  /// Keeps the record of an object that goes, as one that nobody has claimed since launch (R194).
  ///
  /// - Parameter number: The object's, from ``savedNumber(of:)`` right after a pass.
  package func leaveRecord(_ number: ObjectNumber) {
    guard state.owners.knows(number) else { return }
    _ = state.base  // claims are served from the base of the state
    state.owners.forget(number)
    state.unclaimed.numbers.insert(number)
  }

  /// Drops records that were left, unless they have been claimed meanwhile.
  package func dropLeftRecords(_ numbers: [ObjectNumber]) {
    state.unclaimed.numbers.subtract(numbers)
    state.steady = nil  // only a walk finds what is left out
  }
}
