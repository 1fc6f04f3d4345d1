// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The outcomes of all objects in an incremental pass.
struct AllOutcomes: Sendable {
  let state: LoggedState
  let encoded: [ObjectNumber]
  let unclaimed: NumberSet

  var count: Int { list.count }

  /// One outcome per object, in the order of their numbers.
  var list: [PreservationReport.Outcome] {
    let encoded = Set(encoded)
    let snapshot = state.flattened()
    return snapshot.objects.compactMap { number in
      guard let address = snapshot.address(of: number), address.kind != .application else {
        return nil
      }
      return .init(
        address: address,
        result: encoded.contains(number)
          ? .encoded : unclaimed.contains(number) ? .unclaimed : .carried)
    }
  }
}
