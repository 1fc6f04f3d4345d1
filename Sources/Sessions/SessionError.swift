// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// The reason why a call did not end with a durable answer.
///
/// Contains neither a session's identifier nor a value of its state.
public enum SessionError: Error, Sendable, Equatable {
  /// The host is draining or has drained: ask another node.
  case draining
  /// Another node did not hand the session over in time: try again.
  case busy
  /// The store could not be reached in time.
  ///
  /// The changes of the call may or may not be durable.
  case storeUnavailable(String)
  /// The store refused the request, for example because a disk is full.
  case storeFailed(String)
  /// The session's state is too large; the call's changes are discarded.
  ///
  /// The limit is ``SessionOptions/size``.
  case tooLarge
  /// The saved state cannot be read, and stays unchanged.
  ///
  /// It is damaged, sealed with another key, or from a newer version of the program.
  /// ``SessionHost/remove(_:)`` discards it.
  case unreadable(ArchiveError)
  /// The keys are unavailable.
  case keysUnavailable(ArchiveError)
  /// Waking this session ended several processes in a row; it stays asleep.
  ///
  /// ``SessionHost/remove(_:)`` discards it.
  case endsItsNode
}

extension SessionError: CustomStringConvertible {
  /// One sentence for a log line.
  public var description: String {
    switch self {
    case .draining: "The node no longer takes sessions; ask another node"
    case .busy: "Another node owns the session and did not hand it over in time"
    case .storeUnavailable(let reason): "The sessions' store cannot be reached: \(reason)"
    case .storeFailed(let reason): "The sessions' store refused the request: \(reason)"
    case .tooLarge: "The session's state is larger than the limit"
    case .unreadable(let error): "The session cannot be read: \(error)"
    case .keysUnavailable(let error): "The sessions' keys are unavailable: \(error)"
    case .endsItsNode: "Processes ended several times while they woke the session"
    }
  }
}
