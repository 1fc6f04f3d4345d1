// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import DequeModule
public import Logging
public import RestorationArchive
public import StateRestoration

/// Keeps a server's sessions: wakes them, saves them, puts them to sleep.
///
/// A session is woken when it is called. What a call changes is saved.
///
/// ```swift
/// let sessions = SessionHost(store: store, keys: keys, for: application) { coordinator in
///   ProposalForm(registeringWith: coordinator)
/// }
/// try await sessions.with(id) { form in form.title = title }
/// ```
///
/// The closure makes the session: an object of the program that registers itself, and every other
/// object that takes part, with the coordinator passed to the closure. Its properties are saved and
/// restored as in any program with a `RestorationCoordinator`.
///
/// Several nodes can share a store. Each session then belongs to one node at a time; when a call
/// reaches another node, the session is handed over. Every change that a call has acknowledged is
/// in the store, in order, even if nodes or the network fail.
///
/// Run it as a service: ``run()`` renews the node's lease, hands sessions over, and puts idle ones
/// to sleep. When it ends, it saves and gives up all sessions.
public actor SessionHost<Session> {
  /// This host among all that share the store, unlike any other.
  public nonisolated let node: SessionNode
  nonisolated let surroundings: SessionSurroundings
  nonisolated let make: @Sendable (RestorationCoordinator) throws -> Session

  /// The entry of each session that is not asleep.
  var entries: [SessionName: Entry] = [:]
  /// Finished when a session's state changes.
  var waiting: [SessionName: [(number: Int, announce: AsyncStream<Never>.Continuation)]] = [:]
  /// Continuations that wait until another node gives a session up.
  var waitingForRelease: [SessionName: [(number: Int, announce: AsyncStream<Void>.Continuation)]] =
    [:]
  var lastWait = 0
  var recentUse = RecentUse()
  /// The state size of each awake session, in bytes.
  var byteCounts: [SessionName: Int] = [:]
  var byteCount = 0
  /// Sessions with pending writes, in the order in which they are due.
  ///
  /// Only entries whose session is in ``isBehind`` count.
  var behind: Deque<(name: SessionName, due: Duration)> = []
  var isBehind: Set<SessionName> = []
  /// The calls that run in each session or wait for it.
  var calls: [SessionName: Set<SessionCall>] = [:]
  /// Whether the store has told of a standby; see ``SessionHealth/hasStandby``.
  var hasStandby: Bool?
  /// The rests of sessions that this host has met.
  var rests: [SessionName: SessionRest] = [:]
  /// Whether no more sessions are woken.
  var isDraining = false
  /// Whether the lease was given up.
  var hasLeft = false
  /// The task that renews the lease.
  ///
  /// ``run()`` or ``drain()`` starts it when needed.
  var keepingLease: Task<Void, Never>?
  var isRenewing = false
  var waitingForLease: [CheckedContinuation<Result<Void, SessionError>, Never>] = []

  enum Entry {
    /// The session is being taken and restored.
    case waking
    case awake(AwakeSession<Session>)
    /// The session is being saved and given up.
    case leaving
  }

  /// Makes a host.
  ///
  /// - Parameters:
  ///   - store: Holds sessions while they are asleep.
  ///   - keys: The keys that seal sessions; the same on all nodes that share the store.
  ///   - application: The description of the program saved with every record; its `schemaVersion`
  ///     decides which sessions it can read.
  ///   - options: When sessions are saved and fall asleep, and how large they may be.
  ///   - nodeName: The beginning of this node's name, of letters, digits and dashes; for people who
  ///     look into the store. What follows is new for each host. So a process that is started again
  ///     is another node, and two that were given the same name never share a session.
  ///   - clock: The clock of leases and idle times.
  ///   - logger: Receives problems, without identifiers of sessions.
  ///   - make: Makes a session each time it is woken, before its state is restored. If it throws,
  ///     the call that woke the session throws the same error.
  public init<C: Clock>(
    store: any SessionStore, keys: any SessionKeyProvider, for application: ApplicationDescription,
    options: SessionOptions = SessionOptions(), nodeName: String = "node",
    clock: C = ContinuousClock(), logger: Logger = Logger(label: "restoration.sessions"),
    make: @escaping @Sendable (RestorationCoordinator) throws -> Session
  ) where C.Duration == Duration {
    let life = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    self.init(
      store: store, keys: keys, for: application, options: options,
      node: SessionNode(name: "\(nodeName)-\(life)"), clock: clock, logger: logger, executor: nil,
      make: make)
  }

  /// Makes a host whose own tasks run on an executor, as a node that no other host is.
  package init<C: Clock>(
    store: any SessionStore, keys: any SessionKeyProvider, for application: ApplicationDescription,
    options: SessionOptions, node: SessionNode, clock: C, logger: Logger,
    executor: (any TaskExecutor)?,
    make: @escaping @Sendable (RestorationCoordinator) throws -> Session
  ) where C.Duration == Duration {
    self.node = node
    self.make = make
    surroundings = SessionSurroundings(
      application, store, keys, options, SessionClock(clock), Lease(), logger,
      executor)
  }

  /// The number of sessions awake on this node.
  public var awakeCount: Int { byteCounts.count }
}

