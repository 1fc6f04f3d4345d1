// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
@testable import PostgresSessions
import RestorationArchive
import Sessions
import SessionsTesting
import Testing

/// Requirements on both stores in a database.
@Suite(.enabled(if: TestDatabase.connectionString != nil)) struct PostgresStoreTests {
  @Test(arguments: SessionStoreConformance.checks)
  func sessionsConform(check: SessionStoreConformance.Check) async throws {
    let database = try await TestDatabase()
    await check.run(
      on: SessionStoreUnderTest(letPass: { try? database.letPass($0) }) { _ in
        try database.store()
      })
  }

  @Test(arguments: ArchiveStoreConformance.checks)
  func archivesConform(check: ArchiveStoreConformance.Check) async throws {
    let database = try await TestDatabase()
    let open = {
      try PostgresStore(
        database.connectionString, application: "org.example.Notes",
        schema: database.options.schema)
    }
    check.run(
      on: StoreUnderTest(
        anotherProcess: { _ in try open() },
        damaged: { store in
          guard let store = store as? PostgresStore else { return [] }
          return try store.damaged(slot: nil)
        }, make: open))
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
      CREATE FUNCTION @.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$
        SELECT timestamptz '2030-01-01' + nextval('@.looks') * interval '1 second';
      $$;
      UPDATE @.node SET ends = timestamptz '2030-01-01' + interval '1.5 seconds';
      ALTER FUNCTION @.take SET search_path = @, pg_catalog;
      """)
    #expect(try await store.take(name, for: other, marking: nil) == .held)
  }

  @Test("A call without an answer fails in time and is cancelled in the database")
  func unansweredSave() async throws {
    let database = try await TestDatabase()
    let store = try PostgresStore(
      database.connectionString, application: "org.example.Notes",
      schema: database.options.schema, timeout: .milliseconds(100))
    let deadline = ContinuousClock.now + .seconds(600)
    // On a busy machine anything may take longer than the timeout.
    while (try? store.claim(slot: nil)) != true {
      try #require(ContinuousClock.now < deadline)
    }
    try database.hang("archive_replace(_application text, _slot text, _bytes bytea) RETURNS void")
    try await database.waitForCancellation(of: "archive_replace") {
      let error = #expect(throws: ArchiveError.self) { try store.replace(with: [1], slot: nil) }
      // A repeated call finds the slot in use until the lost connection has ended.
      #expect([.inputOutput, .inUse].contains(error?.code))
    }
    while (try? store.rewrite(.current, with: [2], slot: nil)) == nil {
      try #require(ContinuousClock.now < deadline)
    }
    #expect(try store.load(.current, slot: nil) == [2])
  }
}
#endif
