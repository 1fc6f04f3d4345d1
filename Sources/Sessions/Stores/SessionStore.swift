// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Stores sleeping sessions, and records the owner of each session.
///
/// A store sees sealed bytes only. A store that several nodes share makes each of these calls one
/// atomic step, in an order that is the same for all nodes. A call ends within a time that is short
/// compared with a lease, with an error if necessary. A call that fails with
/// ``SessionStoreError/isTransient`` may have been carried out. The host then repeats it, and
/// writes must be idempotent: a repeated write is carried out once. Test your own store with
/// `SessionStoreConformance` of `SessionsTesting`.
public protocol SessionStore: Sendable {
  /// Begins or renews a node's lease, by the store's own clock.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - lease: The number of the lease that the node knows of; `nil` when it has none yet.
  ///   - duration: How long the node owns its sessions from now on.
  /// - Returns: The number of the node's lease. It is unchanged when `lease` is still running, and
  ///   new otherwise: the node had another lease, or it has ended. So even a node that missed an
  ///   answer learns that others may have taken its sessions meanwhile.
  /// - Throws: ``SessionStoreError``.
  func renew(_ node: SessionNode, lease: UInt64?, for duration: Duration)
    async throws(SessionStoreError) -> UInt64

  /// Makes a node the owner of a session, and reads its state.
  ///
  /// Both happen in one step. The session is created if it does not exist. If another node owns it
  /// and has a lease, that node keeps it, and receives ``SessionEvent/wanted(_:)``.
  ///
  /// If the session still has the mark of another node, that node has ended in its wake or call:
  /// one more end is charged to the session. Its former mark is gone in any case.
  ///
  /// - Parameters:
  ///   - name: The session.
  ///   - node: The node that asks.
  ///   - mark: What is marked while the session is woken and called; `nil` when it is not woken.
  /// - Returns: The hold and the state, or that another node has the session.
  /// - Throws: ``SessionStoreError``.
  func take(_ name: SessionName, for node: SessionNode, marking mark: SessionMark?)
    async throws(SessionStoreError) -> SessionTaking

  /// Removes a session's mark and its charges, since its wake and a call have ended well.
  ///
  /// A write does the same. Neither is state, so this need not be as durable as a write. Does
  /// nothing when the session belongs to another owner by now.
  ///
  /// - Parameter ownership: The hold as the owner knows it.
  /// - Throws: ``SessionStoreError``.
  func settle(_ ownership: SessionOwnership) async throws(SessionStoreError)

  /// Writes an owner's changes durably.
  ///
  /// Nothing is written unless the session still has the owner's epoch and version. The write
  /// increases the version by one, and removes the session's mark and charges. If this very write
  /// was carried out before, the answer is `true`.
  ///
  /// - Parameters:
  ///   - write: The bytes to write.
  ///   - ownership: The hold as the owner knows it.
  ///   - releasing: Whether the session is given up in the same step.
  /// - Returns: Whether it is written; `false` when the session belongs to another owner by now, or
  ///   is gone.
  /// - Throws: ``SessionStoreError``.
  func write(_ write: SessionWrite, as ownership: SessionOwnership, releasing: Bool)
    async throws(SessionStoreError) -> Bool

  /// Gives a session up, so that any node can take it.
  ///
  /// A node that waits for it receives ``SessionEvent/released(_:)``. The session's mark is gone; a
  /// session that was never written and has no charges leaves nothing behind. When the session
  /// belongs to another owner by now, one thing is left to do: if the last charge is of this epoch,
  /// its node was only paused or cut off, and the charge is taken back.
  ///
  /// - Parameters:
  ///   - ownership: The hold as the owner knows it.
  ///   - wasWoken: Whether waking the session succeeded. If so, its charges are gone, too.
  /// - Throws: ``SessionStoreError``.
  func release(_ ownership: SessionOwnership, wasWoken: Bool) async throws(SessionStoreError)

  /// Removes a session and everything that was written of it.
  ///
  /// - Parameter ownership: The hold as the owner knows it.
  /// - Returns: Whether it is gone; `false` when it belongs to another owner by now.
  /// - Throws: ``SessionStoreError``.
  func remove(_ ownership: SessionOwnership) async throws(SessionStoreError) -> Bool

  /// Returns whether a session was written.
  ///
  /// Asking is a use, and creates nothing.
  ///
  /// - Parameter name: The session.
  /// - Returns: Whether there are bytes of it.
  /// - Throws: ``SessionStoreError``.
  func isStored(_ name: SessionName) async throws(SessionStoreError) -> Bool

  /// Moves a session to another name.
  ///
  /// In one step, the bytes are written under the other name, and everything that was written under
  /// the former one is removed. Charges move, too. Both are unowned then. Nothing is moved unless
  /// both have the owner's epoch, and the other one has never been written. If this very move was
  /// carried out before, the answer is `true`.
  ///
  /// - Parameters:
  ///   - ownership: The hold on the session.
  ///   - other: The hold on the other name.
  ///   - bytes: The session's state, sealed for the other name.
  /// - Returns: Whether it is moved.
  /// - Throws: ``SessionStoreError``.
  func move(_ ownership: SessionOwnership, to other: SessionOwnership, with bytes: [UInt8])
    async throws(SessionStoreError) -> Bool

  /// Returns whether the standbys that commits wait for are there.
  ///
  /// It must not wait for one itself. A store without this method answers `nil`.
  ///
  /// - Returns: `nil` when commits wait for none, or the store cannot tell.
  /// - Throws: ``SessionStoreError``.
  func hasStandby() async throws(SessionStoreError) -> Bool?