/// Settings for saving sessions, their sleep and their size.
public struct SessionOptions: Sendable {
  /// The point at which a call is answered.
  public enum Saving: Sendable, Equatable {
    /// After its changes are in the store.
    ///
    /// No acknowledged change is lost, whatever happens.
    case durable
    /// At once; changes reach the store within a time limit.
    ///
    /// The host must be running for that. If a longer call of the session runs then, they reach the
    /// store when that has ended. While the store takes no writes, the host tries again and
    /// again. Unwritten changes are lost when the node dies, when it is cut off from the store for
    /// longer than a lease and another node takes the session, or when a later call fails. They are
    /// also lost if the store takes no writes when the host ends, or when it has to give the session
    /// up: to another node, or for ``SessionOptions/awake`` or ``SessionOptions/awakeBytes``.
    case writeBehind(within: Duration)
  }

  /// The point at which a call is answered; durable by default.
  public var saving = Saving.durable
  /// The idle time before a session falls asleep; ten minutes by default.
  public var idleTime = Duration.seconds(600)
  /// The maximum number of awake sessions; 10,000 by default.
  ///
  /// For each further session, the least recently used one falls asleep.
  public var awake = 10_000
  /// The maximum total state size of awake sessions; 256 MiB by default.
  ///
  /// In bytes, before sealing. The objects of the sessions take memory of their own.
  public var awakeBytes = 256 << 20
  /// The maximum state size of one session; 1 MiB by default.
  ///
  /// In bytes, before sealing.
  public var size = 1 << 20
  /// The time after which the store removes an unused session.
  ///
  /// It counts from when the session has fallen asleep, which it does after this time at the latest.
  /// If its node ends before, it counts from its last use, or up to a quarter of this time earlier.
  /// A jump of the store's clock counts as a day at most, and so does a time in which no host ran.
  /// `nil`, the default, keeps it until it is removed explicitly.
  public var age: Duration?
  /// The duration of this node's lease; three seconds by default, a tenth of a second at least.
  ///
  /// This node's sessions stay its own for this time when the store does not hear from it.
  /// After a node has died, its sessions answer again on other nodes after this time. The host
  /// renews the lease three times in this period, so a shorter lease means more renewals.
  public var lease = Duration.seconds(3)
  /// The maximum wait per step of a call; 30 seconds by default.
  ///
  /// A step waits for another node, or for a store that cannot be reached. The default is longer
  /// than a database takes to fail over. A host that ends takes no longer than this: half of the
  /// time is for running calls, a quarter for saving, and the rest for its farewell to the store.
  public var patience = Duration.seconds(30)
  /// The time after which the caller of a call stops waiting; a minute by default.
  ///
  /// It counts from the call to its answer, whatever the call waits for; see
  /// ``SessionHost/with(_:timeout:_:)``.
  public var timeout = Duration.seconds(60)
  /// The maximum number of calls that wait for one session; 100 by default.
  ///
  /// Moves, removals and questions whether it exists count, too. Further ones fail at once with
  /// ``SessionError/Code/busy``.
  public var waiting = 100

  /// Decides whether calls may use a session that came back only in part.
  ///
  /// It is asked when a session is woken, before its call runs and before anything is written. The
  /// report says what is missing. If the answer is `false`, the call fails with
  /// ``SessionError/Code/incomplete``, and the stored bytes stay as they are.
  ///
  /// By default a session is refused if a change would replace what this version of the program
  /// cannot use, for example because a class has another name now. What a change leaves beside it,
  /// such as the properties of another version, is no reason.
  public var acceptsPart: @Sendable (RestorationReport) -> Bool = { !$0.losesRecordsOnChange }

  /// The defaults.
  public init() {}
}

/// The order in which sessions were last used.
///
/// Each use adds a note at the end. A later note makes earlier ones void; void notes are skipped at
/// the front, and removed when there are too many.
struct RecentUse {
  private var notes: Deque<Note> = []
  private var newest: [SessionName: UInt64] = [:]
  private var lastNumber: UInt64 = 0

  private struct Note {
    let name: SessionName
    let number: UInt64
    let time: Duration
  }

  mutating func use(_ name: SessionName, at time: Duration) {
    lastNumber += 1
    newest[name] = lastNumber
    notes.append(Note(name: name, number: lastNumber, time: time))
    if notes.count > 2 * newest.count + 64 { notes.removeAll { newest[$0.name] != $0.number } }
  }

  mutating func remove(_ name: SessionName) { newest[name] = nil }

  /// Returns the least recently used session, and the time of that use.
  mutating func oldest() -> (name: SessionName, time: Duration)? {
    while let first = notes.first {
      if newest[first.name] == first.number { return (first.name, first.time) }
      notes.removeFirst()
    }
    return nil
  }
}
