// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Where sessions lie while they are asleep, and who owns which.
///
/// Knows sealed bytes only. A store that several nodes share makes each of these calls one atomic step, in
/// an order that all nodes see alike. A call ends in a time that is short beside a lease, with an error if need
/// be. One that fails with ``SessionStoreError/isTransient`` may have been
/// carried out: the host repeats it, and a write that is repeated must be carried out once. Hold a store of
/// your own to `SessionStoreConformance` of `RestorationTesting`.
public protocol SessionStore: Sendable {
  /// Begins a node's lease, or prolongs it, by the store's own clock.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - lease: The number of the lease that the node knows of; `nil` when it has none yet.
  ///   - duration: How long its sessions are its own from now on.
  ///   - woken: Sessions of the node that others have taken in vain, and that are awake now: their vain takings
  ///     are forgotten.
  /// - Returns: The number of the node's lease: the same when that goes on, and a new one when the node had
  ///   another, or it has ended. So a node whose answer was lost learns all the same that others may have
  ///   taken its sessions meanwhile.
  /// - Throws: ``SessionStoreError``.
  func renew(
    _ node: SessionNode, lease: UInt64?, for duration: Duration, woken: [SessionName]
  ) async throws(SessionStoreError) -> UInt64

  /// Makes a node the owner of a session, and reads its state, in one step.
  ///
  /// The session is made if there is none. Another node that owns it and has a lease keeps it, and hears of
  /// ``SessionEvent/wanted(_:)``.
  ///
  /// - Parameters:
  ///   - name: The session.
  ///   - node: Who asks.
  /// - Returns: The hold and the state, or that another node has the session.
  /// - Throws: ``SessionStoreError``.
  func take(_ name: SessionName, for node: SessionNode) async throws(SessionStoreError)
    -> SessionTaking

  /// Writes what an owner has changed, durably.
  ///
  /// Nothing is written unless the session is as the owner knows it: of this epoch and version. The version
  /// is one higher afterwards. If this very write was carried out before, the answer is `true`.
  ///
  /// - Parameters:
  ///   - write: What to write.
  ///   - ownership: As the owner knows it.
  ///   - releasing: Whether the session is given up in the same step.
  /// - Returns: Whether it is written; `false` when the session is another owner's by now, or gone.
  /// - Throws: ``SessionStoreError``.
  func write(_ write: SessionWrite, as ownership: SessionOwnership, releasing: Bool)
    async throws(SessionStoreError) -> Bool

  /// Gives a session up, so that any node can take it at once; one that waits for it hears of
  /// ``SessionEvent/released(_:)``. Does nothing when it is another owner's by now.
  ///
  /// - Parameters:
  ///   - ownership: As the owner knows it.
  ///   - wasWoken: Whether the session was woken well; all its vain takings are forgotten then, else this one.
  /// - Throws: ``SessionStoreError``.
  func release(_ ownership: SessionOwnership, wasWoken: Bool) async throws(SessionStoreError)

  /// Removes a session with all that was written of it.
  ///
  /// - Parameter ownership: As the owner knows it.
  /// - Returns: Whether it is gone; `false` when it is another owner's by now.
  /// - Throws: ``SessionStoreError``.
  func remove(_ ownership: SessionOwnership) async throws(SessionStoreError) -> Bool

  /// Removes sessions that no node with a lease owns, and that were not taken, written or released for a while.
  ///
  /// - Parameter duration: How long.
  /// - Returns: How many.
  /// - Throws: ``SessionStoreError``.
  func removeUnused(for duration: Duration) async throws(SessionStoreError) -> Int

  /// Ends a node's lease: what it owns can be taken at once.
  ///
  /// - Parameter node: The node.
  /// - Throws: ``SessionStoreError``.
  func leave(_ node: SessionNode) async throws(SessionStoreError)

  /// What a node has to hear, from about now on until the sequence is no longer iterated.
  ///
  /// An event may be missing, as after a broken connection, since the host asks again by itself.
  ///
  /// - Parameter node: The node.
  /// - Returns: The events, each once.
  func events(for node: SessionNode) -> AsyncStream<SessionEvent>
}

/// What a store calls a session: a hash of its identifier under the program's key.
public struct SessionName: Hashable, Sendable {
  /// 32 bytes.
  public let bytes: [UInt8]

  /// Takes a name that was stored.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads 64 hexadecimal digits; `nil` for anything else.
  public init?(text: String) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 64, text.utf8.count == 64 else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// The bytes in hexadecimal digits.
  public var text: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

/// One process that serves sessions; a process that is started again is another node.
public struct SessionNode: Hashable, Sendable {
  /// No two nodes have the same; letters, digits and dashes.
  public let name: String

  /// Names a node.
  public init(name: String) { self.name = name }
}

/// A node's hold on a session.
public struct SessionOwnership: Hashable, Sendable {
  /// The session.
  public let name: SessionName
  /// Who holds it.
  public let node: SessionNode
  /// Larger for each owner than for all before it, also after the session was removed.
  public let epoch: UInt64
  /// How often the session was written.
  public var version: UInt64

  /// Describes a hold.
  public init(name: SessionName, node: SessionNode, epoch: UInt64, version: UInt64) {
    (self.name, self.node, self.epoch, self.version) = (name, node, epoch, version)
  }
}

/// What came of ``SessionStore/take(_:for:)``.
public enum SessionTaking: Sendable, Equatable {
  /// The node owns the session.
  ///
  /// - Parameters:
  ///   - ownership: Its hold.
  ///   - archive: What was written, appended parts behind what they were appended to; `nil` when nothing was.
  ///   - vainTakings: How many other nodes have taken the session before, one after the other, and have neither
  ///     written nor released it, nor told that it is awake.
  case taken(SessionOwnership, archive: [UInt8]?, vainTakings: Int)
  /// Another node owns it and was asked to hand it over.
  case held
}

/// A write of a session's sealed bytes.
public enum SessionWrite: Sendable, Equatable {
  /// Behind what there is.
  case append([UInt8])
  /// In place of what there is.
  case replace([UInt8])

  /// The bytes.
  public var bytes: [UInt8] {
    switch self {
    case .append(let bytes), .replace(let bytes): bytes
    }
  }

  /// The last 16 bytes, which no two writes have in common: they tell that a write is repeated.
  public var tag: [UInt8] { Array(bytes.suffix(16)) }
}

/// What a node hears from a store.
public enum SessionEvent: Sendable, Hashable {
  /// Another node asks for a session of this one.
  case wanted(SessionName)
  /// A session that this node has asked for can be taken.
  case released(SessionName)
}

/// Why a store did not do what it was asked for.
public struct SessionStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whether it may be carried out, or may be if it is asked for again: a connection was broken.
  public let isTransient: Bool
  /// What happened, without a value of a session's.
  public let description: String

  /// Describes a failure.
  public init(_ description: String, isTransient: Bool) {
    (self.description, self.isTransient) = (description, isTransient)
  }
}
