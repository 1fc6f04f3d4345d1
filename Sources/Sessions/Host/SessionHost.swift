// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import DequeModule
public import Logging
public import RestorationArchive
public import StateRestoration
import Tracing

/// Keeps a server's sessions: wakes them when they are called, saves what calls change, and puts them to sleep.
///
/// ```swift
/// let sessions = SessionHost(store: store, keys: keys, for: application) { coordinator in
///   ProposalForm(registeringWith: coordinator)
/// }
/// try await sessions.with(id) { form in form.title = title }
/// ```
///
/// A session is what the closure makes: an object of the program's own that registers itself, and whatever
/// else takes part, with the coordinator that it gets. Its properties are saved and restored as in any program
/// with a `RestorationCoordinator`.
///
/// Several nodes can share a store. Each session is then one node's at a time; a call that reaches another
/// node has it handed over. What a call was answered for is in the store, in order, whatever becomes of nodes
/// and network.
///
/// Run it as a service: ``run()`` renews the node's lease, hands sessions over, and puts idle ones to sleep.
/// When that ends, all sessions are saved and given up.
public actor SessionHost<Session> {
  /// This process among all that share the store.
  public nonisolated let node: SessionNode
  nonisolated let surroundings: SessionSurroundings
  nonisolated let make: @Sendable (RestorationCoordinator) throws -> Session

  /// What is known of each session that is not asleep.
  var entries: [SessionName: Entry] = [:]
  /// Who waits until a session is in another state.
  var waiting: [SessionName: [CheckedContinuation<Void, Never>]] = [:]
  /// Who waits until another node gives a session up.
  var waitingForRelease: [SessionName: [(number: Int, announce: AsyncStream<Void>.Continuation)]] =
    [:]
  var lastWait = 0
  var recentUse = RecentUse()
  /// The bytes of awake sessions' states.
  var byteCounts: [SessionName: Int] = [:]
  var byteCount = 0
  /// Sessions that have something to be written, in the order in which it is due; those of ``isBehind`` count.
  var behind: Deque<(name: SessionName, due: Duration)> = []
  var isBehind: Set<SessionName> = []
  /// How many calls of each session run or wait.
  var calls: [SessionName: Int] = [:]
  /// Awake sessions that other nodes have taken in vain before, of which the store does not know yet.
  var wokenAfterVainTakings: [SessionName] = []
  /// Whether no session is woken any more.
  var isDraining = false
  /// Whether the lease was given up.
  var hasLeft = false
  /// What renews the lease, once ``run()`` or ``drain()`` needs it to.
  var keepingLease: Task<Void, Never>?
  var isRenewing = false
  var waitingForLease: [CheckedContinuation<Result<Void, SessionError>, Never>] = []

  enum Entry {
    /// Being taken and restored.
    case waking
    case awake(AwakeSession<Session>)
    /// Being saved and given up.
    case leaving
  }

  /// Makes a host.
  ///
  /// - Parameters:
  ///   - store: Where sessions lie while they are asleep.
  ///   - keys: What they are sealed with; the same on all nodes that share the store.
  ///   - application: What is saved about the program with every record; its `schemaVersion` says which
  ///     sessions it can read.
  ///   - options: When sessions are saved and fall asleep, and how large they may be.
  ///   - node: This process; a new name by default.
  ///   - clock: The clock of leases and idle times.
  ///   - logger: Told of what goes wrong, without identifiers of sessions.
  ///   - make: Makes a session each time that it is woken, before its state is restored. Throws where it
  ///     cannot; the call that has woken it throws the same then.
  public init<C: Clock>(
    store: any SessionStore, keys: any SessionKeyProvider, for application: ApplicationDescription,
    options: SessionOptions = SessionOptions(), node: SessionNode? = nil,
    clock: C = ContinuousClock(), logger: Logger = Logger(label: "restoration.sessions"),
    make: @escaping @Sendable (RestorationCoordinator) throws -> Session
  ) where C.Duration == Duration {
    self.init(
      store: store, keys: keys, for: application, options: options, node: node, clock: clock,
      logger: logger, executor: nil, make: make)
  }

  /// Makes a host whose own tasks run on an executor.
  package init<C: Clock>(
    store: any SessionStore, keys: any SessionKeyProvider, for application: ApplicationDescription,
    options: SessionOptions, node: SessionNode?, clock: C, logger: Logger,
    executor: (any TaskExecutor)?,
    make: @escaping @Sendable (RestorationCoordinator) throws -> Session
  ) where C.Duration == Duration {
    self.node = node ?? SessionNode(name: String(UInt64.random(in: 0...UInt64.max), radix: 16))
    self.make = make
    surroundings = SessionSurroundings(
      application, store, keys, options, SessionClock(clock), Lease(), logger,
      executor)
  }

  /// How many sessions are awake on this node.
  public var awakeCount: Int { byteCounts.count }

  // MARK: Calls

  /// Calls a session: wakes it if it is asleep, runs something on it, and saves what that has changed.
  ///
  /// Calls of one session run one after the other; a call that waits for something else holds up those behind
  /// it, and one that calls its own session waits for ever. Sessions do not hold each other up. What the call
  /// has changed before it threw an error is saved, too. A call whose task is cancelled while it waits for its
  /// turn does not run.
  ///
  /// - Parameters:
  ///   - identifier: Which session; one that there is none of begins empty. Make it as hard to guess as a
  ///     password, for whoever knows it has the session.
  ///   - body: Runs on the session's own actor. It runs once more, on a session that was woken again, when
  ///     what it has done the first time was void, because the session had become another node's.
  /// - Returns: What `body` returns, once what it has changed is durable; see ``SessionOptions/saving``.
  /// - Throws: ``SessionError``, or what `body` throws.
  public nonisolated func with<Result: Sendable>(
    _ identifier: String,
    _ body: @Sendable (Session) async throws -> Result
  ) async throws -> Result {
    let name = try name(of: identifier)
    return try await withSpan("sessions.call") { _ in try await with(name, body) }
  }

  nonisolated func name(of identifier: String) throws(SessionError) -> SessionName {
    do throws(ArchiveError) { return try surroundings.keys.name(of: identifier) } catch {
      throw .keysUnavailable(error)
    }
  }

  private nonisolated func with<Result: Sendable>(
    _ name: SessionName,
    _ body: @Sendable (Session) async throws -> Result
  ) async throws -> Result {
    let clock = surroundings.clock
    let began = clock.now()
    while true {
      let session = try await awake(name, until: began + surroundings.options.patience)
      let outcome = await session.perform(body)
      switch outcome {
      case .done(let result, let byteCount, let isBehind):
        await didPerform(session, byteCount: byteCount, isBehind: isBehind)
        surroundings.measures.didAnswer(after: clock.now() - began)
        return try result.get()
      case .lost:
        await didLose(session)
        guard clock.now() < began + surroundings.options.patience else { throw SessionError.busy }
      case .failed(let error):
        await didLose(session)
        throw error
      }
    }
  }

  private func didPerform(_ session: AwakeSession<Session>, byteCount: Int, isBehind: Bool) {
    let name = session.name
    didEndCall(of: name)
    guard case .awake(let known) = entries[name], known === session else { return }
    count(byteCount, of: name)
    recentUse.use(name, at: surroundings.clock.now())
    makeRoom()
    guard isBehind, case .writeBehind(let delay) = surroundings.options.saving,
      self.isBehind.insert(name).inserted
    else { return }
    behind.append((name, surroundings.clock.now() + delay))
  }

  private func didLose(_ session: AwakeSession<Session>) {
    didEndCall(of: session.name)
    drop(session)
  }

  private func didEndCall(of name: SessionName) {
    let rest = (calls[name] ?? 1) - 1
    calls[name] = rest > 0 ? rest : nil
  }

  /// Removes a session, asleep or awake, here or on another node, with all that was saved of it.
  ///
  /// - Parameter identifier: Which session; one that there is none of is no error.
  /// - Throws: ``SessionError``.
  public func remove(_ identifier: String) async throws {
    let name = try name(of: identifier)
    let deadline = surroundings.clock.now() + surroundings.options.patience
    repeat {
      if let ownership = try await claim(name, until: deadline) {
        let answer = await surroundings.patiently { store throws(SessionStoreError) in
          try await store.remove(ownership)
        }
        setEntry(nil, of: name)
        if try answer.get().0 { return }
      }
    } while surroundings.clock.now() < deadline
    throw SessionError.busy
  }
}
