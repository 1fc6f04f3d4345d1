// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import RestorationArchive
import Testing

/// Base and log as bytes: valid content, cuts, flips and mixtures.
struct AppendedSaveTests {
  private let key = fixedKey(7)

  private func sequence() -> StateSequence {
    let sequence = StateSequence()
    sequence.change(1)
    sequence.change(5) { $0.record(address("New/:[3]:/Deep", .view, scene: "second")) }
    sequence.next(removing: [2], roots: []) { _ in }
    return sequence
  }

  /// Returns the state restored.
  ///
  /// `nil` means the file is damaged.
  private func state(_ bytes: [UInt8], of file: LoggedFile) throws -> OpenedArchive.State? {
    let opened = Result { () throws(ArchiveError) in
      try ArchiveSeal.open(bytes, with: key).state()
    }
    switch opened {
    case .success(let state):
      #expect(try contents(state.snapshot) == file.contents[state.appendedSaves])
      #expect(state.sequenceNumber == 7 + UInt64(state.appendedSaves))
      return state
    case .failure(let error):
      #expect(error.code == .damaged)
      return nil
    }
  }

  /// Returns the number of appended saves restored.
  private func saves(_ bytes: [UInt8], of file: LoggedFile) throws -> Int? {
    try state(bytes, of: file)?.appendedSaves
  }

  @Test("R152: a file cut at any length yields its last whole state or is damaged")
  func everyCutIsAnOlderState() throws {
    let file = try LoggedFile(sequence().saves, key: key)
    #expect(Set(file.contents).count == 4)
    for length in 0...file.bytes.count {
      let whole = file.ends.lastIndex { $0 <= length }
      let found = try state(Array(file.bytes[..<length]), of: file)
      #expect(found?.appendedSaves == whole, "\(length)")
      guard let end = found?.end, let whole else { continue }
      #expect((end == .whole) == (file.ends[whole] == length))
    }
  }

  @Test(
    "R48, R152, R199: a flipped bit yields the state before it, and is a torn end in the last save")
  func everyFlippedBitIsAnOlderStateOrDamage() throws {
    let file = try LoggedFile(sequence().saves, key: key)
    for index in file.bytes.indices {
      let before = file.ends.firstIndex { index < $0 }.flatMap { $0 == 0 ? nil : $0 - 1 }
      for bit in 0..<8 {
        var flipped = file.bytes
        flipped[index] ^= 1 << bit
        let found = try state(flipped, of: file)
        #expect(found?.appendedSaves == before, "byte \(index), bit \(bit)")
        guard let end = found?.end, let before else { continue }
        #expect(end == (before < 2 ? .damaged : .torn), "byte \(index), bit \(bit)")
      }
    }
  }

  @Test("R152: missing, moved or repeated saves end the log; a save before the base is damage")
  func movedSavesAreNotRead() throws {
    let file = try LoggedFile(sequence().saves, key: key)
    let base = Array(file.bytes[..<file.ends[0]])
    let groups = zip(file.ends, file.ends.dropFirst()).map { Array(file.bytes[$0..<$1]) }
    for (order, expected) in [
      ([0, 1, 2], 3), ([0, 2], 1), ([1, 2], 0), ([2, 1, 0], 0), ([0, 0, 1, 2], 1),
      ([0, 1, 1, 2], 2), ([0, 1, 2, 2], 3), ([], 0),
    ] {
      let bytes = base + order.flatMap { groups[$0] }
      #expect(try saves(bytes, of: file) == expected, "\(order)")
    }
    #expect(try saves(Array(base[..<96]) + groups[0] + base[96...], of: file) == nil)
  }

  @Test("R152: saves from another file with the same key and number are not read")
  func foreignSavesAreNotRead() throws {
    let states = sequence().saves
    let (file, other) = (try LoggedFile(states, key: key), try LoggedFile(states, key: key))
    #expect(file.ends == other.ends)
    for index in 0..<3 {
      let range = file.ends[index]..<file.ends[index + 1]
      var mixed = file.bytes
      mixed.replaceSubrange(range, with: other.bytes[range])
      #expect(try saves(mixed, of: file) == index)
    }
    let end = file.ends[0]
    #expect(try saves(Array(file.bytes[..<end] + other.bytes[end...]), of: file) == 0)
    #expect(try saves(Array(file.bytes[..<96] + other.bytes[96...]), of: file) == nil)
  }

  @Test("R152: a save appended after a torn one is ignored")
  func saveBehindATornOneIsNotRead() throws {
    let file = try LoggedFile(sequence().saves, key: key)
    let torn = Array(file.bytes[..<(file.ends[1] + 20)])
    #expect(try saves(torn + file.bytes[file.ends[1]...], of: file) == 1)
  }

