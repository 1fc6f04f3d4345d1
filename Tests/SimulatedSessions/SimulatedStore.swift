// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Sessions
import Synchronization

/// One node's view of a store behind an unreliable network.
///
/// The network delays, loses and repeats messages.
final class SimulatedStore: SessionStore {
  private let simulation: Simulation
  private let store: MemorySessionStore
  private let record: CommitRecord
  private let fault: PlantedFault?
  /// Whether every message gets through.
  private let isSafe: Bool
  /// The end of the time in which no message gets through.
  private let cutUntil = Mutex(Duration.zero)
  private let hasEnded = Mutex(false)

  init(
    _ simulation: Simulation, _ store: MemorySessionStore, _ record: CommitRecord,
    _ fault: PlantedFault?, isSafe: Bool
  ) {
    (self.simulation, self.store, self.record, self.fault) = (simulation, store, record, fault)
    self.isSafe = isSafe
  }

  /// Cuts the node off from the store for good.
  func end() { hasEnded.withLock { $0 = true } }

  func cut(for duration: Duration) {
    cutUntil.withLock { $0 = max($0, simulation.now + duration) }
  }

  private var isCut: Bool { cutUntil.withLock { simulation.now < $0 } }

  /// Carries a call to the store, and its answer back.
  private func call<Answer>(_ body: () -> Answer) async throws(SessionStoreError) -> Answer {
    try await travel()
    let answer = body()
    // A repeated message arrives later, and no call waits for its answer.
    if !isSafe, simulation.happens(40) {
      try await travel()
      _ = body()
    }
    try await travel()
    return answer
  }

  private func travel() async throws(SessionStoreError) {
    if hasEnded.withLock({ $0 }) {
      throw SessionStoreError("The simulation has ended", isTransient: false)
    }
    if isSafe { return try await wait(1) }
    let slow = simulation.happens(20)
    try await wait(simulation.random(in: 0...(slow ? 4_000 : 10)))
    if isCut || simulation.happens(15) {
      try await wait(simulation.random(in: 100...1_000))
      throw SessionStoreError("The connection is broken", isTransient: true)
    }
  }

  private func wait(_ milliseconds: Int) async throws(SessionStoreError) {
    do { try await simulation.sleep(until: simulation.now + .milliseconds(milliseconds)) } catch {
      throw SessionStoreError("The call was cancelled", isTransient: true)
    }
  }

  // MARK: Calls

  func renew(_ node: SessionNode, lease: UInt64?, for duration: Duration)
    async throws(SessionStoreError) -> UInt64
  {
    try await call { store.renew(node, lease: lease, for: duration) }
  }

  func take(_ name: SessionName, for node: SessionNode, marking mark: SessionMark?)
    async throws(SessionStoreError) -> SessionTaking
  {
    try await call {
      let taking = store.take(name, for: node, marking: fault == .noMarks ? nil : mark)
      if case .taken(let ownership, _, _) = taking { record.didTake(ownership) }
      return taking
    }
  }

  func settle(_ ownership: SessionOwnership) async throws(SessionStoreError) {
    try await call { () -> Void in if fault != .chargedReads { store.settle(ownership) } }
  }

  func write(_ write: SessionWrite, as ownership: SessionOwnership, releasing: Bool)
    async throws(SessionStoreError) -> Bool
  {
    if fault == .earlyAnswer {
      // The answer leaves before the write is carried out; then a lost message prevents the write.
      let isLost = simulation.happens(100)
      return try await call { isLost || commit(write, ownership, releasing) }
    }
    return try await call { commit(write, ownership, releasing) }
  }

  private func commit(_ write: SessionWrite, _ ownership: SessionOwnership, _ releasing: Bool)
    -> Bool
  {
    var asked = ownership
    if let newest = record.newest(of: ownership.name) {
      if fault == .noEpochCheck { asked = newest }
      if fault == .noVersionCheck, newest.epoch == ownership.epoch {
        asked.version = newest.version
      }
    }
    let isDone = store.write(write, as: asked, releasing: releasing)
    if isDone {
      record.didWrite(
        asked, write.tag, by: ownership.node, countsRepeated: fault == .noVersionCheck)
    }
    return isDone
  }

  func release(_ ownership: SessionOwnership, wasWoken: Bool) async throws(SessionStoreError) {
    try await call { store.release(ownership, wasWoken: wasWoken) }
  }

