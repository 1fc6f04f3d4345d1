// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Matches registered objects with their records, during or after a restore.
extension RestorationCoordinator {
  /// Returns the identifiers of the former paths of a registered object.
  package func formerPaths(of object: any StateRestoring) -> [[String]] {
    state.registry.formerAddresses(of: object, in: tree).map(\.path.identifiers)
  }

  /// Restores the unclaimed records of objects registered after launch.
  func claimLate() {
    while phase == .idle, !state.unclaimed.numbers.isEmpty, let base = state.current?.logged.base {
      let places = RegisteredPlaces(of: state.registry, in: { self.tree }, snapshot: base)
      guard state.index.claimed(places).contains(where: state.unclaimed.numbers.contains) else {
        return state.index.wait(unclaimed: state.unclaimed.numbers)
      }
      state.steady = nil
      state.index.resumeWaiting()
      run(.restoring) { restoreLate(state.unclaimed.lateRecords(in: base)) }
      noteOwnValues(areSet: true)
      state.index.wait(unclaimed: state.unclaimed.numbers)
    }
  }

  private func restoreLate(_ records: LateRecords) {
    let trace = newTrace(.restore)
    trace?.say("begin", "objects that were registered late")
    let pass = RestorePass(late: records, coordinator: self, trace: trace)
    pass.restoreLate(with: records)
    pass.note(in: &state.owners)
    pass.noteKnowledge(in: &state)
    state.unclaimed.numbers.subtract(pass.claimed)
    let issues = state.index.duplicates + pass.issues
    state.notes.didRestore(pass.results, issues)
    state.notes.didClaim {
      pass.claimed.compactMap { records.reader.rows[$0.index] }.map(records.reader.address)
    }
    log(issues, trace)
    records.objects.letGo(pass.resolver.lookedAt)
  }
}
