// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// A state made by a pass.
struct SavedState {
  let logged: LoggedState
  let snapshot: RestorationSnapshot
  /// The change, as it is appended; `nil` for the first state.
  var delta: [UInt8]? { logged.changes.last?.bytes }

  init(_ state: CurrentState) { (logged, snapshot) = (state.logged, state.logged.flattened()) }
}

/// Makes consecutive states with shared tables, as passes do.
final class StateSequence {
  let tables = SnapshotTables()
  private(set) var saves: [SavedState] = []
  private let current: CurrentState
  var states: [RestorationSnapshot] { saves.map(\.snapshot) }
  /// The change of each state after the first.
  var deltas: [[UInt8]] { saves.compactMap(\.delta) }

  /// Creates the first state, a list of things.
  ///
  /// Each later state changes one thing and carries the others over.
  init(things: Int = 3) {
    let maker = SnapshotMaker(tables: tables)
    let application = maker.record(.application, class: "AppDelegate") {
      $0.encode(0, forKey: "marker")
    }
    for index in 0..<things { Self.encode(maker, thing: index, value: 0) }
    current = CurrentState(unwrap(maker.finish(roots: [application])))
    saves.append(SavedState(current))
  }

  private static func place(_ thing: Int) -> RestorationAddress { address("List/Thing \(thing)") }

  private static func encode(_ maker: SnapshotMaker, thing: Int, value: Int) {
    let before = maker.tables.number(for: place(max(0, thing - 1)))
    maker.record(place(thing), class: "Thing") {
      $0.encode("the value \(value) of thing \(thing)", forKey: "text")
      $0.encode(ArchivedValue.reference(before), forKey: "before")
    }
  }

  /// Makes a state in which one thing is new or changed.
  @discardableResult
  func change(_ thing: Int = 0, also action: (SnapshotMaker) -> Void = { _ in })
    -> SavedState
  {
    next { maker in
      Self.encode(maker, thing: thing, value: saves.count)
      action(maker)
    }
  }

  /// Makes the next state.
  ///
  /// Objects that the action does not write are carried over, except for the removed ones.
  @discardableResult
  func next(
    removing removed: [Int] = [], roots: [ObjectNumber]? = nil, _ action: (SnapshotMaker) -> Void
  ) -> SavedState {
    let maker = SnapshotMaker(
      tables: tables, since: current, origin: origin(seconds: 389_927_587 + Double(saves.count)))
    let application = maker.record(.application, class: "AppDelegate") {
      $0.encode(saves.count, forKey: "marker")
    }
    action(maker)
    let gone = Set(removed.map { tables.number(for: Self.place($0)) })
    for number in current.objects where !maker.builder.hasRecord(number) && !gone.contains(number) {
      maker.builder.keep(number)
    }
    current.append(unwrap(maker.builder.finish(roots: .all(roots ?? [application]))))
    saves.append(SavedState(current))
    return unwrap(saves.last)
  }
}

extension Archiver {
  /// Saves what a pass has made, as a coordinator does.
  @discardableResult
  func saveAndWait(_ state: SavedState) throws(ArchiveError) -> UInt64 {
    try saveAndWait(state.logged).sequenceNumber
  }

  /// Saves a snapshot in its turn.
  func save(_ snapshot: RestorationSnapshot) async throws(ArchiveError) -> UInt64 {
    try await queue.run { archive throws(ArchiveError) in
      try archive.save(LoggedState(snapshot)).sequenceNumber
    }
  }

  /// Discards all saved state in its turn.
  func retire() async throws(ArchiveError) {
    try await queue.run { archive throws(ArchiveError) in try archive.retire() }
  }

  /// Discards all saved state, and waits.
  func retireAndWait() throws(ArchiveError) {
    try queue.sync { archive throws(ArchiveError) in try archive.retire() }
  }

  /// Stores launch images of a snapshot, and waits.
  func saveLaunchImagesAndWait(
    of snapshot: RestorationSnapshot, _ images: @escaping @Sendable () -> [LaunchImage]
  ) throws(ArchiveError) { try saveLaunchImagesAndWait(of: LoggedState(snapshot), images) }

  /// Stores launch images of a snapshot in its turn.
  func saveLaunchImages(
    of snapshot: RestorationSnapshot, _ images: @escaping @Sendable () -> [LaunchImage]
  ) async throws(ArchiveError) { try await saveLaunchImages(of: LoggedState(snapshot), images) }
}

func contents(_ state: SavedState) throws -> [String] { try contents(state.snapshot) }

/// Returns a snapshot's content independent of its layout.
func contents(_ snapshot: RestorationSnapshot) throws -> [String] {
  var lines = snapshot.roots.map { "root \($0.rawValue)" }
  for number in snapshot.objects {
    guard let record = try snapshot.record(number) else { throw TestFailure("no record") }
    guard snapshot.number(at: record.address) == number else { throw TestFailure("not found") }
    lines.append(
      "\(number.rawValue) \(record.address.scene) \(record.address) \(record.className) "
        + "\(record.restorationClass ?? "-") \(record.schemaVersion) \(record.origin) "
        + "\(record.prerequisite.map { "\($0.rawValue)" } ?? "-") "
        + "\(record.references.map(\.rawValue)) \(try snapshot.values(of: record)) \(try snapshot.values(of: record).hashValue)"
    )
  }
  return lines
}

/// A base with its log, and the state at each log prefix.
struct LoggedFile {
  var bytes: [UInt8]
  /// The end offsets of the base and of each appended save.
  var ends: [Int]
  var contents: [[String]]

  init(_ states: [SavedState], key: ArchiveKey, sequenceNumber: UInt64 = 7) throws {
    var (file, tail) = try ArchiveSeal.sealBase(
      states[0].snapshot.bytes, with: key, sequenceNumber: sequenceNumber)
    ends = [file.count]
    for state in states.dropFirst() {
      try tail.seal([unwrap(state.delta)], into: &file)
      ends.append(file.count)
    }
    bytes = file
    contents = try states.map { try RestorationArchiveTests.contents($0) }
  }
}
