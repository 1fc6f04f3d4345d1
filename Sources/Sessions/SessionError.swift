// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// The reason why a call did not end with a durable answer.
///
/// Contains neither a session's identifier nor a value of its state.
public struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The host is draining or has drained: ask another node.
    public static let draining = Code(name: "draining")
    /// The session is busy: try again later.
    ///
    /// Another node did not hand it over in time, or as many calls wait for it as
    /// ``SessionOptions/waiting`` allows.
    public static let busy = Code(name: "busy")
    /// The deadline of the call has passed; see ``SessionOptions/timeout``.
    ///
    /// The call has changed nothing. Moving, removing or ending a rest may still be carried out:
    /// repeat it.
    public static let timedOut = Code(name: "timedOut")
    /// A call of a session has called, moved or removed the same session.
    ///
    /// It would have waited for itself.
    public static let nested = Code(name: "nested")
    /// The store could not be reached in time, or had not answered at the call's deadline.
    ///
    /// The changes of the call may or may not be durable.
    public static let storeUnavailable = Code(name: "storeUnavailable")
    /// The store refused the request, for example because a disk is full.
    public static let storeFailed = Code(name: "storeFailed")
    /// The session's state is too large, or cannot be sealed; the call's changes are discarded.
    ///
    /// The limit is ``SessionOptions/size``. If it cannot be sealed, ``SessionError/cause`` says why.
    public static let tooLarge = Code(name: "tooLarge")
    /// The saved state cannot be read, and stays unchanged.
    ///
    /// It is damaged, sealed with another key, or from a newer version of the program, as
    /// ``SessionError/cause`` says. ``SessionHost/remove(_:timeout:)`` discards it.
    public static let unreadable = Code(name: "unreadable")
    /// The saved state came back only in part, and stays unchanged.
    ///
    /// ``SessionOptions/acceptsPart`` has refused it.
    public static let incomplete = Code(name: "incomplete")
    /// A session cannot be moved to an identifier that another session has.
    public static let identifierInUse = Code(name: "identifierInUse")
    /// The keys are unavailable, as ``SessionError/cause`` says.
    public static let keysUnavailable = Code(name: "keysUnavailable")
    /// Five or more processes in a row have ended while this session was woken or called: it rests.
    ///
    /// It rests for a minute, and twice as long after each further end, up to an hour. Another
    /// version of the program may wake it at once, and ``SessionHost/endRest(of:timeout:)`` ends its rest.
    public static let endsItsNode = Code(name: "endsItsNode")
  }

  /// The kind of failure.
  public var code: Code
  /// A description of the failure, as part of a sentence.
  public var reason: String
  /// The error of the archive or its keys, if there is one.
  public var cause: ArchiveError?

  /// Creates an error.
  public init(_ code: Code, _ reason: String, cause: ArchiveError? = nil) {
    (self.code, self.reason, self.cause) = (code, reason, cause)
  }

  /// One sentence for a log line.
  public var description: String { cause.map { "\(reason): \($0)" } ?? reason }
}

/// The errors that a host throws.
extension SessionError {
  static let draining = Self(.draining, "The node no longer takes sessions; ask another node")
  static let busy = Self(
    .busy,
    "The session did not become free in time: another node has it, or this one's former process")
  static let tooManyCalls = Self(.busy, "Too many calls wait for the session; try again later")
  static let timedOut = Self(.timedOut, "The call's deadline has passed while it waited")
  static let timedOutRunning = Self(
    .timedOut, "The call's deadline has passed while it ran; its changes are discarded")
  static let timedOutBetweenCalls = Self(
    .timedOut, "The deadline has passed. What was asked may still be carried out: repeat it")
  static let nested = Self(
    .nested,
    "A call of a session cannot call, move or remove the same session: it would wait for itself. "
      + "Do it after the call")
  static let identifierInUse = Self(
    .identifierInUse,
    "The session cannot be moved: another session has the new identifier. Move it to a new one, or "
      + "remove the other session first")

  static func tooLarge(_ limit: Int) -> Self {
    let most = ArchiveLimits.records
    return Self(
      .tooLarge,
      limit > most
        ? "The session's state is larger than \(most) bytes, the most that is ever kept"
        : "The session's state is larger than \(limit) bytes (`SessionOptions.size`)")
  }

  static func notSealed(_ cause: ArchiveError) -> Self {
    cause.code == .keyUnavailable
      ? .keysUnavailable(cause)
      : Self(.tooLarge, "The session's state cannot be sealed", cause: cause)
  }

  static func endsItsNode(restingFor duration: Duration) -> Self {
    Self(
      .endsItsNode,
      "Processes have ended while they woke or called the session. It rests for "
        + "\(duration.inSeconds) more seconds. Deploy a repaired program under another version, or "
        + "call endRest(of:) with the name in the log")
  }

  static func storeUnavailable(_ reason: String) -> Self {
    Self(.storeUnavailable, "The sessions' store has not answered in time: \(reason)")
  }

  static func storeFailed(_ reason: String) -> Self {
    Self(.storeFailed, "The sessions' store refused the request: \(reason)")
  }

  static func unreadable(_ cause: ArchiveError) -> Self {
    Self(.unreadable, "The session cannot be read", cause: cause)
  }

  static func incomplete(_ issue: String?) -> Self {
    Self(
      .incomplete,
      "The session came back only in part, and is refused" + (issue.map { ": \($0)" } ?? ""))
  }

  static func keysUnavailable(_ cause: ArchiveError) -> Self {
    Self(.keysUnavailable, "The sessions' keys are unavailable", cause: cause)
  }
}
