// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// Why a call of a session did not end with an answer that is durable.
///
/// Holds neither a session's identifier nor a value of its state.
public enum SessionError: Error, Sendable, Equatable {
  /// The host drains, or has drained: ask another node.
  case draining
  /// Another node had the session and did not hand it over in time: try again.
  case busy
  /// The store could not be reached in time. What the call did may be durable or not.
  case storeUnavailable(String)
  /// The store has refused what it was asked for, such as a write to a disk that is full.
  case storeFailed(String)
  /// The session's state is larger than ``SessionOptions/size``; what the call did is not kept.
  case tooLarge
  /// The saved state cannot be read, and stays as it is: it is damaged, of another key, or of a newer
  /// version of the program. ``SessionHost/remove(_:)`` gives it up.
  case unreadable(ArchiveError)
  /// The keys cannot be had.
  case keysUnavailable(ArchiveError)
  /// Waking this session has ended one process after the other, so it stays asleep.
  /// ``SessionHost/remove(_:)`` gives it up.
  case endsItsNode
}

extension SessionError: CustomStringConvertible {
  /// One sentence for a log line.
  public var description: String {
    switch self {
    case .draining: "The node takes no sessions any more"
    case .busy: "The session is another node's, which did not hand it over in time"
    case .storeUnavailable(let reason): "The sessions' store cannot be reached: \(reason)"
    case .storeFailed(let reason): "The sessions' store has refused: \(reason)"
    case .tooLarge: "The session's state is larger than the limit"
    case .unreadable(let error): "The session cannot be read: \(error)"
    case .keysUnavailable(let error): "The sessions' keys cannot be had: \(error)"
    case .endsItsNode: "Waking the session has ended its process several times"
    }
  }
}
