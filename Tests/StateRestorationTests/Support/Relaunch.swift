// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import RestorationArchive
import RestorationTesting
import StateRestoration

/// The store and the key, which outlive a program's processes.
struct Machine {
  let store = MemoryStore()
  let disk: FaultyStore
  let keys = MemoryKeyProvider()

  /// Owns trees and delegates during a test, because coordinators do not.
  let kept = Kept()

  init(appends: Bool = false) { disk = FaultyStore(store, appends: appends) }

  /// Starts a process.
  func coordinator(
    version: String = "1.0", now: Date = Date(timeIntervalSinceReferenceDate: 0),
    idiom: UserInterfaceIdiom = .headless, tree: (any RestorationTree)? = nil,
    delegate: Delegate? = nil, logger: Logger = Logger(label: "test")
  ) -> RestorationCoordinator {
    let coordinator = RestorationCoordinator(
      ApplicationDescription(identifier: "test", version: version, systemVersion: "12"),
      idiom: idiom, archiver: Archiver(store: disk, keys: keys), now: { now }, logger: logger)
    if let tree { kept.objects.append(tree) }
    if let delegate { kept.objects.append(delegate) }
    coordinator.tree = tree
    coordinator.delegate = delegate
    return coordinator
  }
}

/// Owns objects that the engine holds weakly.
final class Kept { var objects: [AnyObject] = [] }
