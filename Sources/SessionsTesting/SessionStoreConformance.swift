// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationTesting
public import Sessions

/// The requirements of `SessionStore`, as checks for your own store.
///
/// ```swift
/// @Test(arguments: SessionStoreConformance.checks)
/// func conforms(check: SessionStoreConformance.Check) async {
///   await check.run(on: SessionStoreUnderTest { clock in MyStore(clock: clock) })
/// }
/// ```
///
/// The checks do not cover failures of the store's disk or network.
public enum SessionStoreConformance {
  /// One requirement.
  public struct Check: Sendable, CustomStringConvertible {
    /// The requirement, in one sentence.
    public let demand: String
    private let body: @Sendable (SessionStoreTrial) async throws -> Void

    /// The requirement, for the name of a test.
    public var description: String { "R218: \(demand)" }

    init(_ demand: String, _ body: @escaping @Sendable (SessionStoreTrial) async throws -> Void) {
      (self.demand, self.body) = (demand, body)
    }

    /// Returns the store's violations, for programs other than tests.
    ///
    /// - Parameter store: The store to check; a new one is made.
    /// - Returns: A sentence for each violation; none when the store conforms.
    public func problems(of store: SessionStoreUnderTest) async -> [String] {
      do {
        let clock = FixedClock.Timer()
        let trial = SessionStoreTrial(
          store: try await store.make(clock), clock: clock, pass: store.letPass)
        try await body(trial)
        return trial.problems
      } catch { return ["The store threw an unexpected error: \(error)"] }
    }

