// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Sessions
import Synchronization

/// One node's view of a store, which fails for a while, or ends with the node.
///
/// After ``end(_:)`` nothing reaches the store, as after a kill.
package final class MortalStore: SessionStore, UncancelledStore {
  private let store: any SessionStore
  private let failure = Mutex(SessionStoreError?.none)
  private let standby = Mutex(Bool?.none)
  private let endsAfterTaking = Mutex(false)
  private let held = Mutex(Set<SessionName>())
  private let isSilent = Mutex(false)
  private let afterWrite: Mutex<(@Sendable () async -> Void)?> = Mutex(nil)
  private let silence = Gate()
  private let asks = Mutex(0)

  package init(_ store: any SessionStore) { self.store = store }

  /// Ends the node: its lease is over, and nothing that it does counts any more.
  package func end(_ node: SessionNode) async {
    fail(with: Self.ended)
    try? await store.leave(node)
  }

  private static let ended = SessionStoreError("The node has ended", isTransient: false)

  /// Lets nothing reach the store until the error is `nil` again.
  package func fail(with error: SessionStoreError?) { failure.withLock { $0 = error } }

  /// Lets no call come back, or no longer.
  package func setSilent(_ isSilent: Bool) { self.isSilent.withLock { $0 = isSilent } }

  /// Decides what the store says about its standby.
  package func setStandby(_ isThere: Bool?) { standby.withLock { $0 = isThere } }

  /// Lets nothing more reach the store once a session is taken.
  package func endAfterTaking() { endsAfterTaking.withLock { $0 = true } }

  /// Lets the next write be carried out, and its answer be lost after something else.
  package func loseNextAnswer(after body: @escaping @Sendable () async -> Void) {
    afterWrite.withLock { $0 = body }
  }

  /// The number of sessions that the node has in the store.
  package var heldCount: Int { held.withLock { $0.count } }

  /// The number of calls that the node has made.
  package var askCount: Int { asks.withLock { $0 } }

  private func open() async throws(SessionStoreError) -> any SessionStore {
    asks.withLock { $0 += 1 }
    if isSilent.withLock({ $0 }) { await silence.pass() }
    if let error = failure.withLock({ $0 }) { throw error }
    return store
  }

  private func drop(_ name: SessionName) { held.withLock { _ = $0.remove(name) } }

  package func renew(_ node: SessionNode, lease: UInt64?, for duration: Duration)
    async throws(SessionStoreError) -> UInt64
  { try await open().renew(node, lease: lease, for: duration) }

  package func take(_ name: SessionName, for node: SessionNode, marking mark: SessionMark?)
    async throws(SessionStoreError) -> SessionTaking
  {
    let taking = try await open().take(name, for: node, marking: mark)
    if case .taken = taking { held.withLock { _ = $0.insert(name) } }
    if endsAfterTaking.withLock({ $0 }) { fail(with: Self.ended) }
    return taking
  }

  package func settle(_ ownership: SessionOwnership) async throws(SessionStoreError) {
    try await open().settle(ownership)
  }

  package func write(_ write: SessionWrite, as ownership: SessionOwnership, releasing: Bool)
    async throws(SessionStoreError) -> Bool
  {
    if releasing { drop(ownership.name) }
    let isWritten = try await open().write(write, as: ownership, releasing: releasing)
    let after = afterWrite.withLock { body in
      defer { body = nil }
      return body
    }
    guard let after else { return isWritten }
    await after()
    throw SessionStoreError("The connection is broken", isTransient: true)
  }

  package func release(_ ownership: SessionOwnership, wasWoken: Bool)
    async throws(SessionStoreError)
  {
    drop(ownership.name)
    try await open().release(ownership, wasWoken: wasWoken)
  }

  package func remove(_ ownership: SessionOwnership) async throws(SessionStoreError) -> Bool {
    drop(ownership.name)
    return try await open().remove(ownership)
  }

  package func isStored(_ name: SessionName) async throws(SessionStoreError) -> Bool {
    try await open().isStored(name)
  }

  package func move(
    _ ownership: SessionOwnership, to other: SessionOwnership, with bytes: [UInt8]
  ) async throws(SessionStoreError) -> Bool {
    for name in [ownership.name, other.name] { drop(name) }
    return try await open().move(ownership, to: other, with: bytes)
  }

  package func hasStandby() async throws(SessionStoreError) -> Bool? {
    _ = try await open()
    return standby.withLock { $0 }
  }

  package func removeUnused(for duration: Duration) async throws(SessionStoreError) -> Int {
    try await open().removeUnused(for: duration)
  }

  package func leave(_ node: SessionNode) async throws(SessionStoreError) {
    try await open().leave(node)
  }

  package func events(for node: SessionNode) -> AsyncStream<SessionEvent> {
    store.events(for: node)
  }
}

/// What a call waits for, whether it is cancelled or not.
package final class Gate: Sendable {
  private let state = Mutex((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

  package init() {}

  /// Waits until the gate is open.
  package func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// The number of those who wait.
  package var count: Int { state.withLock { $0.waiting.count } }

  package func open() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
