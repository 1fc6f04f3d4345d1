// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The values and records that the last walk left out.
struct Omissions {
  var all: [PreservationReport.Omission] = []
  /// The objects whose records differ from what they would write.
  var objects = ChangedObjects()
  /// Classes whose oversized objects were logged already.
  var loggedClasses: Set<String> = []
  /// The omissions that the application was last informed of.
  private var announced: Set<Name> = []

  /// Identifies an omission.
  private struct Name: Hashable {
    let address: RestorationAddress
    let key: String?
  }

  /// Returns all omissions if they changed since the last call.
  mutating func news() -> [PreservationReport.Omission]? {
    let names = Set(all.map { Name(address: $0.address, key: $0.key) })
    guard names != announced else { return nil }
    announced = names
    return all
  }
}
