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
}