    /// Checks a store; the running test fails with each violation.
    ///
    /// - Parameters:
    ///   - store: The store to check; a new one is made.
    ///   - fileID: The file of the test; filled in by the compiler.
    ///   - filePath: The path of the test; filled in by the compiler.
    ///   - line: The line of the test; filled in by the compiler.
    ///   - column: The column of the test; filled in by the compiler.
    public func run(
      on store: SessionStoreUnderTest, fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async {
      let problems = await problems(of: store)
      guard !problems.isEmpty else { return }
      reportFailure(
        ([description] + problems).joined(separator: "\n  "),
        at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  /// All requirements.
  public static var checks: [Check] { ownershipChecks + writeChecks + eventChecks + removalChecks }

  // MARK: Ownership

  private static var ownershipChecks: [Check] {
    [
      Check("A new session is taken without an archive") { trial in
        try await trial.renew(trial.first)
        let (_, archive) = try await trial.take(trial.first)
        trial.expect(archive == nil, "There is an archive of a session that was never written.")
      },
      Check("A session belongs to one node as long as that has a lease") { trial in
        for node in [trial.first, trial.second] {
          try await trial.renew(node)
        }
        _ = try await trial.take(trial.first)
        let held = try await trial.store.take(trial.session, for: trial.second, marking: nil)
        trial.expect(held == .held, "Two nodes have the session at the same time.")
        await trial.letPass(.seconds(400))
        _ = try await trial.take(trial.second)
      },
      Check("Renewing extends a lease, and reports one that has ended") { trial in
        let began = try await trial.renew(trial.first)
        await trial.letPass(.seconds(200))
        let inTime = try await trial.renew(trial.first, lease: began)
        trial.expect(inTime == began, "A lease that was renewed in time is reported as ended.")
        await trial.letPass(.seconds(200))
        try await trial.renew(trial.second)
        _ = try await trial.take(trial.first)
        let held = try await trial.store.take(trial.session, for: trial.second, marking: nil)
        trial.expect(held == .held, "A lease that was renewed has ended.")
        await trial.letPass(.seconds(400))
        let late = try await trial.renew(trial.first, lease: began)
        trial.expect(late != began, "A lease that has ended is reported as extended.")
        let unknown = try await trial.renew(trial.first, lease: began)
        trial.expect(
          ![began, late].contains(unknown), "A node does not learn that its lease is outdated.")
      },
      Check("Each owner's epoch is larger than all before, also after a removal") { trial in
        try await trial.renew(trial.first)
        var last: UInt64 = 0
        for removes in [false, true, false, false] {
          let (ownership, _) = try await trial.take(trial.first)
          trial.expect(ownership.epoch > last, "Epoch \(ownership.epoch) follows \(last).")
          last = ownership.epoch
          if removes { _ = try await trial.store.remove(ownership) }
        }
      },
      Check("A session that is released, or whose node has left, can be taken at once") { trial in
        for node in [trial.first, trial.second] {
          try await trial.renew(node)
        }
        let (ownership, _) = try await trial.take(trial.first)
        try await trial.store.release(ownership, wasWoken: true)
        _ = try await trial.take(trial.second)
        try await trial.store.leave(trial.second)
        _ = try await trial.take(trial.first)
      },
      Check("A past owner cannot release the present owner's session") { trial in
        for node in [trial.first, trial.second] {
          try await trial.renew(node)
        }
        let (past, _) = try await trial.take(trial.first)
        try await trial.store.release(past, wasWoken: true)
        _ = try await trial.take(trial.second)
        try await trial.store.release(past, wasWoken: true)
        let held = try await trial.store.take(trial.session, for: trial.first, marking: nil)
        trial.expect(held == .held, "A past owner has released the session.")
      },
      Check("The end of a node is charged to the sessions that it has marked, and to no others") {
        trial in
        // A session that is awake, or only held, is not under way.
        let awake = try await trial.takeMarked(trial.first, charges: 0)
        try await trial.store.settle(awake)
        await trial.letPass(.seconds(400))
        _ = try await trial.takeMarked(trial.second, charges: 0)
        _ = try await trial.take(trial.second)
        await trial.letPass(.seconds(400))
        _ = try await trial.takeMarked(trial.first, charges: 0)
        // The same node asks again when it has missed an answer.
        _ = try await trial.takeMarked(trial.first, charges: 0)
        await trial.letPass(.seconds(400))
        let found = try await trial.takeMarked(trial.second, charges: 1, version: "2")
        await trial.letPass(.seconds(400))
        _ = try await trial.takeMarked(trial.first, charges: 2, version: "2")
        try await trial.store.settle(found)
        await trial.letPass(.seconds(400))
        let last = try await trial.takeMarked(trial.second, charges: 3)
        try await trial.store.release(last, wasWoken: false)
        _ = try await trial.takeMarked(trial.first, charges: 3)
      },
      Check("A node that was charged and then gives the session up has not ended") { trial in
        let paused = try await trial.takeMarked(trial.first, charges: 0)
        await trial.letPass(.seconds(400))
        let ownership = try await trial.takeMarked(trial.second, charges: 1)
        // It may say so twice.
        for _ in 0..<2 { try await trial.store.release(paused, wasWoken: true) }
        try await trial.store.release(ownership, wasWoken: false)
        let last = try await trial.takeMarked(trial.first, charges: 0)
        await trial.letPass(.seconds(400))
        _ = try await trial.takeMarked(trial.second, charges: 1)
        await trial.letPass(.seconds(400))
        _ = try await trial.takeMarked(trial.first, charges: 2)
        try await trial.store.release(last, wasWoken: true)
        await trial.letPass(.seconds(400))
        _ = try await trial.takeMarked(trial.second, charges: 3)
      },
      Check("Charges have an age, and the versions that they are of") { trial in
        _ = try await trial.takeMarked(trial.first, charges: 0)
        await trial.letPass(.seconds(400))
        let ownership = try await trial.takeMarked(trial.second, charges: 1)
        try await trial.store.release(ownership, wasWoken: false)
        await trial.letPass(.seconds(200))
        for (version, isCharged) in [("1", true), ("2", false)] {
          let (ownership, charges) = try await trial.taking(trial.first, version: version)
          trial.expect(
            charges.includesVersion == isCharged,
            "Another version than the one that ended is charged.")
          trial.expect(
            charges.age >= .seconds(200) && charges.age < .seconds(300),
            "A charge of 200 seconds ago is \(charges.age) old.")
          try await trial.store.release(ownership, wasWoken: false)
        }
      },
      Check("A session with as many charges as the limit is not marked") { trial in
        _ = try await trial.takeMarked(trial.first, charges: 0)
        await trial.letPass(.seconds(400))
        _ = try await trial.takeMarked(trial.second, charges: 1, limit: 1)
        await trial.letPass(.seconds(400))
        _ = try await trial.takeMarked(trial.first, charges: 1)
      },
      Check("A wake that ends well clears the charges: by a write, a release, or the word of it") {
        trial in
        for way in 0..<4 {
          _ = try await trial.takeMarked(trial.first, charges: 0)
          await trial.letPass(.seconds(400))
          let ownership = try await trial.takeMarked(trial.second, charges: 1)
          switch way {
          case 0: try await trial.store.settle(ownership)
          case 1: try await trial.store.release(ownership, wasWoken: true)
          case 2: _ = try await trial.store.write(trial.write(1), as: ownership, releasing: false)
          default: _ = try await trial.store.write(trial.write(2), as: ownership, releasing: true)
          }
          await trial.letPass(.seconds(400))
          let next = try await trial.takeMarked(trial.first, charges: 0)
          try await trial.store.release(next, wasWoken: true)
        }
      },
    ]
  }

  // MARK: Writes

  private static var writeChecks: [Check] {
    [
      Check("The next owner gets what was written, appended parts last") { trial in
        try await trial.renew(trial.first)
        var (ownership, _) = try await trial.take(trial.first)
        for write in [trial.write(1), trial.append(2), trial.append(3)] {
          let isWritten = try await trial.store.write(write, as: ownership, releasing: false)
          trial.expect(isWritten, "An owner's write is refused.")
          ownership.version += 1
        }
        let (next, archive) = try await trial.take(trial.first)
        trial.expect(
          archive == trial.write(1).bytes + trial.append(2).bytes + trial.append(3).bytes,
          "The bytes that come back differ from those written.")
        let isWritten = try await trial.store.write(trial.write(4), as: next, releasing: false)
        trial.expect(isWritten, "The next owner's write is refused.")
        let (_, replaced) = try await trial.take(trial.first)
        trial.expect(replaced == trial.write(4).bytes, "A write did not replace what was there.")
      },
      Check("A node that asks in vain keeps the owner from no write") { trial in
        for node in [trial.first, trial.second] { try await trial.renew(node) }
        var (ownership, _) = try await trial.take(trial.first)
        let writes = [trial.write(1), trial.append(2), trial.append(3)]
        for write in writes {
          let held = try await trial.store.take(trial.session, for: trial.second, marking: nil)
          trial.expect(held == .held, "Two nodes have the session at the same time.")
          let isWritten = try await trial.store.write(write, as: ownership, releasing: false)
          trial.expect(isWritten, "The owner's write is refused after another node has asked.")
          ownership.version += 1
        }
        let (_, archive) = try await trial.take(trial.first)
        trial.expect(
          archive == writes.flatMap(\.bytes), "The bytes that come back differ from those written.")
      },
      Check("A past owner writes nothing") { trial in
        for node in [trial.first, trial.second] {
          try await trial.renew(node)
        }
        let (past, _) = try await trial.take(trial.first)
        await trial.letPass(.seconds(400))
        try await trial.renew(trial.second)
        let (present, _) = try await trial.take(trial.second)
        for releasing in [false, true] {
          let isWritten = try await trial.store.write(
            trial.write(1), as: past, releasing: releasing)
          trial.expect(!isWritten, "A past owner has written.")
        }
        let isWritten = try await trial.store.write(trial.write(2), as: present, releasing: false)
        trial.expect(isWritten, "The present owner's write is refused.")
      },
      Check("A write of an old version is refused") { trial in
        try await trial.renew(trial.first)
        let (ownership, _) = try await trial.take(trial.first)
        for (number, expected) in [(UInt8(1), true), (2, false)] {
          let isWritten = try await trial.store.write(
            trial.write(number), as: ownership, releasing: false)
          trial.expect(isWritten == expected, "A write of an old version is carried out.")
        }
      },
      Check("A write that is repeated is carried out once") { trial in
        try await trial.renew(trial.first)
        var (ownership, _) = try await trial.take(trial.first)
        _ = try await trial.store.write(trial.write(1), as: ownership, releasing: false)
        ownership.version += 1
        for _ in 0..<3 {
          let isWritten = try await trial.store.write(
            trial.append(2), as: ownership, releasing: false)
          trial.expect(isWritten, "A write that was carried out is refused when it is repeated.")
        }
        let (_, archive) = try await trial.take(trial.first)
        trial.expect(
          archive == trial.write(1).bytes + trial.append(2).bytes, "A write was carried out twice.")
      },
      Check("A large archive comes back whole") { trial in
        try await trial.renew(trial.first)
        let (ownership, _) = try await trial.take(trial.first)
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        _ = try await trial.store.write(.replace(bytes), as: ownership, releasing: true)
        let (_, archive) = try await trial.take(trial.first)
        trial.expect(archive == bytes, "The bytes that come back differ from those written.")
      },
    ]
  }

  // MARK: Events and removal

  private static var eventChecks: [Check] {
    [
      Check("The owner hears that a node wants its session, and that node hears of the release") {
        trial in
        for node in [trial.first, trial.second] {
          try await trial.renew(node)
        }
        let owner = await trial.listener(of: trial.first)
        let other = await trial.listener(of: trial.second)
        let (ownership, _) = try await trial.take(trial.first)
        let isAsked = try await owner.hears(.wanted(trial.session)) {
          _ = try await trial.store.take(trial.session, for: trial.second, marking: nil)
        }
        trial.expect(isAsked, "The owner does not hear that the session is wanted.")
        // Once a node has received an event, it is certain that it listens.
        let another = SessionName(bytes: [UInt8](repeating: 6, count: 32))
        _ = try await trial.store.take(another, for: trial.second, marking: nil)
        let listens = try await other.hears(.wanted(another)) {
          _ = try await trial.store.take(another, for: trial.first, marking: nil)
        }
        trial.expect(listens, "Another owner does not hear that its session is wanted.")
        _ = try await trial.store.write(trial.write(1), as: ownership, releasing: true)
        let isTold = try await other.hears(.released(trial.session))
        trial.expect(isTold, "The waiting node does not hear that the session is released.")
      }
    ]
  }

  private static var removalChecks: [Check] {
    [
      Check("A removed session begins without an archive, and a past owner removes nothing") {
        trial in
        try await trial.renew(trial.first)
        let (past, _) = try await trial.take(trial.first)
        let (ownership, _) = try await trial.take(trial.first)
        _ = try await trial.store.write(trial.write(1), as: ownership, releasing: false)
        let byPast = try await trial.store.remove(past)
        trial.expect(!byPast, "A past owner has removed the session.")
        let isRemoved = try await trial.store.remove(ownership)
        trial.expect(isRemoved, "The owner cannot remove the session.")
        let isWritten = try await trial.store.write(
          trial.append(2), as: ownership, releasing: false)
        trial.expect(!isWritten, "A write to a removed session is carried out.")
        let (_, archive) = try await trial.take(trial.first)
        trial.expect(archive == nil, "A removed session has an archive.")
      },
      Check("A session that was only taken leaves nothing when it is released") { trial in
        try await trial.renew(trial.first)
        let (ownership, _) = try await trial.take(trial.first)
        let isStored = try await trial.store.isStored(trial.session)
        trial.expect(!isStored, "A session exists that was never written.")
        try await trial.store.release(ownership, wasWoken: true)
        let count = try await trial.store.removeUnused(for: .zero)
        trial.expect(count == 0, "A session that was only taken has left something.")
      },
      Check("A session exists from its first write to its removal") { trial in
        try await trial.renew(trial.first)
        var (ownership, _) = try await trial.take(trial.first)
        _ = try await trial.store.write(trial.write(1), as: ownership, releasing: false)
        ownership.version += 1
        let isStored = try await trial.store.isStored(trial.session)
        trial.expect(isStored, "A session that was written does not exist.")
        _ = try await trial.store.remove(ownership)
        let isLeft = try await trial.store.isStored(trial.session)
        trial.expect(!isLeft, "A session that was removed exists.")
      },
      Check("A session moves to a name without one, as a whole, for the owner of both alone") {
        trial in
        for node in [trial.first, trial.second] {
          try await trial.renew(node)
        }
        let (past, _) = try await trial.take(trial.first)
        let (source, _) = try await trial.take(trial.first)
        _ = try await trial.store.write(trial.write(1), as: source, releasing: false)
        let name = SessionName(bytes: [UInt8](repeating: 4, count: 32))
        guard
          case .taken(let target, _, _) = try await trial.store.take(
            name, for: trial.first, marking: nil)
        else { throw SessionStoreTrial.NotTaken() }
        let bytes = trial.write(2).bytes
        let byPast = try await trial.store.move(past, to: target, with: bytes)
        trial.expect(!byPast, "A past owner has moved the session.")
        let isMoved = try await trial.store.move(source, to: target, with: bytes)
        trial.expect(isMoved, "The owner cannot move the session.")
        let isLeft = try await trial.store.isStored(trial.session)
        trial.expect(!isLeft, "A session that was moved exists under its former name.")
        let isWritten = try await trial.store.write(
          trial.write(3), as: source, releasing: false)
        trial.expect(!isWritten, "A write to a session that was moved is carried out.")
        guard
          case .taken(let next, let archive, _) = try await trial.store.take(
            name, for: trial.second, marking: nil)
        else { throw SessionStoreTrial.NotTaken() }
        trial.expect(archive == bytes, "The bytes of a moved session differ from those moved.")
        let (empty, none) = try await trial.take(trial.second)
        trial.expect(none == nil, "The former name of a session has an archive.")
        let isOver = try await trial.store.move(empty, to: next, with: trial.write(5).bytes)
        trial.expect(!isOver, "A session was moved over another one.")
      },
      Check("A session that was not used for a while can be removed for its age") { trial in
        try await trial.renew(trial.first)
        let (ownership, _) = try await trial.take(trial.first)
        _ = try await trial.store.write(trial.write(1), as: ownership, releasing: true)
        let early = try await trial.store.removeUnused(for: .seconds(36_000))
        trial.expect(early == 0, "A session was removed too early.")
        let count = try await trial.store.removeUnused(for: .zero)
        trial.expect(count == 1, "\(count) sessions were removed for their age instead of one.")
        let (_, archive) = try await trial.take(trial.first)
        trial.expect(archive == nil, "A session that was removed for its age has an archive.")
      },
      Check("The release of a session is a use, however long it was owned before") { trial in
        try await trial.renew(trial.first)
        let (ownership, _) = try await trial.take(trial.first)
        _ = try await trial.store.write(trial.write(1), as: ownership, releasing: false)
        for _ in 0..<8 {
          await trial.letPass(.seconds(200))
          try await trial.renew(trial.first)
          _ = try await trial.store.removeUnused(for: .seconds(400))
        }
        try await trial.store.release(ownership, wasWoken: true)
        let count = try await trial.store.removeUnused(for: .seconds(400))
        trial.expect(count == 0, "A session was removed for its age right after its release.")
      },
      Check("A session that a node owns is not removed for its age") { trial in
        try await trial.renew(trial.first)
        let (ownership, _) = try await trial.take(trial.first)
        _ = try await trial.store.write(trial.write(1), as: ownership, releasing: false)
        _ = try await trial.store.removeUnused(for: .zero)
        let (_, archive) = try await trial.take(trial.first)
        trial.expect(archive == trial.write(1).bytes, "A session in use was removed for its age.")
      },
    ]
  }
}

/// A session store to check, and its way to let time pass.
public struct SessionStoreUnderTest: Sendable {
  let make: @Sendable (FixedClock.Timer) async throws -> any SessionStore
  let letPass: (@Sendable (Duration) async -> Void)?

  /// Describes a session store to check.
  ///
  /// - Parameters:
  ///   - letPass: Lets minutes pass for a store with a clock of its own, such as a database, by
  ///     shifting the times that it has stored. By default the clock passed to `make` is moved.
  ///   - make: Makes an empty store with a storage of its own.
  public init(
    letPass: (@Sendable (Duration) async -> Void)? = nil,
    make: @escaping @Sendable (FixedClock.Timer) async throws -> any SessionStore
  ) { (self.letPass, self.make) = (letPass, make) }
}

/// One run of a check on one store.
final class SessionStoreTrial: @unchecked Sendable {
  let store: any SessionStore
  let (first, second) = (SessionNode(name: "first"), SessionNode(name: "second"))
  let session = SessionName(bytes: [UInt8](repeating: 5, count: 32))
  private(set) var problems: [String] = []
  private let clock: FixedClock.Timer
  private let pass: (@Sendable (Duration) async -> Void)?

  struct NotTaken: Error, CustomStringConvertible {
    var description: String { "A session could not be taken" }
  }

  init(
    store: any SessionStore, clock: FixedClock.Timer, pass: (@Sendable (Duration) async -> Void)?
  ) { (self.store, self.clock, self.pass) = (store, clock, pass) }

  func expect(_ condition: Bool, _ problem: @autoclosure () -> String) {
    if !condition { problems.append(problem()) }
  }

  func letPass(_ duration: Duration) async {
    if let pass { await pass(duration) } else { clock.advance(by: duration) }
  }

  @discardableResult
  func renew(_ node: SessionNode, lease: UInt64? = nil) async throws -> UInt64 {
    try await store.renew(node, lease: lease, for: .seconds(300))
  }

  /// Takes the session to wake it, and compares its charges.
  @discardableResult
  func takeMarked(
    _ node: SessionNode, charges expected: Int, version: String = "1", limit: Int = .max
  ) async throws -> SessionOwnership {
    let (ownership, charges) = try await taking(node, version: version, limit: limit)
    expect(charges.count == expected, "\(charges.count) ends are charged instead of \(expected).")
    return ownership
  }

  func taking(_ node: SessionNode, version: String, limit: Int = .max) async throws
    -> (SessionOwnership, SessionCharges)
  {
    try await renew(node)
    let mark = SessionMark(version: version, limit: limit)
    guard
      case .taken(let ownership, _, let charges) = try await store.take(
        session, for: node, marking: mark)
    else { throw NotTaken() }
    return (ownership, charges)
  }

  func take(_ node: SessionNode) async throws -> (SessionOwnership, [UInt8]?) {
    guard
      case .taken(let ownership, let archive, _) = try await store.take(
        session, for: node, marking: nil)
    else { throw NotTaken() }
    return (ownership, archive)
  }

  /// Starts listening to a node's events.
  func listener(of node: SessionNode) async -> SessionListener {
    let listener = SessionListener()
    await listener.begin(store.events(for: node))
    return listener
  }

  /// Returns a write whose bytes are unique to a number.
  func write(_ number: UInt8) -> SessionWrite {
    .replace([UInt8](repeating: number, count: 40))
  }

  func append(_ number: UInt8) -> SessionWrite { .append([UInt8](repeating: number, count: 24)) }
}

/// The events that a store has sent to a node.
actor SessionListener {
  private var heard: Set<SessionEvent> = []
  private var listening: Task<Void, Never>?

  deinit { listening?.cancel() }

  func begin(_ events: AsyncStream<SessionEvent>) {
    listening = Task { [weak self] in for await event in events { await self?.note(event) } }
  }

  private func note(_ event: SessionEvent) { heard.insert(event) }

  /// Waits for an event, a minute at most.
  ///
  /// - Parameters:
  ///   - event: The event to wait for.
  ///   - cause: Makes the store send the event. It is repeated, since a node may begin to listen
  ///     with a delay.
  /// - Returns: Whether the event arrived.
  /// - Throws: The error of `cause`.
  func hears(
    _ event: SessionEvent, when cause: @Sendable () async throws -> Void = {}
  ) async throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while !heard.contains(event) {
      guard ContinuousClock.now < deadline else { return false }
      try await cause()
      try await Task.sleep(for: .milliseconds(2))
    }
    return true
  }
}
