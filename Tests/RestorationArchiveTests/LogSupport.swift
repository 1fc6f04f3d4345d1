// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// Makes consecutive states with shared tables, as a running program does.
final class StateSequence {
  let tables = SnapshotTables()
  private(set) var states: [RestorationSnapshot] = []

  /// Creates the first state, a list of things.
  ///
  /// Each later state changes one thing and carries the others over.
  init(things: Int = 3) {
    let maker = SnapshotMaker(tables: tables)
    let application = maker.record(.application, class: "AppDelegate") {
      $0.encode(0, forKey: "marker")
    }
    for index in 0..<things { encode(maker, thing: index, value: 0) }
    states.append(unwrap(maker.finish(roots: [application])))
  }

  private func place(_ thing: Int) -> RestorationAddress { address("List/Thing \(thing)") }

  private func encode(_ maker: SnapshotMaker, thing: Int, value: Int) {
    let before = maker.tables.number(for: place(max(0, thing - 1)))
    maker.record(place(thing), class: "Thing") {
      $0.encode("the value \(value) of thing \(thing)", forKey: "text")
      $0.encode(ArchivedValue.reference(before), forKey: "before")
    }
  }

  /// Makes a state in which one thing is new or changed.
  @discardableResult
  func change(_ thing: Int = 0, also action: (SnapshotMaker) -> Void = { _ in })
    -> RestorationSnapshot
  {
    next { maker in
      encode(maker, thing: thing, value: states.count)
      action(maker)
    }
  }

  /// Makes the next state.
  ///
  /// Objects that the action does not write are carried over, except for the removed ones.
  @discardableResult
  func next(
    removing removed: [Int] = [], roots: [ObjectNumber]? = nil, _ action: (SnapshotMaker) -> Void
  ) -> RestorationSnapshot {
    let base = unwrap(states.last)
    let maker = SnapshotMaker(
      tables: tables, base: base, origin: origin(seconds: 389_927_587 + Double(states.count)))
    let application = maker.record(.application, class: "AppDelegate") {
      $0.encode(states.count, forKey: "marker")
    }
    action(maker)
    let gone = Set(removed.map { tables.number(for: place($0)) })
    for number in base.objects where !maker.builder.hasRecord(number) && !gone.contains(number) {
      maker.builder.keep(number)
    }
    states.append(unwrap(maker.finish(roots: roots ?? [application])))
    return unwrap(states.last)
  }
}

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

  init(_ states: [RestorationSnapshot], key: ArchiveKey, sequenceNumber: UInt64 = 7) throws {
    var (file, tail) = try ArchiveSeal.sealBase(
      states[0].bytes, with: key, sequenceNumber: sequenceNumber)
    ends = [file.count]
    for (old, new) in zip(states, states.dropFirst()) {
      let delta = unwrap(Change(from: old, to: new)?.bytes)
      try tail.seal([delta], into: &file)
      ends.append(file.count)
    }
    bytes = file
    contents = try states.map { try RestorationArchiveTests.contents($0) }
  }
}
