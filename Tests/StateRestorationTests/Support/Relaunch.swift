// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration

/// The part of a program that outlives its processes: the store and the key.
struct Machine {
  let store = MemoryStore()
  let keys = MemoryKeyProvider()

  /// Starts a process.
  func coordinator(
    version: String = "1.0", now: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) -> RestorationCoordinator {
    RestorationCoordinator(
      ApplicationDescription(identifier: "test", version: version, systemVersion: "12"),
      archiver: Archiver(store: store, keys: keys), now: { now })
  }
}
