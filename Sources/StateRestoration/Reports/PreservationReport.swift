// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// The reason for a preserve pass.
public enum PreservationReason: String, Hashable, Sendable {
  /// Saved state has changed.
  case changed
  /// The application left the foreground.
  case background
  /// The process or the session ends.
  case terminating
  /// The application asked for it.
  case explicit
}

/// The objects that a preserve pass encodes.
public enum PreservationScope: Sendable {
  /// Every object.
  case all
  /// Invalidated objects; the records of the others are carried over.
  case changes
}

/// The outcome of a preserve pass for every object.
public struct PreservationReport: Sendable {
  /// Why the pass ran.
  public let reason: PreservationReason
  /// Whether the application allowed saving.
  public internal(set) var isAllowed = true
  /// Whether the pass encoded nothing because this process is locked out.
  ///
  /// A process is locked out while it could not restore state that may be intact; see
  /// ``RestorationCoordinator/isLockedOut``.
  public internal(set) var isLocked = false
  /// Every object that the pass met, in order.
  ///
  /// The list is created on each call: keep it rather than asking twice.
  public var outcomes: [Outcome] { results.outcomes }
  var results = PreservationResults()
  /// Values and records left out as too large, in order of omission.
  ///
  /// ``RestorationCoordinator/onOmission`` reports changes.
  public internal(set) var omissions: [Omission] = []
  /// The problems found by the pass, one sentence each.
  ///
  /// Most name an object that will not come back as expected.
  public var diagnostics: [String] { issues.map(\.description) }
  /// The issues behind ``diagnostics``, each with its address.
  package internal(set) var issues: [RestorationIssue] = []
  /// The bytes of state before sealing; 0 when nothing had changed.
  public internal(set) var byteCount = 0

  /// A value, or a whole record, left out for lack of room.
  public struct Omission: Hashable, Sendable {
    /// The object's address.
    public let address: RestorationAddress
    /// The object's class.
    public let className: String
    /// The value's coding key; `nil` for a whole unclaimed record.
    public let key: String?
    /// The size in bytes.
    public let byteCount: Int
    /// Whether the user typed it.
    public let isTypedText: Bool
    /// Whether the previously saved value is still saved in its place.
    public let keepsFormerValue: Bool
  }

  /// The outcome for one object.
  public struct Outcome: Hashable, Sendable {
    /// The object's address.
    public let address: RestorationAddress
    /// The result for the object.
    public let result: Result

    /// Whether a living object is in the saved state.
    package var isSaved: Bool {
      switch result {
      case .encoded, .incomplete, .carried: true
      case .unclaimed, .leftOut, .unreached: false
      }
    }
  }

  /// The possible results for an object.
  public enum Result: Hashable, Sendable {
    /// It encoded its state.
    case encoded
    /// It encoded its state, but for a value, as the text explains.
    case incomplete(String)
    /// Its record was carried over, because nothing in it has changed.
    case carried
    /// It is still unclaimed after launch; its record was carried over.
    case unclaimed
    /// Its record was dropped; the text says why.
    case leftOut(String)
    /// It is registered, but no root leads to it.
    case unreached
  }

  init(reason: PreservationReason) { self.reason = reason }
}

/// The results of a preserve pass by number, with their addresses.
struct PreservationResults: Sendable {
  private(set) var entries: [(number: ObjectNumber, result: PreservationReport.Result)] = []
  /// Whether all objects of the state without an entry were carried over.
  let areOfChanges: Bool
  private let unclaimed: NumberSet
  /// The state after the pass, which has the addresses.
  private var state: LoggedState?
  /// The outcomes of objects whose numbers are not in the state.
  private var others: [PreservationReport.Outcome] = []

  /// Creates the results of a pass that looks at all objects.
  init() { (areOfChanges, unclaimed) = (false, NumberSet()) }

  /// Creates the results of a pass that looked at changed objects only.
  ///
  /// - Parameters:
  ///   - entries: The results of the changed objects.
  ///   - unclaimed: The records that nothing has asked for; all others were carried over.
  ///   - state: The state after the pass.
  init(
    ofChanges entries: [(number: ObjectNumber, result: PreservationReport.Result)],
    unclaimed: NumberSet, in state: LoggedState
  ) {
    (self.entries, self.unclaimed, self.state, areOfChanges) = (entries, unclaimed, state, true)
  }

  mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

  mutating func append(_ number: ObjectNumber, _ result: PreservationReport.Result) {
    entries.append((number, result))
  }

  mutating func append(_ outcome: PreservationReport.Outcome) { others.append(outcome) }

  /// Replaces the results of some objects.
  mutating func replace(_ numbers: Set<ObjectNumber>, with result: PreservationReport.Result) {
    for index in entries.indices where numbers.contains(entries[index].number) {
      entries[index].result = result
    }
  }

  /// Makes the addresses available without the tables, which stay with their coordinator.
  ///
  /// - Parameters:
  ///   - tables: The tables that assigned the numbers.
  ///   - state: The state after the pass; `nil` if there is none.
  mutating func finish(_ tables: SnapshotTables, in state: LoggedState?) {
    self.state = state
    let known = state?.totals.objectCount ?? 0
    let unknown = entries.filter { $0.number.index >= known }
    entries.removeAll { $0.number.index >= known }
    others = unknown.compactMap { outcome($0, tables.address(of: $0.number)) } + others
  }

  /// All outcomes; those of objects that the state lacks come last.
  var outcomes: [PreservationReport.Outcome] {
    guard let snapshot = state?.flattened() else { return others }
    var all = entries
    if areOfChanges {
      let known = NumberSet(entries.lazy.map(\.number))
      let rest = snapshot.objects.filter { !known.contains($0) }
      all += rest.map { ($0, unclaimed.contains($0) ? .unclaimed : .carried) }
      all.sort { $0.number < $1.number }
    }
    return all.compactMap { outcome($0, snapshot.address(of: $0.number)) } + others
  }

  private func outcome(
    _ entry: (number: ObjectNumber, result: PreservationReport.Result),
    _ address: RestorationAddress?
  ) -> PreservationReport.Outcome? {
    guard let address, address.kind != .application else { return nil }
    return .init(address: address, result: entry.result)
  }
}
