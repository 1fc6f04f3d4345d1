// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Sessions in memory, for tests.
///
/// They live as long as the process. Several hosts of a process can share one store.
public final class MemorySessionStore: SessionStore, UncancelledStore {
  private let now: @Sendable () -> Duration
  private let state = Mutex(
    (ledger: SessionLedger(forgetsReleased: false), archives: [SessionName: [UInt8]]()))

  /// Makes an empty store.
  ///
  /// - Parameter clock: Decides when leases end.
  public init<C: Clock>(clock: C = ContinuousClock()) where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
  }

  /// Begins or renews a node's lease.
  public func renew(_ node: SessionNode, lease: UInt64?, for duration: Duration) -> UInt64 {
    state.withLock { $0.ledger.renew(node, lease, for: duration, at: now()) }
  }

  /// Makes a node the owner, unless another node with a lease is.
  public func take(_ name: SessionName, for node: SessionNode, marking mark: SessionMark?)
    -> SessionTaking
  {
    state.withLock { state in
      guard
        let (ownership, charges) = state.ledger.take(name, for: node, marking: mark, at: now())
      else { return .held }
      return .taken(ownership, archive: state.archives[name], charges: charges)
    }
  }

  /// Removes a session's mark and charges.
  public func settle(_ ownership: SessionOwnership) {
    state.withLock { $0.ledger.settle(ownership) }
  }

  /// Writes if the owner's epoch and version still match.
  public func write(_ write: SessionWrite, as ownership: SessionOwnership, releasing: Bool) -> Bool
  {
    state.withLock { state in
      switch state.ledger.permission(for: write, as: ownership) {
      case .refused: return false
      case .repeated: return true
      case .granted: break
      }
      switch write {
      case .append(let bytes): state.archives[ownership.name, default: []] += bytes
      case .replace(let bytes): state.archives[ownership.name] = bytes
      }
      state.ledger.didWrite(write, as: ownership, releasing: releasing, at: now())
      return true
    }
  }

  /// Lets any node take a session.
  public func release(_ ownership: SessionOwnership, wasWoken: Bool) {
    state.withLock { $0.ledger.release(ownership, wasWoken: wasWoken, at: now()) }
  }

  /// Removes a session if the caller owns it.
  public func remove(_ ownership: SessionOwnership) -> Bool {
    state.withLock { state in
      guard state.ledger.mayRemove(ownership) else { return false }
      state.ledger.didRemove(ownership.name)
      state.archives[ownership.name] = nil
      return true
    }
  }

  /// Returns whether a session was written.
  public func isStored(_ name: SessionName) -> Bool {
    state.withLock { state in
      state.ledger.noteUse(of: name, at: now())
      return state.archives[name] != nil
    }
  }

  /// Moves a session to another name.
  public func move(
    _ ownership: SessionOwnership, to other: SessionOwnership, with bytes: [UInt8]
  ) -> Bool {
    state.withLock { state in
      switch state.ledger.permission(toMove: ownership, to: other, with: bytes) {
      case .refused: return false
      case .repeated: return true
      case .granted: guard state.archives[other.name] == nil else { return false }
      }
      (state.archives[ownership.name], state.archives[other.name]) = (nil, bytes)
      state.ledger.didMove(ownership, to: other, with: bytes, at: now())
      return true
    }
  }

  /// Removes unowned sessions that were not used for a while.
  public func removeUnused(for duration: Duration) -> Int {
    state.withLock { state in
      let names = state.ledger.removeUnused(for: duration, at: now())
      for name in names { state.archives[name] = nil }
      return names.count
    }
  }

  /// Ends a node's lease.
  public func leave(_ node: SessionNode) { state.withLock { $0.ledger.leave(node) } }

  /// Returns the events for a node.
  public func events(for node: SessionNode) -> AsyncStream<SessionEvent> {
    state.withLock { $0.ledger.events(for: node) }
  }

  /// The number of sessions with stored bytes.
  public var count: Int { state.withLock { $0.archives.count } }

  /// Overwrites a session's stored bytes, as the owner of a database could.
  ///
  /// - Parameters:
  ///   - name: The session.
  ///   - bytes: The new content; `nil` for nothing.
  public func overwrite(_ name: SessionName, with bytes: [UInt8]?) {
    state.withLock { $0.archives[name] = bytes }
  }

  /// Returns a session's stored bytes; `nil` when there are none.
  ///
  /// - Parameter name: The session.
  /// - Returns: Sealed bytes.
  public func archive(of name: SessionName) -> [UInt8]? {
    state.withLock { $0.archives[name] }
  }
}
