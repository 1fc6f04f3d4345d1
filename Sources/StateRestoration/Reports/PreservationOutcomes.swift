// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The outcomes of a pass by number; addresses are resolved on demand.
struct PreservationOutcomes: Sendable {
  private enum Kind: UInt8 {
    case encoded, carried, unclaimed, unreached
    /// Stored in full, for rare outcomes.
    case other
  }

  private struct Entry {
    var number: UInt32
    var kind: Kind
  }

  private var entries: [Entry] = []
  private var others: [Int: PreservationReport.Outcome] = [:]
  private var addresses: Addresses = .unknown

  private enum Addresses: Sendable {
    case unknown
    case state(LoggedState)
    case list([UInt32: RestorationAddress])
    /// An incremental pass, whose outcomes are created on demand.
    case all(AllOutcomes)
  }

  init() {}

  /// Creates the outcomes of an incremental pass.
  init(_ all: AllOutcomes) { addresses = .all(all) }

  /// Whether the pass was incremental.
  var areOfChanges: Bool { if case .all = addresses { true } else { false } }

  var count: Int { if case .all(let all) = addresses { all.count } else { entries.count } }

  mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

  /// Notes the result for an object.
  mutating func append(
    _ number: ObjectNumber, _ result: PreservationReport.Result, in tables: SnapshotTables
  ) {
    switch result {
    case .encoded: entries.append(Entry(number: number.rawValue, kind: .encoded))
    case .carried: entries.append(Entry(number: number.rawValue, kind: .carried))
    case .unclaimed: entries.append(Entry(number: number.rawValue, kind: .unclaimed))
    case .unreached: entries.append(Entry(number: number.rawValue, kind: .unreached))
    case .leftOut, .incomplete:
      if let address = tables.address(of: number) {
        append(.init(address: address, result: result))
      }
    }
  }

  mutating func append(_ outcome: PreservationReport.Outcome) {
    others[entries.count] = outcome
    entries.append(Entry(number: 0, kind: .other))
  }

  /// Replaces the results of some objects.
  mutating func replace(
    _ numbers: Set<ObjectNumber>, with result: PreservationReport.Result, in tables: SnapshotTables
  ) {
    for index in entries.indices where entries[index].kind != .other {
      let number = ObjectNumber(entries[index].number)
      guard numbers.contains(number), let address = tables.address(of: number) else { continue }
      others[index] = .init(address: address, result: result)
      entries[index].kind = .other
    }
  }

  /// Makes addresses available without the tables, which stay with their coordinator.
  ///
  /// - Parameters:
  ///   - tables: The tables that assigned the numbers.
  ///   - state: A state that was made with these tables, if there is one.
  mutating func keepAddresses(of tables: SnapshotTables, in state: LoggedState?) {
    if let state, state.objectCount == tables.objectCount {
      addresses = .state(state)
    } else {
      let numbers = Set(entries.lazy.filter { $0.kind != .other }.map(\.number))
      let list = numbers.compactMap { number in
        tables.address(of: ObjectNumber(number)).map { (number, $0) }
      }
      addresses = .list(Dictionary(list) { first, _ in first })
    }
  }

  /// All outcomes, in order.
  var all: [PreservationReport.Outcome] {
    if case .all(let all) = addresses { return all.list }
    let snapshot =
      if case .state(let state) = addresses { state.flattened() } else {
        nil as RestorationSnapshot?
      }
    return entries.indices.compactMap { index in
      guard let result = result(entries[index].kind) else { return others[index] }
      let number = entries[index].number
      let address = snapshot.map { $0.address(of: ObjectNumber(number)) } ?? listed(number)
      return address.map { .init(address: $0, result: result) }
    }
  }

  private func result(_ kind: Kind) -> PreservationReport.Result? {
    switch kind {
    case .encoded: .encoded
    case .carried: .carried
    case .unclaimed: .unclaimed
    case .unreached: .unreached
    case .other: nil
    }
  }

  private func listed(_ number: UInt32) -> RestorationAddress? {
    if case .list(let list) = addresses { list[number] } else { nil }
  }
}
