// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import RestorationArchive
import StateRestoration
import Synchronization

/// The part of a program that outlives its processes: the store and the key.
struct Machine {
  let store = MemoryStore()
  let disk: FailingStore
  let keys = MemoryKeyProvider()

  /// Owns trees and delegates for the time of a test, since coordinators do not.
  let kept = Kept()

  init() { disk = FailingStore(store) }

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

/// Owns what the engine holds weakly.
final class Kept { var objects: [AnyObject] = [] }

/// A store whose writes and removals can be made to fail.
final class FailingStore: ArchiveStore {
  private let base: MemoryStore
  private let broken = Mutex(false)

  init(_ base: MemoryStore) { self.base = base }

  var isBroken: Bool {
    get { broken.withLock { $0 } }
    set { broken.withLock { $0 = newValue } }
  }

  private func check() throws(ArchiveError) {
    if isBroken { throw ArchiveError(.inputOutput, "The disk is full") }
  }

  func load(_ generation: ArchiveGeneration, slot: String?) -> [UInt8]? {
    base.load(generation, slot: slot)
  }

  func replace(with bytes: [UInt8], slot: String?) throws(ArchiveError) {
    try check()
    base.replace(with: bytes, slot: slot)
  }

  func nominate(_ generation: ArchiveGeneration, slot: String?) {
    base.nominate(generation, slot: slot)
  }

  func promoteNominee(slot: String?) { base.promoteNominee(slot: slot) }

  func setAside(_ generation: ArchiveGeneration, slot: String?) {
    base.setAside(generation, slot: slot)
  }

  func removeAll(slot: String?) throws(ArchiveError) {
    try check()
    base.removeAll(slot: slot)
  }
}