  /// Removes unowned sessions that were not used for a while.
  ///
  /// A session is unowned when no node with a lease owns it. Taking, writing and releasing are
  /// uses. A jump of the store's clock makes no session old.
  ///
  /// - Parameter duration: The time since the last use.
  /// - Returns: The number of removed sessions.
  /// - Throws: ``SessionStoreError``.
  func removeUnused(for duration: Duration) async throws(SessionStoreError) -> Int

  /// Ends a node's lease: its sessions can be taken at once.
  ///
  /// - Parameter node: The node.
  /// - Throws: ``SessionStoreError``.
  func leave(_ node: SessionNode) async throws(SessionStoreError)

  /// Returns a node's events, from about now until iteration ends.
  ///
  /// Events may be missing, for example after a broken connection, since the host also asks again
  /// on its own.
  ///
  /// - Parameter node: The node.
  /// - Returns: The events, each once.
  func events(for node: SessionNode) -> AsyncStream<SessionEvent>
}

/// A store whose calls are carried out to their end in a cancelled task, too.
///
/// A host calls it in the tasks of its callers, and any other store in tasks of its own.
package protocol UncancelledStore: SessionStore {}

extension SessionStore {
  /// Returns `nil`: the store keeps no second copy, or does not tell.
  public func hasStandby() async throws(SessionStoreError) -> Bool? { nil }
}

/// A session's name in a store.
///
/// It is a hash of the session's identifier under the program's key.
public struct SessionName: Hashable, Sendable {
  /// The hash, 32 bytes.
  public let bytes: [UInt8]

  /// Makes a name from stored bytes.
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

/// One life of a process that serves sessions.
///
/// A process that is started again is another node, and so is a second one that was given the same
/// name: each ``SessionHost`` names its node anew.
public struct SessionNode: Hashable, Sendable {
  /// A unique name of letters, digits and dashes.
  public let name: String

  /// Names a node.
  public init(name: String) { self.name = name }
}

/// A node's hold on a session.
public struct SessionOwnership: Hashable, Sendable {
  /// The session.
  public let name: SessionName
  /// The node that holds it.
  public let node: SessionNode
  /// A number that grows with each owner, even across removal.
  public let epoch: UInt64
  /// The number of writes to the session.
  public var version: UInt64

  /// Describes a hold.
  public init(name: SessionName, node: SessionNode, epoch: UInt64, version: UInt64) {
    (self.name, self.node, self.epoch, self.version) = (name, node, epoch, version)
  }
}

/// What a store notes of a session while a node wakes and calls it.
///
/// A node that ends leaves its marks behind.
public struct SessionMark: Hashable, Sendable {
  /// The version of the program.
  public var version: String
  /// The number of charges from which the session is not marked.
  ///
  /// Such a session may have to rest. A node that wakes it nevertheless takes it once more, with a
  /// higher limit.
  public var limit: Int

  /// Describes a mark.
  public init(version: String, limit: Int) { (self.version, self.limit) = (version, limit) }
}

/// The ends of nodes that are charged to a session.
public struct SessionCharges: Hashable, Sendable {
  /// How many there were since a wake and a call last ended well.
  public var count: Int
  /// The time since the last one was charged, by the store's clock; zero when there was none.
  public var age: Duration
  /// Whether one of them was an end of the version that asks.
  ///
  /// A store remembers at least the last eight versions.
  public var includesVersion: Bool

  /// Describes charges; none by default.
  public init(count: Int = 0, age: Duration = .zero, includesVersion: Bool = false) {
    (self.count, self.age, self.includesVersion) = (count, age, includesVersion)
  }
}

/// The outcome of ``SessionStore/take(_:for:marking:)``.
public enum SessionTaking: Sendable, Equatable {
  /// The node owns the session.
  ///
  /// - Parameters:
  ///   - ownership: Its hold.
  ///   - archive: The stored bytes, with appended parts in order; `nil` when nothing was written.
  ///   - charges: The ends that are charged to the session.
  case taken(SessionOwnership, archive: [UInt8]?, charges: SessionCharges)
  /// Another node owns it and was asked to hand it over.
  case held
}

/// A write of a session's sealed bytes.
public enum SessionWrite: Sendable, Equatable {
  /// Appends to the stored bytes.
  case append([UInt8])
  /// Replaces the stored bytes.
  case replace([UInt8])

  /// The bytes.
  public var bytes: [UInt8] {
    switch self {
    case .append(let bytes), .replace(let bytes): bytes
    }
  }

  /// The last 16 bytes, unique to each write.
  ///
  /// They identify a repeated write.
  public var tag: [UInt8] { Array(bytes.suffix(16)) }
}

/// An event that a store sends to a node.
public enum SessionEvent: Sendable, Hashable {
  /// Another node asks for a session of this one.
  case wanted(SessionName)
  /// A session that this node has asked for can be taken.
  case released(SessionName)
}

/// The reason why a store could not do what was asked.
public struct SessionStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A description of the failure, without any value of a session.
  public var reason: String
  /// Whether a retry may succeed, or the call may have succeeded.
  ///
  /// For example, a connection was broken. It is all that a host asks, so there are no codes.
  public var isTransient: Bool

  /// Creates an error.
  public init(_ reason: String, isTransient: Bool) {
    (self.reason, self.isTransient) = (reason, isTransient)
  }

  /// The reason, for a log line.
  public var description: String { reason }
}
