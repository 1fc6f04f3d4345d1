// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing
import ViewControllers
import ViewControllersTesting

/// The package's stores, key providers and hosts pass its own suites.
@Suite struct ConformanceTests {
  /// A temporary folder, removed with this object.
  private final class Folder: Sendable {
    let path = NSTemporaryDirectory() + "conformance-\(UUID().uuidString)"
    deinit { try? FileManager.default.removeItem(atPath: path) }
    func make() -> String { "\(path)/\(UUID().uuidString)" }
  }

  private let folder = Folder()

  @Test("R152, R156, R196: MemoryStore conforms", arguments: ArchiveStoreConformance.checks)
  func memoryStoreConforms(check: ArchiveStoreConformance.Check) {
    check.run(
      on: StoreUnderTest(
        // No other process can reach a store in memory.
        abilities: [.rewriting, .launchImages, .markers], anotherProcess: { $0 },
        damaged: { store in
          (1...4).compactMap { (store as? MemoryStore)?.damaged(age: $0) }
        },
        make: { MemoryStore() }))
  }

  @Test("R152, R156, R196: FileStore conforms", arguments: ArchiveStoreConformance.checks)
  func fileStoreConforms(check: ArchiveStoreConformance.Check) {
    check.run(
      on: StoreUnderTest(
        // A lock keeps out other processes, and this is only one process.
        abilities: [.rewriting, .launchImages, .markers],
        anotherProcess: { FileStore(folder: ($0 as? FileStore)?.folder ?? "") },
        damaged: { store in
          let folder = (store as? FileStore)?.folder ?? ""
          return (1...4).compactMap { age in
            FileManager.default.contents(atPath: "\(folder)/damaged-\(age).archive").map {
              Array($0)
            }
          }
        },
        make: { [folder] in FileStore(folder: folder.make()) }))
  }

  @Test(
    "R152, R156, R196: FileStore on a simulated disk with two processes conforms",
    arguments: ArchiveStoreConformance.checks)
  func fileStoreOnSimulatedDiskConforms(check: ArchiveStoreConformance.Check) {
    let disk = SimulatedDisk()
    check.run(
      on: StoreUnderTest(
        abilities: [.rewriting, .launchImages, .claims],  // the disk has no markers
        anotherProcess: { disk.store(folder: ($0 as? FileStore)?.folder ?? "", process: 2) },
        make: { disk.store(folder: "/\(UUID().uuidString)") }))
  }

  @Test(
    "R152, R156, R196: FaultyStore without faults conforms",
    arguments: ArchiveStoreConformance.checks)
  func faultyStoreConforms(check: ArchiveStoreConformance.Check) {
    for appends in [true, false] {
      check.run(
        on: StoreUnderTest(
          abilities: [.rewriting, .launchImages, .markers], anotherProcess: { $0 },
          make: { FaultyStore(appends: appends) }))
    }
  }

  @Test("R120, R123: MemoryKeyProvider conforms", arguments: KeyProviderConformance.checks)
  func memoryKeysConform(check: KeyProviderConformance.Check) {
    check.run(
      on: KeysUnderTest(
        setLocked: { ($0 as? MemoryKeyProvider)?.setLocked($1) },
        make: { MemoryKeyProvider(protection: .complete) }))
  }

  @Test("R120, R123: KeyFile conforms", arguments: KeyProviderConformance.checks)
  func keyFileConforms(check: KeyProviderConformance.Check) {
    check.run(
      on: KeysUnderTest(
        anotherProcess: { KeyFile(path: ($0 as? KeyFile)?.path ?? "") },
        destroy: { keys in
          try Data([1, 2, 3]).write(to: URL(fileURLWithPath: (keys as? KeyFile)?.path ?? ""))
        },
        make: { [folder] in KeyFile(path: folder.make() + "/key") }))
  }

  @Test(
    "R120, R123: FaultyKeyProvider without faults conforms",
    arguments: KeyProviderConformance.checks)
  func faultyKeysConform(check: KeyProviderConformance.Check) {
    check.run(
      on: KeysUnderTest(
        destroy: { ($0 as? FaultyKeyProvider)?.fail() }, make: { FaultyKeyProvider() }))
  }

  @MainActor
  @Test(
    "R15, R121, R131, R190, R212: HeadlessHost conforms", arguments: HostConformance.checks)
  func headlessHostConforms(check: HostConformance.Check) {
    check.run(
      on: HostUnderTest(turn: { ($0 as? HeadlessHost)?.advance(by: .milliseconds(1)) }) {
        let clock = FixedClock()
        let box = Box()
        let host = HeadlessHost(clock: clock) { _ in box.host?.advance(by: .seconds(1)) }
        box.host = host
        return host
      })
  }

  @MainActor private final class Box { weak var host: HeadlessHost? }
}
