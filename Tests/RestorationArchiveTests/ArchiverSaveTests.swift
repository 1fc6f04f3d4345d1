// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import Testing

struct ArchiverSaveTests {
  private let store = FaultyStore(appends: false)
  private let log = LogRecorder()
  private let keys = MemoryKeyProvider()

  private func archiver() -> Archiver {
    Archiver(store: store, keys: keys, logger: log.logger)
  }

  @Test(
    "R190: a deadline of any length is accepted",
    arguments: [Duration.seconds(Int64.max), .seconds(10_000_000_000), .seconds(60)])
  func longDeadlinesAreTaken(deadline: Duration) throws {
    #expect(try archiver().saveAndWait(smallSnapshot(), deadline: deadline) == 1)
  }

  @Test("R152: a failed save leaves the older archive intact and uses no sequence number")
  func failedSaveLeavesTheOlderArchive() async throws {
    let archiver = archiver()
    _ = try archiver.saveAndWait(smallSnapshot(marker: 1))
    store.inject(.error(), into: [.replace])
    await #expect(throws: ArchiveError(.inputOutput, "The test's store fails")) {
      try await archiver.save(smallSnapshot(marker: 2))
    }
    #expect(try Life.marker(self.archiver().load()) == 1)
    #expect(
      log.lines == [
        "error: The state could not be saved; the older archive is intact: The test's store fails"
      ])
    store.repair()
    #expect(try archiver.saveAndWait(smallSnapshot(marker: 3)) == 2)
    #expect(try Life.marker(self.archiver().load()) == 3)
  }
}
