// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A call of a session, from its beginning to its end or its deadline.
///
/// Whatever comes first decides: a call whose deadline has passed commits nothing, and one that has
/// begun to commit is no longer stopped.
final class SessionCall: Sendable {
  /// The calls that the present task runs in.
  @TaskLocal static var underWay: [SessionCall] = []

  let name: SessionName
  private let node: SessionNode
  private let phase = Mutex(Phase.waiting)

  private enum Phase {
    /// Waits for the lease, the session or its turn.
    case waiting
    /// Runs in the session, which the closure takes away from it.
    case running(lose: @Sendable () -> Void)
    case saving
    case ended
  }

  init(of name: SessionName, on node: SessionNode) { (self.name, self.node) = (name, node) }

  /// Throws if the present task runs in a call of the session, which would wait for itself.
  static func refuseNested(_ name: SessionName, on node: SessionNode) throws(SessionError) {
    let isNested = underWay.contains { $0.name == name && $0.node == node && !$0.hasEnded }
    if isNested { throw .nested }
  }

  /// Whether it waits for the lease, the session or its turn.
  var isWaiting: Bool { phase.withLock { if case .waiting = $0 { true } else { false } } }

  var hasEnded: Bool { phase.withLock { if case .ended = $0 { true } else { false } } }

  /// Begins to run.
  ///
  /// - Parameter lose: Takes the session away from the call, at its deadline.
  /// - Returns: Whether it may run.
  func run(losing lose: @escaping @Sendable () -> Void) -> Bool {
    phase.withLock { phase in
      guard case .waiting = phase else { return false }
      phase = .running(lose: lose)
      return true
    }
  }

  /// Begins to save.
  ///
  /// - Returns: Whether it may save.
  func save() -> Bool {
    phase.withLock { phase in
      guard case .running = phase else { return false }
      phase = .saving
      return true
    }
  }

  /// Waits again, since its changes are void.
  func wait() {
    phase.withLock { phase in
      if case .saving = phase { phase = .waiting }
    }
  }

  /// Ends the call.
  func end() { phase.withLock { $0 = .ended } }

  /// Ends the call at its deadline.
  ///
  /// - Returns: The error for its caller.
  func expire() -> SessionError {
    let last = phase.withLock { phase in
      defer { phase = .ended }
      return phase
    }
    switch last {
    case .waiting: return .timedOut
    case .running(let lose):
      lose()
      return .timedOutRunning
    // Its answer may be on the way.
    case .saving, .ended:
      return .storeUnavailable("The call's deadline has passed before its answer came")
    }
  }
}

extension SessionCall: Hashable {
  static func == (one: SessionCall, other: SessionCall) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