  @Test("R48: only a file that can grow has the required feature for logs")
  func logIsARequiredFeature() throws {
    let file = try LoggedFile([SavedState(CurrentState(smallSnapshot()))], key: key).bytes
    #expect(Array(file[8..<12]) == [1, 0, 0, 0])
    #expect(Array(file[72..<80]) == [1, 0, 0, 0, 0, 0, 0, 0])
    let plain = try ArchiveSeal.seal(smallSnapshot().bytes, with: key, sequenceNumber: 1)
    #expect(Array(plain[8..<12]) == [1, 0, 0, 0])
    #expect(plain[72..<80].allSatisfy { $0 == 0 })
    let image = try ArchiveSeal.seal([1], with: key, sequenceNumber: 1, as: .launchImage)
    #expect(Array(image[8..<12]) == [1, 0, 0, 0])
    #expect(image[72..<80].allSatisfy { $0 == 0 })
  }

  @Test("A log written from the documentation alone is read, and ends where documented")
  func independentlyAppendedSavesAreRead() throws {
    let sequence = sequence()
    let (states, deltas) = (sequence.states, sequence.deltas)
    var seal = IndependentSeal(requiredFeatures: 1)
    // The second save has three frames.
    seal.groups = [
      [deltas[0]], [Array(deltas[1][..<10]), [], Array(deltas[1][10...])], [deltas[2]],
    ]
    let file = try seal.seal(states[0].bytes, with: key)
    let opened = try ArchiveSeal.open(file, with: key)
    #expect(opened.log == deltas)
    #expect(try contents(opened.state().snapshot) == contents(states[3]))
    // Without the feature bit these are bytes after the end.
    seal.requiredFeatures = 0
    let plain = try seal.seal(states[0].bytes, with: key)
    #expect(throws: ArchiveError.self) { try ArchiveSeal.open(plain, with: key) }
    // A group without its last frame does not count.
    let last = unwrap(frames(of: file).dropLast(2).last)
    #expect(try ArchiveSeal.open(Array(file[..<last.lowerBound]), with: key).log == [deltas[0]])
  }

  @Test("R30: every difference in a record is appended, even if its values are the same")
  func everyDifferenceIsAppended() throws {
    let sequence = StateSequence()
    let place = address("Plain")
    let other = sequence.tables.number("Other")
    for change: (SnapshotMaker) -> Void in [
      { $0.record(place) }, { $0.record(place, class: "Second") },
      { $0.record(place, class: "Second", restorationClass: "Maker") },
      { $0.record(place, class: "Second", restorationClass: "Maker", schemaVersion: 2) },
      { $0.record(place) }, { $0.record(place, prerequisite: other) }, { $0.record(place) },
      { $0.record(place) { $0.encode(.reference(other), forKey: "other") } }, { $0.record(place) },
      { _ in },
    ] {
      sequence.next(change)
    }
    let states = sequence.states
    let file = try LoggedFile(sequence.saves, key: key)
    for (count, state) in states.enumerated() {
      let opened = try ArchiveSeal.open(Array(file.bytes[..<file.ends[count]]), with: key).state()
      #expect(try contents(opened.snapshot) == contents(state), "\(count)")
    }
    #expect(Set(file.contents).count == states.count)
  }

  @Test("A delta of several frames counts as a whole or not at all")
  func largeSaveIsOneGroup() throws {
    let sequence = StateSequence()
    sequence.next { maker in
      maker.record(address("Large")) { $0.encode(Data(count: 200_000), forKey: "data") }
    }
    let file = try LoggedFile(sequence.saves, key: key)
    let inner = frames(of: file.bytes).filter { $0.lowerBound >= file.ends[0] }
    #expect(inner.count > 4)
    for frame in inner {
      #expect(try saves(Array(file.bytes[..<frame.lowerBound]), of: file) == 0)
    }
    #expect(try saves(file.bytes, of: file) == 1)
  }

  @Test("R155: the log ends at the maximum number of appended saves")
  func savesAreCounted() throws {
    let sequence = StateSequence()
    let delta = unwrap(sequence.change().delta)
    let states = sequence.states
    var (file, tail) = try ArchiveSeal.sealBase(states[0].bytes, with: key, sequenceNumber: 1)
    for _ in 0...ArchiveLimits.appendedSaves { try tail.seal([delta], into: &file) }
    let state = try ArchiveSeal.open(file, with: key).state()
    #expect(state.appendedSaves == ArchiveLimits.appendedSaves && state.end != .whole)
    #expect(try contents(state.snapshot) == contents(states[1]))
  }
}
