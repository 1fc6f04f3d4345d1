// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive

/// Sessions that have ended process after process.
extension SessionHost {
  /// Ends a session's rest, so that its next call wakes it.
  ///
  /// A session rests when five processes in a row have ended while it was woken or called. Its rest
  /// ends by itself, and another version of the program does not wait for it. If this session is
  /// not the reason, or its reason is gone, this call lets it wake at once, on all nodes.
  ///
  /// - Parameters:
  ///   - name: The session's name in the store. The log shows it: `SessionName(text:)` reads it. It
  ///     is no error if the session does not rest.
  ///   - timeout: The time after which the caller stops waiting; ``SessionOptions/timeout`` by
  ///     default.
  /// - Throws: ``SessionError``.
  public nonisolated func endRest(of name: SessionName, timeout: Duration? = nil) async throws {
    try await betweenCalls(of: [name], timeout) { try await self.endRest(of: name, until: $0) }
  }

  private func endRest(of name: SessionName, until deadline: Duration) async throws {
    let (ownership, _) = try await claim(name, until: deadline)
    defer { setEntry(nil, of: name) }
    rests[name] = nil
    let answer = await surroundings.patiently { store throws(SessionStoreError) in
      try await store.release(ownership, wasWoken: true)
    }
    _ = try answer.get()
  }

  /// Takes a session whose wake may be charged with the end of this node.
  ///
  /// - Throws: ``SessionError``; ``SessionError/Code/endsItsNode`` when it rests.
  func takeToWake(_ name: SessionName, until deadline: Duration) async throws(SessionError)
    -> (SessionOwnership, archive: [UInt8]?)
  {
    let version = surroundings.application.version
    let (ownership, archive, charges) = try await take(
      name, until: deadline, marking: SessionMark(version: version, limit: SessionRest.charges))
    guard charges.count >= SessionRest.charges else { return (ownership, archive) }
    if let left = restLeft(of: name, charges) {
      await giveUp(ownership)
      throw .endsItsNode(restingFor: left)
    }
    // It was not marked yet, since an end during its rest is not its own.
    let (again, newest, _) = try await take(
      name, until: deadline, marking: SessionMark(version: version, limit: .max))
    return (again, newest)
  }

  /// Returns how much longer a session rests; `nil` when it may be woken.
  ///
  /// The store knows when a rest began; from when this host has met it, this host's clock counts.
  private func restLeft(of name: SessionName, _ charges: SessionCharges) -> Duration? {
    guard charges.includesVersion else { return nil }
    let now = surroundings.clock.now()
    if let known = rests[name], known.chargeCount == charges.count, known.age <= charges.age {
      if known.end > now { return known.end - now }
      rests[name] = nil
      return nil
    }
    let left = SessionRest.duration(after: charges.count) - charges.age
    guard left > .zero else { return nil }
    rests = rests.filter { $0.value.end > now }
    rests[name] = SessionRest(
      chargeCount: charges.count, age: charges.age, end: now + left)
    surroundings.measures.didBeginRest()
    surroundings.logger.error(
      """
      \(charges.count) processes in a row have ended while one session was woken or called. It rests for \
      \(left.inSeconds) seconds. Its name in the store: \(name.text)
      """)
    return left
  }
}

/// A rest of a session, as one host knows it.
struct SessionRest {
  /// The number of charges from which a session rests.
  static let charges = 5

  let chargeCount: Int
  /// How long ago the last charge was when this host met the rest; a later one is younger.
  let age: Duration
  /// The end of the rest, by the host's clock.
  let end: Duration

  /// Returns how long a session rests: a minute, twice as long after each further end, up to an
  /// hour.
  static func duration(after charges: Int) -> Duration {
    .seconds(min(60 << min(max(charges - Self.charges, 0), 6), 3_600))
  }
}

extension Duration {
  /// Whole seconds, rounded up.
  var inSeconds: Int64 { components.seconds + (components.attoseconds > 0 ? 1 : 0) }
}
