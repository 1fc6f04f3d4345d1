// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Sessions

/// What every `SessionStore` must do, as checks that it can be held to.
///
/// ```swift
/// @Test(arguments: SessionStoreConformance.checks)
/// func conforms(check: SessionStoreConformance.Check) async {
///   await check.run(on: SessionStoreUnderTest { clock in MyStore(clock: clock) })
/// }
/// ```
///
/// What happens when the store's disk or network fails is not checked here.
public enum SessionStoreConformance {
  /// One demand.
  public struct Check: Sendable, CustomStringConvertible {
    /// What is demanded, in one sentence.
    public let demand: String
    private let body: @Sendable (SessionStoreTrial) async throws -> Void

    /// The demand, as a test is named.
    public var description: String { "R218: \(demand)" }

    init(_ demand: String, _ body: @escaping @Sendable (SessionStoreTrial) async throws -> Void) {
      (self.demand, self.body) = (demand, body)
    }

    /// What a store does otherwise than demanded, for programs that are no tests.
    ///
    /// - Parameter store: The kind of store; a new one is made.
    /// - Returns: A sentence each; none when all is well.
    public func problems(of store: SessionStoreUnderTest) async -> [String] {
      do {
        let clock = FixedClock.Timer()
        let trial = SessionStoreTrial(
          store: try await store.make(clock), clock: clock, pass: store.letPass)
        try await body(trial)
        return trial.problems
      } catch { return ["An error was thrown where none may be: \(error)"] }
    }

    /// Holds a kind of store to this demand; the running test fails with what is wrong.
    ///
    /// - Parameters:
    ///   - store: The kind of store; a new one is made.
    ///   - fileID: Where the test asks; given by the compiler.
    ///   - filePath: Where the test asks; given by the compiler.
    ///   - line: Where the test asks; given by the compiler.
    ///   - column: Where the test asks; given by the compiler.
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

  /// All demands.
  public static var checks: [Check] { ownershipChecks + writeChecks + eventChecks + removalChecks }

  // MARK: Ownership

