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
  public var outcomes: [Outcome] {
    guard !incomplete.isEmpty else { return noted.all }
    return noted.all.map { outcome in
      guard outcome.result == .encoded, let reason = incomplete[outcome.address] else {
        return outcome
      }
      return Outcome(address: outcome.address, result: .incomplete(reason))
    }
  }
  /// Objects that could not write a value, with the reason.
  var incomplete: [RestorationAddress: String] = [:]
  package var outcomeCount: Int { noted.count }
  var noted = PreservationOutcomes()
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

  /// See ``PreservationOutcomes/keepAddresses(of:in:)``.
  mutating func keepAddresses(of tables: SnapshotTables, in state: LoggedState?) {
    noted.keepAddresses(of: tables, in: state)
  }
}
