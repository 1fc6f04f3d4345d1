// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import Foundation
@testable import PostgresSessions
import Sessions
import Testing

/// Pools in transaction mode, which lend a connection a process of the server for one transaction.
@Suite(.enabled(if: TestDatabase.connectionString != nil)) struct PoolTests {
  private static let advice = "a pool in session mode"
  /// The connection string of a pool in transaction mode before the tests' database.
  private static let pool = ProcessInfo.processInfo.environment["RESTORATION_POOL"]

  /// Renews a lease until an error says what to do about the pool.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - isFinal: Whether to go on until the store asks for no repetition.
  /// - Returns: The error; `nil` when none came.
  private func refusal(of store: PostgresSessionStore, isFinal: Bool) async -> SessionStoreError? {
    let deadline = ContinuousClock.now + .seconds(600)
    while ContinuousClock.now < deadline {
      do throws(SessionStoreError) {
        // The first connection may be up alone for a moment.
        _ = try await store.renew(SessionNode(name: "a"), lease: nil, for: .seconds(3))
      } catch {
        // A call that was sent before the refusal may have been carried out, and is repeated.
        if error.description.contains(Self.advice), !isFinal || !error.isTransient { return error }
      }
    }
    return nil
  }

  @Test("Connections that share a process of the server, as a pool's do, are refused")
  func sharedProcesses() async throws {
    let database = try await TestDatabase()
    try database.run(
      "CREATE FUNCTION @.pg_backend_pid() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$")
    #expect(await refusal(of: try database.store(shadows: true), isFinal: true) != nil)
    #expect(PostgresError.pooled.withoutAnswer.isTransient)
    for code in ["26000", "42P05"] {
      #expect(PostgresError(code: code, message: "").explanation.contains(Self.advice))
    }
  }

  @Test("An answer from another process than the connection's, as a pool gives it, is in doubt")
  func changingProcesses() async throws {
    let database = try await TestDatabase()
    try database.run(
      """
      CREATE SEQUENCE @.looks;
      CREATE FUNCTION @.pg_backend_pid() RETURNS int LANGUAGE sql AS $$
        SELECT nextval('@.looks')::int;
      $$;
      """)
    let store = try database.store(shadows: true)
    #expect(await refusal(of: store, isFinal: false)?.isTransient == true)
    #expect(await refusal(of: store, isFinal: true) != nil)
  }

  @Test("A pool in transaction mode is refused", .enabled(if: pool != nil))
  func transactionMode() async throws {
    let database = try await TestDatabase()
    let pool = try #require(Self.pool)
    for _ in 0..<10 {
      let store = try database.store(PostgresOptions(in: database), behind: pool)
      #expect(await refusal(of: store, isFinal: true) != nil)
    }
  }
}

extension PostgresOptions {
  /// The defaults in a test's schema.
  fileprivate init(in database: TestDatabase) {
    self.init()
    schema = database.options.schema
  }
}
#endif
