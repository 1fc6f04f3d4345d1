// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Testing

/// Sequence numbers that only a forged but authentic archive has.
struct SequenceNumberTests {
  private let key = fixedKey(3)

  @Test(
    "R127: an authentic archive with any sequence number is restored, and so are later saves",
    arguments: [0, 1, 127, 128, 129, 4_095, 4_096, 4_097, 1 << 62] as [UInt64])
  func greatNumbers(distance: UInt64) throws {
    let number = UInt64.max - distance
    let store = MemoryStore()
    let sequence = StateSequence()
    let first = sequence.change()
    store.replace(
      with: try ArchiveSeal.sealBase(first.snapshot.bytes, with: key, sequenceNumber: number).file,
      slot: nil)
    for _ in 0..<3 {
      let archiver = Archiver(store: store, keys: MemoryKeyProvider(key: key))
      let load = archiver.load()
      #expect(load.snapshot != nil && load.incidents.isEmpty)
      var last = load.sequenceNumber
      for _ in 0..<140 {
        let saved = try archiver.saveAndWait(sequence.change())
        #expect(saved != last)
        last = saved
      }
      let again = Archiver(store: store, keys: MemoryKeyProvider(key: key)).load()
      #expect(again.sequenceNumber == last && again.source == .current)
    }
  }

  @Test("R127: a session with a number near the maximum can be saved")
  func greatSessionNumbers() throws {
    let sequence = StateSequence()
    let state = sequence.change()
    for distance in 0...2 as ClosedRange<UInt64> {
      var archive = SessionArchive()
      let file = try ArchiveSeal.sealBase(
        state.snapshot.bytes, with: key, sequenceNumber: .max - distance
      ).file
      _ = try archive.open(file, with: [key], upTo: 0)
      for _ in 0..<5 { _ = try archive.seal(sequence.change().logged, with: key) }
    }
  }
}
