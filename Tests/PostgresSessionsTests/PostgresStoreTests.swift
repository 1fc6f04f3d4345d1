// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
@testable import PostgresSessions
import Sessions
import SessionsTesting
import Testing

/// Requirements on the store in a database.
@Suite(.enabled(if: TestDatabase.connectionString != nil)) struct PostgresStoreTests {
  @Test(arguments: SessionStoreConformance.checks)
  func sessionsConform(check: SessionStoreConformance.Check) async throws {
    let database = try await TestDatabase()
    await check.run(
      on: SessionStoreUnderTest(letPass: { try? database.letPass($0) }) { _ in
        try database.store()
      })
  }

  @Test("R218: a single reading of the clock decides whether a lease has ended")
  func timePassesAtEachLook() async throws {
    let database = try await TestDatabase()
    let store = try database.store()
    let (owner, other) = (SessionNode(name: "owner"), SessionNode(name: "other"))
    let name = SessionName(bytes: Array(repeating: 1, count: 32))
    _ = try await store.renew(owner, lease: nil, for: .seconds(60))
    _ = try await store.take(name, for: owner, marking: nil)
    // The first reading is before the end of the lease, the second one after it.
    try database.run(
      """
      CREATE SEQUENCE @.looks;
      UPDATE @.node SET ends = timestamptz '2030-01-01' + interval '1.5 seconds';
      """)
    try database.replaceClock(
      by: "SELECT timestamptz '2030-01-01' + nextval('@.looks') * interval '1 second'")
    #expect(try await store.take(name, for: other, marking: nil) == .held)
  }

  @Test("R204: a primary's clock that jumps makes no session old; time that passes does")
  func jumpingClock() async throws {
    let database = try await TestDatabase()
    try database.stopClock()
    let store = try database.store()
    let node = SessionNode(name: "a")
    let name = SessionName(bytes: Array(repeating: 1, count: 32))
    _ = try await store.renew(node, lease: nil, for: .seconds(3))
    guard case .taken(let held, _, _) = try await store.take(name, for: node, marking: nil) else {
      Issue.record("Nobody else has the session")
      return
    }
    let bytes = [UInt8](repeating: 7, count: 100)
    #expect(try await store.write(.replace(bytes), as: held, releasing: true))
    func removed(after days: Int) async throws -> Int {
      try database.moveClock("\(days) days")
      return try await store.removeUnused(for: .seconds(90 * 86_400))
    }
    for days in [0, 91, 0, -91, 91, -91] { #expect(try await removed(after: days) == 0) }
    for _ in 0..<89 { #expect(try await removed(after: 1) == 0) }
    var count = 0
    for _ in 0..<3 { count += try await removed(after: 1) }
    #expect(count == 1)
  }

  @Test(
    "R218: a lease ends after its length, even if the primary's clock was ahead and is set back")
  func clockSetBack() async throws {
    let database = try await TestDatabase()
    try database.stopClock()
    let store = try database.store()
    let (owner, other) = (SessionNode(name: "owner"), SessionNode(name: "other"))
    let name = SessionName(bytes: Array(repeating: 1, count: 32))
    try database.moveClock("1 hour")
    _ = try await store.renew(owner, lease: nil, for: .seconds(60))
    _ = try await store.take(name, for: owner, marking: nil)
    try database.moveClock("-1 hour")
    let lease = try await store.renew(other, lease: nil, for: .seconds(3))
    #expect(try await store.take(name, for: other, marking: nil) == .held)
    try database.moveClock("59 seconds")
    _ = try await store.renew(other, lease: lease, for: .seconds(3))
    #expect(try await store.take(name, for: other, marking: nil) == .held)
    try database.moveClock("2 seconds")
    #expect(try await store.take(name, for: other, marking: nil) != .held)
  }
}
#endif
