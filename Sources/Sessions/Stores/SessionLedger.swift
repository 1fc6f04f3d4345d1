// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The ownership and the charges of sessions, for a store within one process.
struct SessionLedger {
  private var holdings: [SessionName: Holding] = [:]
  /// The number and the end of each node's lease.
  private var leases: [SessionNode: (number: UInt64, end: Duration)] = [:]
  private var lastLease: UInt64 = 0
  private var listeners: [SessionNode: AsyncStream<SessionEvent>.Continuation] = [:]
  private var lastEpoch: UInt64 = 0
  /// Whether unowned sessions are forgotten, with their versions.
  let forgetsReleased: Bool

  init(forgetsReleased: Bool) { self.forgetsReleased = forgetsReleased }

  private struct Holding {
    var owner: SessionNode?
    var epoch: UInt64 = 0
    var version: UInt64 = 0
    var lastTag: [UInt8] = []
    var charges = ChargeRecord()
    var lastUse: Duration
    /// The nodes that wait for the session.
    var waiting: [SessionNode] = []

    func isHeld(as ownership: SessionOwnership) -> Bool {
      owner == ownership.node && epoch == ownership.epoch
    }
  }

  // MARK: Nodes

  /// Begins or renews a node's lease.
  ///
  /// - Returns: The number of the lease.
  mutating func renew(
    _ node: SessionNode, _ lease: UInt64?, for duration: Duration, at now: Duration
  ) -> UInt64 {
    let known = leases[node].flatMap { now < $0.end ? $0.number : nil }
    if let known, known == lease {
      leases[node] = (known, now + duration)
      return known
    }
    lastLease += 1
    leases[node] = (lastLease, now + duration)
    return lastLease
  }

  mutating func leave(_ node: SessionNode) {
    leases[node] = nil
    listeners.removeValue(forKey: node)?.finish()
  }

