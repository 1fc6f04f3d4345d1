// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import RestorationArchive
import RestorationTesting
import StateRestoration
import Testing

/// The store and the key, which outlive a program's processes.
struct Machine {
  let store = MemoryStore()
  let disk: FaultyStore
  let keys: MemoryKeyProvider

  /// Owns trees and delegates during a test, because coordinators do not.
  let kept = Kept()

  init(appends: Bool = false, keys: MemoryKeyProvider = MemoryKeyProvider()) {
    disk = FaultyStore(store, appends: appends)
    self.keys = keys
  }

  /// Starts a process with objects registered under names.
  func coordinator(
    _ objects: KeyValuePairs<String, any StateRestoring> = [:],
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
    for (name, object) in objects { coordinator.register(object, as: name) }
    return coordinator
  }

  /// Saves objects, named with parents first, in a process of their own.
  ///
  /// Objects of the given types have restoration classes.
  @discardableResult
  func save(
    _ objects: KeyValuePairs<String, any StateRestoring>, createdByClass types: [Node.Type] = []
  ) throws -> PreservationReport {
    let coordinator = coordinator(objects)
    for type in types { coordinator.register(type) { _, _ in nil } }
    return try withExtendedLifetime(objects) { try coordinator.save() }
  }

  /// Restores objects in a process of their own.
  @discardableResult
  func restore(_ objects: KeyValuePairs<String, any StateRestoring>) -> RestorationReport {
    let coordinator = coordinator(objects)
    return withExtendedLifetime(objects) { coordinator.restore() }
  }

  /// Saves a tree of screens in a process of its own.
  @discardableResult
  func save(_ root: Screen) throws -> PreservationReport {
    try coordinator(tree: FakeTree(root)).save()
  }

  /// Restores a tree of screens in a process of its own.
  @discardableResult
  func restore(_ root: Screen) -> RestorationReport {
    coordinator(tree: FakeTree(root)).restore()
  }

  /// The archives.
  var files: [[UInt8]?] { ArchiveGeneration.allCases.map { store.load($0, slot: nil) } }

  /// Returns the newest saved state.
  func savedState() throws -> RestorationSnapshot {
    try #require(Archiver(store: store, keys: keys).load().snapshot)
  }

  /// Returns the texts of nodes restored under names; "none" where nothing was saved.
  func texts(_ names: [String]) -> [String] {
    let coordinator = coordinator()
    let nodes = names.map { _ in Node("none") }
    for (name, node) in zip(names, nodes) { coordinator.register(node, as: name) }
    _ = coordinator.restore()
    return nodes.map(\.text)
  }
}

/// Owns objects that the engine holds weakly.
final class Kept { var objects: [AnyObject] = [] }
