// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What the last walk over all objects left out, since it did not fit (R155).
struct Omissions {
  var all: [PreservationReport.Omission] = []
  /// The objects whose records are not what they would write.
  var objects = ChangedObjects()
  /// Classes whose objects were said in the log to be too large.
  var loggedClasses: Set<String> = []
  /// What the application was told of last.
  private var announced: Set<Name> = []

  /// Tells what is left out from what else is.
  private struct Name: Hashable {
    let address: RestorationAddress
    let key: String?
  }

  /// All that is left out, if that is other than it was the last time.
  mutating func news() -> [PreservationReport.Omission]? {
    let names = Set(all.map { Name(address: $0.address, key: $0.key) })
    guard names != announced else { return nil }
    announced = names
    return all
  }
}