  mutating func events(for node: SessionNode) -> AsyncStream<SessionEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
    listeners.updateValue(continuation, forKey: node)?.finish()
    return stream
  }

  // MARK: Sessions

  /// Makes a node the owner of a session.
  ///
  /// - Parameters:
  ///   - name: The session.
  ///   - node: The node that asks.
  ///   - mark: What is marked; `nil` when the session is not woken.
  ///   - now: The present time.
  ///   - kept: The charges of a session that the ledger has forgotten.
  /// - Returns: The new hold, and the charges; `nil` when another node has the session.
  mutating func take(
    _ name: SessionName, for node: SessionNode, marking mark: SessionMark?, at now: Duration,
    kept: ChargeRecord? = nil
  ) -> (SessionOwnership, SessionCharges)? {
    var holding = holdings[name] ?? Holding(charges: kept ?? ChargeRecord(), lastUse: now)
    if let owner = holding.owner, owner != node, leases[owner].map({ now < $0.end }) == true {
      if !holding.waiting.contains(node) { holding.waiting.append(node) }
      holdings[name] = holding
      listeners[owner]?.yield(.wanted(name))
      return nil
    }
    // The same node asks again when its answer was lost, or it has lost track.
    if holding.owner != node { holding.charges.chargeMarked(of: holding.epoch, at: now) }
    holding.charges.set(mark)
    lastEpoch += 1
    (holding.owner, holding.epoch, holding.lastUse) = (node, lastEpoch, now)
    holding.waiting.removeAll { $0 == node }
    holdings[name] = holding
    return (
      SessionOwnership(name: name, node: node, epoch: lastEpoch, version: holding.version),
      holding.charges.charges(for: mark, at: now)
    )
  }

  /// Removes a session's mark and charges.
  mutating func settle(_ ownership: SessionOwnership) {
    guard holdings[ownership.name]?.isHeld(as: ownership) == true else { return }
    holdings[ownership.name]?.charges = ChargeRecord()
  }

  /// Returns a session's mark and charges; `nil` when there are none.
  func charges(of name: SessionName) -> ChargeRecord? {
    holdings[name].flatMap { $0.charges.isEmpty ? nil : $0.charges }
  }

  enum Permission { case granted, repeated, refused }

  /// Returns whether a write may be carried out.
  func permission(for write: SessionWrite, as ownership: SessionOwnership) -> Permission {
    guard let holding = holdings[ownership.name], holding.epoch == ownership.epoch else {
      return .refused
    }
    if holding.version == ownership.version + 1, holding.lastTag == write.tag { return .repeated }
    return holding.isHeld(as: ownership) && holding.version == ownership.version
      ? .granted : .refused
  }

  /// Records that a granted write was carried out.
  mutating func didWrite(
    _ write: SessionWrite, as ownership: SessionOwnership, releasing: Bool, at now: Duration
  ) {
    guard var holding = holdings[ownership.name] else { return }
    holding.version += 1
    (holding.lastTag, holding.charges, holding.lastUse) = (write.tag, ChargeRecord(), now)
    holdings[ownership.name] = holding
    if releasing { release(ownership, wasWoken: true, at: now) }
  }

  /// Returns whether a session may be moved.
  func permission(
    toMove ownership: SessionOwnership, to other: SessionOwnership, with bytes: [UInt8]
  ) -> Permission {
    guard let target = holdings[other.name], target.epoch == other.epoch else { return .refused }
    if target.version == other.version + 1, target.lastTag == SessionWrite.replace(bytes).tag {
      return .repeated
    }
    let isHeld = target.isHeld(as: other) && holdings[ownership.name]?.isHeld(as: ownership) == true
    return isHeld && target.version == other.version ? .granted : .refused
  }

  /// Records that a permitted move was carried out.
  mutating func didMove(
    _ ownership: SessionOwnership, to other: SessionOwnership, with bytes: [UInt8], at now: Duration
  ) {
    guard let source = holdings.removeValue(forKey: ownership.name),
      var target = holdings[other.name]
    else { return }
    announceRelease(of: ownership.name, to: source.waiting)
    target.version += 1
    (target.lastTag, target.charges) = (SessionWrite.replace(bytes).tag, source.charges)
    holdings[other.name] = target
    release(other, wasWoken: false, at: now)
  }

  mutating func release(_ ownership: SessionOwnership, wasWoken: Bool, at now: Duration) {
    holdings[ownership.name]?.charges.takeBack(of: ownership.epoch)
    guard var holding = holdings[ownership.name], holding.isHeld(as: ownership) else { return }
    (holding.owner, holding.lastUse) = (nil, now)
    // A node that releases the session has survived.
    if wasWoken { holding.charges = ChargeRecord() } else { holding.charges.set(nil) }
    announceRelease(of: ownership.name, to: holding.waiting)
    holding.waiting = []
    let isOfUse = !forgetsReleased && holding.version > 0 || !holding.charges.isEmpty
    holdings[ownership.name] = isOfUse ? holding : nil
  }

  /// Records a use of a session, if it is known.
  mutating func noteUse(of name: SessionName, at now: Duration) { holdings[name]?.lastUse = now }

  /// Returns whether a session may be removed.
  ///
  /// - Returns: `true` when the caller owns it, or when it is already gone.
  func mayRemove(_ ownership: SessionOwnership) -> Bool {
    holdings[ownership.name]?.isHeld(as: ownership) ?? true
  }

  mutating func didRemove(_ name: SessionName) {
    guard let holding = holdings.removeValue(forKey: name) else { return }
    announceRelease(of: name, to: holding.waiting)
  }

  private func announceRelease(of name: SessionName, to nodes: [SessionNode]) {
    for node in nodes { listeners[node]?.yield(.released(name)) }
  }

  /// Whether a node with a lease owns the session.
  ///
  /// Such a session must not be removed because of its age.
  func isHeld(_ name: SessionName, at now: Duration) -> Bool {
    holdings[name]?.owner.flatMap { leases[$0] }.map { now < $0.end } ?? false
  }

  /// Forgets unowned sessions that were not used for a while.
  ///
  /// - Returns: The forgotten sessions.
  mutating func removeUnused(for duration: Duration, at now: Duration) -> [SessionName] {
    let names = holdings.keys.filter { name in
      !isHeld(name, at: now) && (holdings[name].map { $0.lastUse + duration <= now } ?? false)
    }
    for name in names { holdings[name] = nil }
    return names
  }
}

/// A session's mark and charges, as a store keeps them.
struct ChargeRecord: Codable, Sendable {
  /// The version of the program that wakes or calls the session; `nil` when none does.
  private(set) var marked: String?
  private(set) var count = 0
  /// The time of the last charge, by the store's clock.
  var last = Duration.zero
  /// The versions that were charged, the newest last; at most eight.
  private(set) var versions: [String] = []
  /// The epoch of the owner that was charged last, in this process.
  private var epoch: UInt64?

  private enum CodingKeys: String, CodingKey { case marked, count, last, versions }

  /// A file may name any number.
  private static let maximum = 1_000

  /// Whether nothing needs to be kept.
  var isEmpty: Bool { marked == nil && count == 0 }

  /// Charges the end of the node that has left its mark, if there is one.
  mutating func chargeMarked(of epoch: UInt64, at now: Duration) {
    guard let version = marked else { return }
    (marked, count, last, self.epoch) = (nil, min(count, Self.maximum - 1) + 1, now, epoch)
    if !versions.contains(version) { versions = versions.suffix(7) + [version] }
  }

  /// Takes the last charge back if it is of an owner who has not ended.
  mutating func takeBack(of epoch: UInt64) {
    guard self.epoch == epoch, count > 0 else { return }
    (count, self.epoch) = (count - 1, nil)
    if count == 0 { versions = [] }
  }

  /// Replaces the mark.
  mutating func set(_ mark: SessionMark?) {
    marked = mark.flatMap { count < $0.limit ? $0.version : nil }
  }

  func charges(for mark: SessionMark?, at now: Duration) -> SessionCharges {
    guard count > 0 else { return SessionCharges() }
    return SessionCharges(
      count: count, age: max(now - last, .zero),
      includesVersion: mark.map { versions.contains($0.version) } ?? false)
  }
}
