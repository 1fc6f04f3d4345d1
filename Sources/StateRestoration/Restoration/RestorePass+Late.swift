// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Restores records after launch.
extension RestorePass {
  /// Restores records claimed by registered objects, and their dependents.
  ///
  /// It looks at no other records: a program may register thousands of objects one by one.
  func restoreLate(with late: LateRecords) {
    var followed: Set<ObjectNumber> = []
    while true {
      for number in coordinator.state.index.claimed(places) where wasUnclaimed(number) {
        obtain(number)
      }
      obtainDependents(late, &followed)
      take(Set(resolver.lookedAt.filter(wasUnclaimed)).sorted())
      // Decoding looks at the other records again, so it runs only if an object is ready. The next
      // round handles whatever decoding obtains.
      guard undecoded.contains(where: { !objects.hasResult($0) && objects.isObtained($0) })
      else {
        break
      }
      decodeAll()
    }
    finish()
  }

  /// Obtains the records that wait for obtained objects, transitively.
  private func obtainDependents(_ late: LateRecords, _ followed: inout Set<ObjectNumber>) {
    var next = 0
    while next < resolver.lookedAt.count {
      let number = resolver.lookedAt[next]
      next += 1
      guard objects.isObtained(number), wasUnclaimed(number),
        followed.insert(number).inserted
      else { continue }
      late.dependents(of: number, among: coordinator.state.unclaimed.numbers).forEach(obtain)
    }
  }

  private func obtain(_ number: ObjectNumber) {
    if let record = rows[number.index] { resolver.obtain(record) }
  }

  private func wasUnclaimed(_ number: ObjectNumber) -> Bool {
    coordinator.state.unclaimed.numbers.contains(number)
  }
}
