// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Testing

/// Behaviour that every store shares.
@Suite struct ArchiveStoreTests {
  private let folder = TemporaryFolder()

  private func load(_ store: any ArchiveStore, slot: String? = nil) throws -> [[UInt8]?] {
    try ArchiveGeneration.allCases.map { try store.load($0, slot: slot) }
  }

  @Test("R152: a save makes the current archive the previous one", arguments: StoreKind.allCases)
  func savesRotate(kind: StoreKind) throws {
    let store = kind.make(in: folder)
    #expect(try load(store) == [nil, nil, nil])
    try store.replace(with: [1], slot: nil)
    #expect(try load(store) == [[1], nil, nil])
    try store.replace(with: [2], slot: nil)
    #expect(try load(store) == [[2], [1], nil])
    try store.replace(with: [], slot: nil)
    #expect(try load(store) == [[], [2], nil])
  }

  @Test(
    "R196: the candidate becomes the last good generation even after two more saves",
    arguments: StoreKind.allCases)
  func nomineeOutlivesSaves(kind: StoreKind) throws {
    let store = kind.make(in: folder)
    try store.replace(with: [1], slot: nil)
    try store.nominate(.current, slot: nil)
    #expect(try load(store) == [[1], nil, nil])
    try store.replace(with: [2], slot: nil)
    try store.replace(with: [3], slot: nil)
    try store.promoteNominee(slot: nil)
    #expect(try load(store) == [[3], [2], [1]])
    try store.promoteNominee(slot: nil)
    #expect(try load(store) == [[3], [2], [1]])
  }

  @Test("R196: every generation can be nominated, repeatedly", arguments: StoreKind.allCases)
  func anyGenerationCanBeNominated(kind: StoreKind) throws {
    let store = kind.make(in: folder)
    for value in 1...3 as ClosedRange<UInt8> { try store.replace(with: [value], slot: nil) }
    for (generation, bytes) in [
      (ArchiveGeneration.previous, [2]), (.lastGood, [2]), (.current, [3]),
    ] as [(ArchiveGeneration, [UInt8])] {
      try store.nominate(generation, slot: nil)
      try store.nominate(generation, slot: nil)
      try store.promoteNominee(slot: nil)
      #expect(try load(store) == [[3], [2], bytes])
    }
  }

  @Test("R196: nominating an absent generation leaves no candidate", arguments: StoreKind.allCases)
  func absentGenerationIsNoCandidate(kind: StoreKind) throws {
    let store = kind.make(in: folder)
    try store.replace(with: [1], slot: nil)
    try store.nominate(.current, slot: nil)
    try store.nominate(.previous, slot: nil)
    try store.promoteNominee(slot: nil)
    #expect(try load(store) == [[1], nil, nil])
  }

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
    "R48: the three newest damaged archives are kept, newest first", arguments: StoreKind.allCases)
  func threeDamagedAreKept(kind: StoreKind) throws {
    let store = kind.make(in: folder)
    for value in 1...5 as ClosedRange<UInt8> {
      try store.replace(with: [value], slot: nil)
      try store.setAside(.current, slot: nil)
      #expect(try store.load(.current, slot: nil) == nil)
      #expect(store.damaged(1) == [value])
    }
    #expect((1...4).map { store.damaged($0) } == [[5], [4], [3], nil])
    try store.setAside(.current, slot: nil)
    #expect((1...4).map { store.damaged($0) } == [[5], [4], [3], nil])
  }

  @Test("R152: a save after a set-aside keeps the previous archive", arguments: StoreKind.allCases)
  func previousSurvivesASetAside(kind: StoreKind) throws {
    let store = kind.make(in: folder)
    try store.replace(with: [1], slot: nil)
    try store.replace(with: [2], slot: nil)
    try store.setAside(.current, slot: nil)
    try store.replace(with: [3], slot: nil)
    #expect(try load(store) == [[3], [1], nil])
  }

  @Test("R48: slots are independent of each other", arguments: StoreKind.allCases)
  func slotsAreSeparate(kind: StoreKind) throws {
    let store = kind.make(in: folder)
    try store.replace(with: [1], slot: nil)
    try store.replace(with: [9], slot: "other")
    try store.replace(with: [10], slot: "other")
    #expect(try load(store) == [[1], nil, nil])
    #expect(try load(store, slot: "other") == [[10], [9], nil])
    try store.removeAll(slot: nil)
    #expect(try load(store) == [nil, nil, nil])
    #expect(try load(store, slot: "other") == [[10], [9], nil])
    try store.removeAll(slot: "other")
    #expect(try load(store, slot: "other") == [nil, nil, nil])
  }

  @Test("A discard also removes the candidate and damaged archives", arguments: StoreKind.allCases)
  func removalTakesEverything(kind: StoreKind) throws {
    let store = kind.make(in: folder)
    try store.removeAll(slot: nil)
    for value in 1...4 as ClosedRange<UInt8> {
      try store.replace(with: [value], slot: nil)
      try store.nominate(.current, slot: nil)
    }
    try store.setAside(.current, slot: nil)
    try store.removeAll(slot: nil)
    try store.promoteNominee(slot: nil)
    #expect(try load(store) == [nil, nil, nil])
    #expect(store.damaged(1) == nil)
  }
}