  private static var ownershipChecks: [Check] {
    [
      Check("A session that there is none of is taken without an archive") { trial in
        try await trial.renew(trial.first)
        let (_, archive) = try await trial.take(trial.first)
        trial.expect(archive == nil, "There is an archive of a session that was never written.")
      },
      Check("A session is one node's as long as that has a lease") { trial in
        for node in [trial.first, trial.second] {
          try await trial.renew(node)
        }
        _ = try await trial.take(trial.first)
        let held = try await trial.store.take(trial.session, for: trial.second)
        trial.expect(held == .held, "Two nodes have the session at the same time.")
        await trial.letPass(.seconds(400))
        _ = try await trial.take(trial.second)
      },
      Check("A lease goes on when it is renewed in time, and says so") { trial in
        let began = try await trial.renew(trial.first)
        await trial.letPass(.seconds(200))
        let inTime = try await trial.renew(trial.first, lease: began)
        trial.expect(inTime == began, "A lease that was renewed in time is said to have ended.")
        await trial.letPass(.seconds(200))
        try await trial.renew(trial.second)
        _ = try await trial.take(trial.first)
        let held = try await trial.store.take(trial.session, for: trial.second)
        trial.expect(held == .held, "A lease that was renewed has ended.")
        await trial.letPass(.seconds(400))
        let late = try await trial.renew(trial.first, lease: began)
        trial.expect(late != began, "A lease that has ended is said to go on.")
        let unknown = try await trial.renew(trial.first, lease: began)
        trial.expect(
          ![began, late].contains(unknown), "A node that knows an older lease is not told of it.")
      },
      Check("Each owner's epoch is larger than all before, also after a removal") { trial in
        try await trial.renew(trial.first)
        var last: UInt64 = 0
        for removes in [false, true, false, false] {
          let (ownership, _) = try await trial.take(trial.first)
          trial.expect(ownership.epoch > last, "An epoch is \(ownership.epoch) after \(last).")
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
      Check("What a past owner releases stays the present owner's") { trial in
        for node in [trial.first, trial.second] {
          try await trial.renew(node)
        }
        let (past, _) = try await trial.take(trial.first)
        try await trial.store.release(past, wasWoken: true)
        _ = try await trial.take(trial.second)
        try await trial.store.release(past, wasWoken: true)
        let held = try await trial.store.take(trial.session, for: trial.first)
        trial.expect(held == .held, "A past owner has released the session.")
      },
      Check(
        "Nodes that took a session in vain are counted, until it was written, released or woken"
      ) {
        trial in
        _ = try await trial.expectVainTakings(0, by: trial.first)
        _ = try await trial.expectVainTakings(0, by: trial.first)
        await trial.letPass(.seconds(400))
        _ = try await trial.expectVainTakings(1, by: trial.second)
        await trial.letPass(.seconds(400))
        var ownership = try await trial.expectVainTakings(2, by: trial.first)
        try await trial.store.release(ownership, wasWoken: false)
        ownership = try await trial.expectVainTakings(2, by: trial.second)
        _ = try await trial.store.write(trial.write(1), as: ownership, releasing: false)
        await trial.letPass(.seconds(400))
        _ = try await trial.expectVainTakings(1, by: trial.first)
        await trial.letPass(.seconds(400))
        _ = try await trial.expectVainTakings(2, by: trial.second)
        _ = try await trial.store.renew(
          trial.second, lease: nil, for: .seconds(300), woken: [trial.session])
        await trial.letPass(.seconds(400))
        ownership = try await trial.expectVainTakings(1, by: trial.first)
        try await trial.store.release(ownership, wasWoken: true)
        _ = try await trial.expectVainTakings(0, by: trial.second)
      },
    ]
  }

  // MARK: Writes

  private static var writeChecks: [Check] {
    [
      Check("What is written is there for the next owner, appended parts behind") { trial in
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
          "Other bytes come back than were written.")
        let isWritten = try await trial.store.write(trial.write(4), as: next, releasing: false)
        trial.expect(isWritten, "The next owner's write is refused.")
        let (_, replaced) = try await trial.take(trial.first)
        trial.expect(replaced == trial.write(4).bytes, "A write did not replace what was there.")
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
        trial.expect(archive == bytes, "Other bytes come back than were written.")
      },
    ]
  }

  // MARK: Events and removal

  private static var eventChecks: [Check] {
    [
      Check("The owner hears that a session is wanted, and who waits that it is released") {
        trial in
        for node in [trial.first, trial.second] {
          try await trial.renew(node)
        }
        let owner = await trial.listener(of: trial.first)
        let other = await trial.listener(of: trial.second)
        let (ownership, _) = try await trial.take(trial.first)
        let isAsked = try await owner.hears(.wanted(trial.session)) {
          _ = try await trial.store.take(trial.session, for: trial.second)
        }
        trial.expect(isAsked, "The owner does not hear that the session is wanted.")
        // Who has heard something listens from now on.
        let another = SessionName(bytes: [UInt8](repeating: 6, count: 32))
        _ = try await trial.store.take(another, for: trial.second)
        let listens = try await other.hears(.wanted(another)) {
          _ = try await trial.store.take(another, for: trial.first)
        }
        trial.expect(listens, "Another owner does not hear that its session is wanted.")
        _ = try await trial.store.write(trial.write(1), as: ownership, releasing: true)
        let isTold = try await other.hears(.released(trial.session))
        trial.expect(isTold, "Who waits does not hear that the session is released.")
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
        trial.expect(!isWritten, "Something is written of a session that was removed.")
        let (_, archive) = try await trial.take(trial.first)
        trial.expect(archive == nil, "A removed session has an archive.")
      },
      Check("What nobody has called for a while can be removed for its age") { trial in
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
      Check("What a node owns is not removed for its age") { trial in
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

/// A kind of store of sessions, and how time passes for it.
public struct SessionStoreUnderTest: Sendable {
  let make: @Sendable (FixedClock.Timer) async throws -> any SessionStore
  let letPass: (@Sendable (Duration) async -> Void)?

  /// Describes a kind of store.
  ///
  /// - Parameters:
  ///   - letPass: Lets minutes pass for a store that has a clock of its own, such as a database, by moving the
  ///     times that it has noted; by default the clock is moved that `make` gets.
  ///   - make: Makes a store in a place of its own, in which there is nothing.
  public init(
    letPass: (@Sendable (Duration) async -> Void)? = nil,
    make: @escaping @Sendable (FixedClock.Timer) async throws -> any SessionStore
  ) { (self.letPass, self.make) = (letPass, make) }
}

/// One check at work on one store.
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
    try await store.renew(node, lease: lease, for: .seconds(300), woken: [])
  }

  func expectVainTakings(_ expected: Int, by node: SessionNode) async throws -> SessionOwnership {
    try await renew(node)
    guard case .taken(let ownership, _, let count) = try await store.take(session, for: node) else {
      throw NotTaken()
    }
    expect(count == expected, "\(count) takings in vain are counted instead of \(expected).")
    return ownership
  }

  func take(_ node: SessionNode) async throws -> (SessionOwnership, [UInt8]?) {
    guard case .taken(let ownership, let archive, _) = try await store.take(session, for: node)
    else { throw NotTaken() }
    return (ownership, archive)
  }

  /// What a node hears from now on.
  func listener(of node: SessionNode) async -> SessionListener {
    let listener = SessionListener()
    await listener.begin(store.events(for: node))
    return listener
  }

  /// A write of bytes that no other number has.
  func write(_ number: UInt8) -> SessionWrite {
    .replace([UInt8](repeating: number, count: 40))
  }

  func append(_ number: UInt8) -> SessionWrite { .append([UInt8](repeating: number, count: 24)) }
}

/// What a store has told a node, as far as a check has looked.
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
  ///   - event: What is to be heard.
  ///   - cause: What makes the store tell it; done again and again, since a node may begin to listen later than
  ///     it asks to.
  /// - Returns: Whether it was heard.
  /// - Throws: What `cause` throws.
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
