// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// Why a preserve pass runs.
public enum PreservationReason: String, Hashable, Sendable {
  /// Something that is saved has changed (R150).
  case changed
  /// The application left the foreground (R27).
  case background
  /// The process or the session ends (R190).
  case terminating
  /// The application asked.
  case explicit
}

/// What became of every object in a preserve pass (R151).
public struct PreservationReport: Sendable {
  /// Why the pass ran.
  public let reason: PreservationReason
  /// Whether the application allowed it (R1).
  public internal(set) var isAllowed = true
  /// Whether nothing was encoded because this process was kept from restoring what may be intact (R188).
  public internal(set) var isLocked = false
  /// Every object the pass met, in order.
  ///
  /// Made when it is asked for: keep it rather than asking twice.
  public var outcomes: [Outcome] { noted.all }
  package var outcomeCount: Int { noted.count }
  var noted = PreservationOutcomes()
  /// What was left out because it is too large (R155), in the order in which it went.
  ///
  /// ``RestorationCoordinator/onOmission`` tells of changes.
  public internal(set) var omissions: [Omission] = []
  /// What will not come back as someone might expect, one sentence each.
  public var diagnostics: [String] { issues.map(\.description) }
  /// The same, with what each is about.
  package internal(set) var issues: [RestorationIssue] = []
  /// The bytes of state, before sealing; 0 when nothing had changed.
  public internal(set) var byteCount = 0

  /// A value, or a whole record, that there was no room for.
  public struct Omission: Hashable, Sendable {
    /// Where the object lies.
    public let address: RestorationAddress
    /// The object's class.
    public let className: String
    /// The key of the value; `nil` for a whole record that nobody has asked for.
    public let key: String?
    /// How many bytes it has.
    public let byteCount: Int
    /// Whether the user typed it.
    public let isTypedText: Bool
    /// Whether the value that was saved before is still saved in its place.
    public let keepsFormerValue: Bool
  }

  /// What became of one object.
  public struct Outcome: Hashable, Sendable {
    /// Where the object lies.
    public let address: RestorationAddress
    /// What became of it.
    public let result: Result
  }

  /// What can become of an object.
  public enum Result: Hashable, Sendable {
    /// It encoded its state.
    case encoded
    /// It had not changed since the pass before; its record was carried over (R30).
    case carried
    /// Nobody has asked for it since launch; its record was carried over.
    case unclaimed
    /// Its record was not carried over any more; the text says why (R155, R194).
    case leftOut(String)
    /// It is registered, but no root leads to it (R42).
    case unreached
  }

  init(reason: PreservationReason) { self.reason = reason }

  /// See ``PreservationOutcomes/keepAddresses(of:in:)``.
  mutating func keepAddresses(of tables: SnapshotTables, in state: LoggedState?) {
    noted.keepAddresses(of: tables, in: state)
  }
}
