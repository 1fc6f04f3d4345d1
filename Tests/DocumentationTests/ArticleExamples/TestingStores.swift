// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllersTesting

/// The examples of `TestingStores.md`.
@MainActor @Suite struct TestingStoresExamples {
  private let home: ProgramHome

  init() throws { home = try ProgramHome() }

  @Test("R150: a store fails a save")
  func faults() {
    let description = ApplicationDescription(identifier: "org.example.Faults")
    let (delegate, host, keys) = (OneWindow(), HeadlessHost(), MemoryKeyProvider())
    let store = FaultyStore()
    let application = Application(
      description, delegate: delegate, host: host, archiver: Archiver(store: store, keys: keys))
    store.inject(.error(), into: [.replace, .append], times: 1)
    application.installsFatalSignalHandlers = false
    Application.sharing(application) { application.launch() }
    #expect(throws: ArchiveError.self) {
      try application.restoration.preserve(reason: .explicit).commitAndWait()
    }
  }

  @Test("R152: a power failure leaves the state before or the new one")
  func powerCuts() throws {
    func save(to store: FileStore, with keys: KeyFile) throws {
      let coordinator = RestorationCoordinator(
        ApplicationDescription(identifier: "org.example.Disk"),
        archiver: Archiver(store: store, keys: keys))
      _ = coordinator.restore()
      try coordinator.preserve(reason: .explicit).commitAndWait()
    }
    let disk = SimulatedDisk()
    try save(to: disk.store(), with: disk.keyFile())
    disk.settle()  // what comes before is durable
    try save(to: disk.store(), with: disk.keyFile())
    disk.forEachPowerCut { left in
      let load = Archiver(store: left.store(), keys: left.keyFile()).load()
      // The state before, or the new one.
      #expect(load.sequenceNumber == 1 || load.sequenceNumber == 2)
    }
  }

  @Test(arguments: ArchiveStoreConformance.checks)
  func conforms(check: ArchiveStoreConformance.Check) {
    check.run(on: StoreUnderTest { MyStore(folder: newFolder()) })
  }

  /// Stands for a store that the reader wrote.
  private func MyStore(folder: String) -> FileStore { FileStore(folder: folder) }

  private func newFolder() -> String {
    home.folder.appendingPathComponent(UUID().uuidString).path
  }
}