  func remove(_ ownership: SessionOwnership) async throws(SessionStoreError) -> Bool {
    try await call { store.remove(ownership) }
  }

  func isStored(_ name: SessionName) async throws(SessionStoreError) -> Bool {
    try await call { store.isStored(name) }
  }

  func move(_ ownership: SessionOwnership, to other: SessionOwnership, with bytes: [UInt8])
    async throws(SessionStoreError) -> Bool
  {
    try await call { store.move(ownership, to: other, with: bytes) }
  }

  func removeUnused(for duration: Duration) async throws(SessionStoreError) -> Int {
    try await call { store.removeUnused(for: duration) }
  }

  func leave(_ node: SessionNode) async throws(SessionStoreError) {
    try await call { store.leave(node) }
  }

  func events(for node: SessionNode) -> AsyncStream<SessionEvent> {
    let source = Iterator(store.events(for: node))
    return AsyncStream { [simulation] in
      while let event = await source.next() {
        if !simulation.happens(100) { return event }
      }
      return nil
    }
  }

  private final class Iterator: @unchecked Sendable {
    private var iterator: AsyncStream<SessionEvent>.Iterator

    init(_ stream: AsyncStream<SessionEvent>) { iterator = stream.makeAsyncIterator() }

    func next() async -> SessionEvent? { await iterator.next(isolation: nil) }
  }
}

/// A planted bug that the simulation must find.
package enum PlantedFault: String, CaseIterable, Sendable {
  /// The store accepts a past owner's writes as the present owner's.
  case noEpochCheck = "no-epoch-check"
  /// The store ignores versions, so that it carries out repeated writes twice.
  case noVersionCheck = "no-version-check"
  /// A write is answered before it is carried out.
  case earlyAnswer = "early-answer"
  /// The end of a node is charged to what it has only read, too.
  case chargedReads = "charged-reads"
  /// No session is marked while it is called, so none is charged with its node's end.
  case noMarks = "no-marks"
  /// Calls have no deadline in practice.
  case noDeadlines = "no-deadlines"
  /// A version of the program writes back what it has read, without what it does not know.
  case writingReaders = "writing-readers"

  /// What has to happen for the fault to show, beyond misfortunes of single nodes.
  package var trouble: Trouble? {
    switch self {
    case .noEpochCheck, .noVersionCheck, .earlyAnswer: nil
    case .chargedReads: .badRelease
    case .noMarks: .poison
    case .writingReaders: .twoVersions
    case .noDeadlines: .hangingCalls
    }
  }
}

/// What happens once the visitors have left.
package enum Trouble: CaseIterable, Sendable {
  /// All lives are short: each ends right after its first answers.
  case badRelease
  /// The calls of one session end their nodes, until another version is deployed.
  case poison
  /// Nodes of two versions of the program call the sessions in turns; one version has a list more.
  case twoVersions
  /// Calls hang, whether they are cancelled or not.
  case hangingCalls
}

/// The commits that the store has seen, and their nodes.
final class CommitRecord: Sendable {
  private let state = Mutex(State())

  private struct State {
    var newest: [SessionName: SessionOwnership] = [:]
    var committers: [UInt64: SessionNode] = [:]
    var lastTags: [SessionName: [UInt8]] = [:]
    var problems: [String] = []
  }

  var problems: [String] { state.withLock { $0.problems } }

  func newest(of name: SessionName) -> SessionOwnership? { state.withLock { $0.newest[name] } }

  func note(_ problem: String) { state.withLock { $0.problems.append(problem) } }

  func didTake(_ ownership: SessionOwnership) {
    state.withLock { $0.newest[ownership.name] = ownership }
  }

  func didWrite(
    _ ownership: SessionOwnership, _ tag: [UInt8], by node: SessionNode, countsRepeated: Bool
  ) {
    state.withLock { state in
      if let other = state.committers.updateValue(node, forKey: ownership.epoch), other != node {
        state.problems.append("Two nodes have committed in one epoch")
      }
      let isRepeated = state.lastTags.updateValue(tag, forKey: ownership.name) == tag
      guard !isRepeated || countsRepeated,
        var newest = state.newest[ownership.name], newest.epoch == ownership.epoch
      else { return }
      newest.version = max(newest.version, ownership.version + 1)
      state.newest[ownership.name] = newest
    }
  }
}
