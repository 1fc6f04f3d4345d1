// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import Sessions
import StateRestoration
import Synchronization

/// One seeded run of nodes, visitors and faults.
package final class Schedule: Sendable {
  private let simulation: Simulation
  private let store: MemorySessionStore
  private let keys: MemorySessionKeys
  private let record = CommitRecord()
  private let history = History()
  private let fault: PlantedFault?
  private let trouble: Trouble?
  /// How many nodes the poison session has ended.
  private let poisonedCount = Mutex(0)
  private let visitors: SimulatedNodeExecutor
  private let cluster = Mutex(Cluster())

  private struct Cluster {
    var serving: [Node] = []
    /// Nodes that were killed or drained, and the node without faults.
    var others: [Node] = []
    var lastNode = 0
    /// Whether all visitors have left, so that no more faults occur.
    var isOver = false
    /// The unfinished tasks, by description.
    var tasks: [String] = []
  }

  /// The result of a run.
  package struct Outcome: Equatable, Sendable {
    /// The problems found, one sentence each.
    package var problems: [String]
    /// The number of answered calls.
    package var answers: Int
    /// The observed events in order; equal for runs of one seed.
    package var log: [String]
  }

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - seed: Decides about everything in it.
  ///   - trouble: What happens once the visitors have left; usually nothing.
  ///   - fault: A bug to plant.
  package init(seed: UInt64, trouble: Trouble? = nil, fault: PlantedFault? = nil) {
    self.trouble = trouble
    simulation = Simulation(seed: seed)
    store = MemorySessionStore(clock: SimulatedClock(simulation))
    visitors = SimulatedNodeExecutor(simulation)
    // Uses the same key in each run, so that session names and their order are equal.
    let key = ArchiveKey(bytes: [UInt8](repeating: 7, count: ArchiveKey.byteCount)) ?? ArchiveKey()
    keys = MemorySessionKeys(SessionKeys(naming: key, sealing: key))
    self.fault = fault
  }

  /// Runs the schedule.
  package func run() -> Outcome {
    for _ in 0..<3 { addNode() }
    let visiting = Mutex(4)
    for visitor in 1...4 {
      spawn("visitor \(visitor)", on: visitors) { [self] in
        for call in 1...6 { await visit(visitor * 100 + call) }
        visiting.withLock { $0 -= 1 }
      }
    }
    spawn("misfortune", on: visitors) { [self] in await bringMisfortune() }
    var problems: [String] = []
    if !simulation.run(until: .seconds(3_000), { visiting.withLock { $0 } == 0 }) {
      problems.append("A call was never answered")
    }
    cluster.withLock { $0.isOver = true }
    if let trouble { problems += end(in: trouble) }
    problems += readAll()
    end()
    problems += cluster.withLock { $0.tasks.map { "The task \($0) has never ended" } }
    return Outcome(
      problems: problems + record.problems + history.problems(), answers: history.answerCount,
      log: history.log)
  }

  @discardableResult
  private func spawn(
    _ what: String, on executor: SimulatedNodeExecutor, _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    cluster.withLock { $0.tasks.append(what) }
    return Task(executorPreference: executor) {
      await body()
      self.cluster.withLock { cluster in
        if let place = cluster.tasks.firstIndex(of: what) { cluster.tasks.remove(at: place) }
      }
    }
  }

  // MARK: Nodes

  private final class Note: StatePreserving {
    var tokens: [Int] = []
    /// The tokens once more, in a version of the program that has this list.
    var marks: [Int] = []
    /// A large value, so that changes are appended.
    private var rest = String(repeating: "rest ", count: 400)
    private let version: Version

    init(_ version: Version, registeringWith coordinator: RestorationCoordinator) {
      self.version = version
      coordinator.registerObject(forStateRestoration: self, restorationIdentifier: "Note")
    }

    func encodeRestorableState(with coder: RestorationEncoder) {
      coder.encode(tokens, forKey: "tokens")
      coder.encode(rest, forKey: "rest")
      if version == .withMarks { coder.encode(marks, forKey: "marks") }
    }

    func decodeRestorableState(with coder: RestorationDecoder) {
      tokens = coder.decode(forKey: "tokens") ?? tokens
      rest = coder.decode(forKey: "rest") ?? rest
      if version != .usual { marks = coder.decode(forKey: "marks") ?? marks }
    }

    func add(_ token: Int) {
      tokens.append(token)
      if version == .withMarks { marks.append(token) }
    }

    /// Changes something, if this version writes what it reads.
    func wasRead() {
      if version == .withoutMarksWritingAll { rest = rest.hasSuffix(" ") ? rest + "." : rest + " " }
    }
  }

  /// A version of the program that nodes run.
  private enum Version {
    case usual
    /// It has a list more.
    case withMarks
    /// It writes back what it has read, and takes that list away.
    case withoutMarksWritingAll
  }

  private final class Node: Sendable {
    let host: SessionHost<Note>
    let version: Version
    let store: SimulatedStore
    let executor: SimulatedNodeExecutor
    /// Ends the node's run.
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    /// The calls that end when the node is killed.
    let calls = Mutex([PendingCall]())

    init(
      _ host: SessionHost<Note>, _ version: Version, _ store: SimulatedStore,
      _ executor: SimulatedNodeExecutor
    ) {
      (self.host, self.version) = (host, version)
      (self.store, self.executor) = (store, executor)
    }
  }

  @discardableResult
  private func addNode(isSafe: Bool = false, _ version: Version = .usual, called name: String = "1")
    -> Node
  {
    let number = cluster.withLock { cluster in
      cluster.lastNode += 1
      return cluster.lastNode
    }
    let nodeStore = SimulatedStore(simulation, store, record, isSafe ? nil : fault, isSafe: isSafe)
    var options = SessionOptions()
    options.idleTime = .seconds(simulation.random(in: 1...60))
    options.awake = simulation.random(in: 1...3)
    if fault == .noDeadlines { options.timeout = .seconds(1_000_000) }
    // The clocks of two machines differ by less than a lease's margin.
    let clock = SimulatedClock(simulation, rate: 1000 + simulation.random(in: -30...30))
    let executor = SimulatedNodeExecutor(simulation)
    let host = SessionHost(
      store: nodeStore, keys: keys,
      for: ApplicationDescription(identifier: "simulated", version: name, systemVersion: "1"),
      options: options, node: SessionNode(name: "\(number)"), clock: clock,
      logger: Logger(label: "simulated") { _ in SwiftLogNoOpLogHandler() },
      executor: executor
    ) { Note(version, registeringWith: $0) }
    let node = Node(host, version, nodeStore, executor)
    cluster.withLock { cluster in
      if isSafe { cluster.others.append(node) } else { cluster.serving.append(node) }
    }
    spawn("node \(number)", on: executor) {
      await host.serve { for await _ in node.ends {} }
    }
    return node
  }

  // MARK: Visitors

  /// A visitor waiting for a call, resumed once.
  ///
  /// The call was answered, or its node was killed.
  private final class PendingCall: Sendable {
    private let waiter: Mutex<CheckedContinuation<Void, Never>?>

    init(_ waiter: CheckedContinuation<Void, Never>) { self.waiter = Mutex(waiter) }

    func end() { waiter.withLock { $0.take() }?.resume() }
  }

  /// Adds a token to a session or reads it, on any node.
  ///
  /// Waits for a random time first.
  private func visit(_ number: Int) async {
    await sleep(milliseconds: 0...2_000)
    let session = simulation.happens(500) ? "one" : "two"
    // Usually picks the session's last node, as a load balancer with affinity does.
    let node = cluster.withLock { cluster in
      let usual = session == "one" ? 0 : 1
      return cluster.serving[
        simulation.happens(600) ? usual : simulation.random(in: 0...cluster.serving.count - 1)]
    }
    await call(session, simulation.happens(700) ? number : nil, on: node)
  }

  /// Calls a session, and waits until the call is answered or its node has ended.
  ///
  /// - Parameters:
  ///   - session: The session's identifier.
  ///   - token: The token to add; `nil` for a read.
  ///   - node: The node to call.
  ///   - kind: What the call does to its node.
  /// - Returns: Whether the call was answered.
  @discardableResult
  private func call(
    _ session: String, _ token: Int?, on node: Node, _ kind: CallKind = .harmless
  ) async -> Bool {
    let call = history.ask(session, token)
    let marks = node.version == .withMarks ? history.ask("\(session)'s marks", token) : nil
    let isAnswered = Mutex(false)
    await withCheckedContinuation { continuation in
      let pending = PendingCall(continuation)
      node.calls.withLock { $0.append(pending) }
      spawn("call \(call) on node \(node.host.node.name)", on: node.executor) { [self] in
        do {
          let seen = try await node.host.with(session) {
            await self.act(kind, token, in: $0, on: node)
          }
          history.answer(call, seen.tokens)
          if let marks { history.answer(marks, seen.marks) }
          isAnswered.withLock { $0 = true }
        } catch let error as SessionError {
          history.note("\(session) \(token ?? 0): \(error)")
          if error.code == .unreadable { record.note("A session cannot be read") }
          if error.code == .endsItsNode, kind != .poison { record.note("A session is left asleep") }
        } catch {
          record.note("\(error)")
        }
        pending.end()
      }
    }
    return isAnswered.withLock { $0 }
  }

  /// What a call does to its node.
  private enum CallKind {
    case harmless
    /// Ends it.
    case poison
    /// Keeps it waiting, whether the call is cancelled or not.
    case hanging
  }

  /// Adds a token to a session or reads it, as a call.
  private func act(_ kind: CallKind, _ token: Int?, in note: Note, on node: Node) async
    -> (tokens: [Int], marks: [Int])
  {
    switch kind {
    case .harmless: break
    case .poison:
      poisonedCount.withLock { $0 += 1 }
      // The node runs nothing from its next suspension on.
      kill(node)
    case .hanging:
      let sleep = Task(executorPreference: node.executor) { [simulation] in
        try await simulation.sleep(until: simulation.now + .seconds(4_000))
      }
      _ = await sleep.result
    }
    if let token { note.add(token) } else { note.wasRead() }
    return (note.tokens, note.marks)
  }

  private func sleep(milliseconds: ClosedRange<Int>) async {
    try? await simulation.sleep(
      until: simulation.now + .milliseconds(simulation.random(in: milliseconds)))
  }

  // MARK: Faults

  private func bringMisfortune() async {
    for _ in 0..<simulation.random(in: 0...6) {
      await sleep(milliseconds: 0...6_000)
      if cluster.withLock({ $0.isOver }) { return }
      let node = cluster.withLock { $0.serving[simulation.random(in: 0...$0.serving.count - 1)] }
      switch simulation.random(in: 0...3) {
      case 0:
        kill(node)
        addNode()
      case 1:
        history.note("drain \(node.host.node.name)")
        retire(node)
        addNode()
        node.end.finish()
      case 2:
        history.note("pause \(node.host.node.name)")
        node.executor.pause(
          until: simulation.now + .milliseconds(simulation.random(in: 100...8_000)))
      default:
        history.note("cut \(node.host.node.name)")
        node.store.cut(for: .milliseconds(simulation.random(in: 100...8_000)))
      }
    }
  }

  /// Ends a node: it runs no more tasks, but messages it sent may still arrive.
  private func kill(_ node: Node) {
    history.note("kill \(node.host.node.name)")
    retire(node)
    node.executor.stop()
    for call in node.calls.withLock({ $0 }) { call.end() }
  }

  private func retire(_ node: Node) {
    cluster.withLock { cluster in
      cluster.serving.removeAll { $0 === node }
      cluster.others.append(node)
    }
  }

  // MARK: Troubles

  /// Lets all nodes end, and then the trouble happen.
  private func end(in trouble: Trouble) -> [String] {
    let isOver = Mutex(false)
    spawn("trouble", on: visitors) { [self] in
      for node in cluster.withLock({ $0.serving }) { kill(node) }
      switch trouble {
      case .badRelease: await release()
      case .poison: await poison()
      case .twoVersions: await mixVersions()
      case .hangingCalls: await hangingCalls()
      }
      isOver.withLock { $0 = true }
    }
    let hasEnded = simulation.run(until: simulation.now + .seconds(3_000)) {
      isOver.withLock { $0 }
    }
    return hasEnded ? [] : ["A call was never answered in the trouble"]
  }

  /// Ends six lives, each after it was asked to read.
  private func release() async {
    for _ in 0..<6 {
      let node = addNode()
      for session in ["one", "two"] { await call(session, nil, on: node) }
      kill(node)
    }
  }

  /// Calls a session that ends its nodes in eight lives, then in a version that it does not end.
  private func poison() async {
    for _ in 0..<8 {
      let node = addNode()
      for session in ["one", "two"] { await call(session, nil, on: node) }
      let former = poisonedCount.withLock { $0 }
      await call("poison", nil, on: node, .poison)
      if poisonedCount.withLock({ $0 }) == former { kill(node) }
    }
    let count = poisonedCount.withLock { $0 }
    if count > 6 { record.note("One session has ended \(count) nodes in a row") }
    let repaired = addNode(isSafe: true, called: "2")
    for _ in 0..<5 where await call("poison", nil, on: repaired) { return }
    record.note("A session does not come back with another version")
  }

  /// Calls sessions in two versions of the program in turns.
  private func mixVersions() async {
    let former: Version = fault == .writingReaders ? .withoutMarksWritingAll : .usual
    let nodes = [addNode(former), addNode(.withMarks, called: "2")]
    for number in 1...12 {
      let node = nodes[simulation.random(in: 0...1)]
      let session = simulation.happens(500) ? "one" : "two"
      let token = simulation.happens(500) ? 10_000 + number : nil
      let bytes = try? store.archive(of: keys.name(of: session))
      let isAnswered = await call(session, token, on: node)
      if isAnswered, token == nil, bytes != (try? store.archive(of: keys.name(of: session))) {
        record.note("A call that only reads has written")
      }
    }
  }

  /// Lets a call of each session hang, on two nodes that end in order while others still hang.
  private func hangingCalls() async {
    for number in 1...2 {
      let node = addNode()
      for session in ["one", "two"] {
        spawn("hanging call of \(session) on node \(number)", on: visitors) { [self] in
          await call(session, 10_000 + number, on: node, .hanging)
        }
        await sleep(milliseconds: 0...2_000)
        // It may have to wait for the deadline of the hanging call, but not for its end.
        var isAnswered = false
        for _ in 0..<5 where !isAnswered { isAnswered = await call(session, nil, on: node) }
        if !isAnswered { record.note("No call is answered behind one that hangs") }
      }
      spawn("last hanging call on node \(number)", on: visitors) { [self] in
        await call("one", 20_000 + number, on: node, .hanging)
      }
      await sleep(milliseconds: 0...2_000)
      retire(node)
      node.end.finish()
    }
  }

  // MARK: The end

  /// Reads every session on a node without faults.
  private func readAll() -> [String] {
    let node = addNode(isSafe: true, trouble == .twoVersions ? .withMarks : .usual)
    let unread = Mutex(["one", "two"])
    spawn("reader", on: visitors) { [self] in
      for session in ["one", "two"] {
        for _ in 0..<5 where await call(session, nil, on: node) {
          unread.withLock { $0.removeAll { $0 == session } }
          break
        }
      }
    }
    simulation.run(until: simulation.now + .seconds(600)) { unread.withLock { $0.isEmpty } }
    return unread.withLock { $0 }.map { "The session \($0) can never be called again" }
  }

  /// Ends all tasks, including those of killed nodes.
  ///
  /// None of them reaches the store any more.
  private func end() {
    let nodes = cluster.withLock { $0.serving + $0.others }
    for node in nodes {
      node.store.end()
      node.executor.goOn()
      node.end.finish()
    }
    simulation.run(until: simulation.now + .seconds(10_000)) {
      cluster.withLock { $0.tasks.isEmpty }
    }
  }
}
