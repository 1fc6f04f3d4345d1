// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Testing

/// Behaviour that both stores share beyond the conformance suite.
@Suite struct ArchiveStoreTests {
  private let folder = TemporaryFolder()

  @Test(
    "R219: archives that failed at launch are kept once each, apart from damaged ones",
    arguments: StoreKind.allCases)
  func passedOverStay(kind: StoreKind) throws {
    let store = kind.make(in: folder)
    try store.setAside(.current, slot: nil, for: .failedLaunch, keepsPlace: false)
    for value in 1...5 as ClosedRange<UInt8> {
      try store.replace(with: [value], slot: nil)
      try store.setAside(.current, slot: nil, for: .failedLaunch, keepsPlace: true)
      #expect(try store.load(.current, slot: nil) == [value])
      try store.setAside(.current, slot: nil, for: .failedLaunch, keepsPlace: false)
      #expect(try store.load(.current, slot: nil) == nil)
      try store.replace(with: [value + 10], slot: nil)
      try store.setAside(.current, slot: nil)
    }
    #expect(store.passedOver == (1...5).map { [$0] })
    #expect(store.damaged(1) == [15])
    try store.removeAll(slot: nil)
    #expect(store.passedOver.isEmpty)
  }

  @Test(
    "R183, R219: retired state takes all that was kept in slots without a generation with it",
    arguments: StoreKind.allCases)
  func nothingOutlivesRetirement(kind: StoreKind) throws {
    let store = kind.make(in: folder)
    let keys = MemoryKeyProvider()
    // The slot of this key is one of its own while another key's archive has the application's.
    for keys in [MemoryKeyProvider(), keys] {
      _ = try Archiver(store: store, keys: keys).saveAndWait(smallSnapshot())
    }
    try store.removeAll(slot: nil)
    let listed = try #require(store as? any ListedStore)
    let slot = try #require(listed.allFiles().first { $0.content == .archive(.current) }?.slot)
    try store.setAside(.current, slot: slot, for: .failedLaunch, keepsPlace: false)
    for slot in ["instance-2", "instance-3"] { try store.replace(with: [1], slot: slot) }
    try store.setAside(.current, slot: "instance-2")
    try store.nominate(.current, slot: "instance-3")
    try store.setAside(.current, slot: "instance-3", for: .failedLaunch, keepsPlace: false)
    #expect(try listed.allFiles().filter(\.isState).count == 4)
    try Archiver(store: store, keys: keys).retireAndWait()
    #expect(try listed.allFiles().filter(\.isState).isEmpty)
  }
}
