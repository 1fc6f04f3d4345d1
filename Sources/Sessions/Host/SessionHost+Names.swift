// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive

/// Names of sessions.
extension SessionHost {
  /// Returns whether a session exists: whether something was ever changed in it.
  ///
  /// Asking creates nothing, wakes nothing, and counts as a use. What another node has changed and
  /// not written yet does not count; see ``SessionOptions/saving``.
  ///
  /// - Parameters:
  ///   - identifier: The session's identifier.
  ///   - timeout: The time after which the caller stops waiting; ``SessionOptions/timeout`` by
  ///     default.
  /// - Returns: Whether a call would find a state.
  /// - Throws: ``SessionError``.
  public nonisolated func sessionExists(_ identifier: String, timeout: Duration? = nil) async throws
    -> Bool
  {
    let name = try name(of: identifier)
    return try await betweenCalls(of: [name], timeout) { _ in try await self.exists(name) }
  }

  private func exists(_ name: SessionName) async throws -> Bool {
    // What it has changed is on its way to the store.
    while case .leaving = entries[name] {
      await nextState(of: name)
      try Task.checkCancellation()
    }
    if case .awake(let session) = entries[name], await session.hasUnwrittenChanges { return true }
    let answer = await surroundings.patiently { store throws(SessionStoreError) in
      try await store.isStored(name)
    }
    return try answer.get().0
  }

  /// Gives a session another identifier, and the former one is void.
  ///
  /// Do it when a visitor logs in, and put the new identifier into a new cookie: whoever knew the
  /// former one, or planted it, finds an empty session there. The move is one step, so the session
  /// has one of both identifiers at any time. Calls wait for it, on all nodes. One that came with
  /// the former identifier and waited runs on an empty session.
  ///
  /// Keep the new identifier before the call, and repeat the call with it if its answer is lost.
  ///
  /// - Parameters:
  ///   - identifier: The session's identifier. If the session does not exist, nothing happens.
  ///   - newIdentifier: An identifier that no session has, as hard to guess as the former one.
  ///   - timeout: The time after which the caller stops waiting; ``SessionOptions/timeout`` by
  ///     default.
  /// - Throws: ``SessionError``; ``SessionError/Code/identifierInUse`` when a session has the new
  ///   identifier. Both sessions stay as they are then.
  public nonisolated func moveSession(
    _ identifier: String, to newIdentifier: String, timeout: Duration? = nil
  ) async throws {
    let (former, next) = (try name(of: identifier), try name(of: newIdentifier))
    guard former != next else { return }
    try await betweenCalls(of: [former, next], timeout) {
      try await self.moveSession(former, to: next, until: $0)
    }
  }

  private func moveSession(
    _ former: SessionName, to next: SessionName, until deadline: Duration
  ) async throws {
    repeat {
      if try await move(former, to: next, until: deadline) { return }
    } while surroundings.clock.now() < deadline
    throw SessionError.busy
  }

  /// Moves a session once.
  ///
  /// - Returns: Whether it is done; `false` when another node has taken one of both meanwhile.
  private func move(_ former: SessionName, to next: SessionName, until deadline: Duration)
    async throws -> Bool
  {
    var held: [SessionName: SessionOwnership] = [:]
    var archives: [SessionName: [UInt8]] = [:]
    defer { for name in held.keys { setEntry(nil, of: name) } }
    do {
      // In a fixed order, so that two moves never wait for each other.
      for name in [former, next].sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
        let (ownership, archive) = try await claim(name, until: deadline)
        (held[name], archives[name]) = (ownership, archive)
      }
      // A move that is repeated after its answer was lost finds nothing under the former identifier.
      guard let source = held[former], let target = held[next], let archive = archives[former]
      else {
        for ownership in held.values { await giveUp(ownership) }
        return true
      }
      guard archives[next] == nil else { throw SessionError.identifierInUse }
      let bytes = try await surroundings.resealed(archive, of: former, for: next)
      let answer = await surroundings.patiently { store throws(SessionStoreError) in
        try await store.move(source, to: target, with: bytes)
      }
      let (isMoved, wasRepeated) = try answer.get()
      if !isMoved, wasRepeated {
        throw SessionError.storeUnavailable("It is not known whether the session was moved")
      }
      return isMoved
    } catch {
      if (error as? SessionError)?.code != .storeUnavailable {
        for ownership in held.values { await giveUp(ownership) }
      }
      throw error
    }
  }
}
