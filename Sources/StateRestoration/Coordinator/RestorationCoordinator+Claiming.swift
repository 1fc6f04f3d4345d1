// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Registered objects find their records, in a restore or after it (R194).
extension RestorationCoordinator {
  /// Lets objects that were registered after launch have their records, if nobody has claimed them.
  func claimLate() {
    while phase == .idle, !state.unclaimed.isEmpty, let base = state.current?.logged.base {
      guard claimedNumbers(in: base).contains(where: state.unclaimed.contains) else {
        return state.index.wait(unclaimed: state.unclaimed)
      }
      state.steady = nil
      state.index.resumeWaiting()
      run(.restoring) { restoreLate(state.lateRecords(in: base)) }
      state.index.wait(unclaimed: state.unclaimed)
    }
  }

  private func restoreLate(_ records: LateRecords) {
    let play = playByPlay(.restore)
    play?.say("begin", "objects that were registered late")
    let pass = RestorePass(late: records, coordinator: self, play: play)
    pass.restoreLate(with: records)
    pass.note(in: &state.owners)
    state.unclaimed.subtract(pass.claimed)
    let complaints = state.index.duplicates + pass.complaints
    state.notes.didRestore(pass.outcomes, complaints)
    log(complaints, play)
    records.objects.letGo(pass.resolver.lookedAt)
  }

  /// The records that registered objects lie at now.
  ///
  /// - Parameters:
  ///   - snapshot: Where records lie.
  ///   - inPlace: The object that a restore pass has put where a record lies by itself.
  /// - Returns: Their numbers, in order.
  func claimedNumbers(
    in snapshot: RestorationSnapshot,
    inPlace: @escaping (ObjectNumber) -> (any StateRestoring)? = { _ in nil }
  ) -> [ObjectNumber] {
    let places = places(in: snapshot, inPlace: inPlace)
    return state.index.claimed(places)
  }

  /// The registered object that lies where a record does.
  ///
  /// - Parameters:
  ///   - number: The record.
  ///   - snapshot: Where it lies.
  ///   - inPlace: The object that a restore pass has put where a record lies by itself.
  /// - Returns: `nil` when there is none.
  func registeredObject(
    at number: ObjectNumber, in snapshot: RestorationSnapshot,
    inPlace: @escaping (ObjectNumber) -> (any StateRestoring)?
  ) -> (any StateRestoring)? {
    let places = places(in: snapshot, inPlace: inPlace)
    return state.index.object(at: number, places)
  }

  private func places(
    in snapshot: RestorationSnapshot, inPlace: @escaping (ObjectNumber) -> (any StateRestoring)?
  ) -> RegistrationIndex.Places {
    let (registry, tree) = (state.registry, tree)
    return .init(
      place: { registry.place(of: $0, in: tree) }, number: { snapshot.number(at: $0) },
      inPlace: inPlace)
  }
}
