// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
  @testable import PostgresSessions
  import RestorationArchive
  import RestorationTesting
  import Sessions
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
  }
#endif
