// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import Foundation
import Logging
@testable import PostgresSessions
import Sessions
import StateRestoration
import Testing

/// A schema for one test in the database that `RESTORATION_DATABASE` names.
final class TestDatabase: Sendable {
  /// The connection string; `nil` without a database.
  static let connectionString = ProcessInfo.processInfo.environment["RESTORATION_DATABASE"]

  let connectionString: String
  let options: PostgresOptions

  /// Creates the schema.
  init() async throws {
    connectionString = Self.connectionString ?? ""
    var options = PostgresOptions()
    options.schema = "test_" + UUID().uuidString.lowercased().prefix(8)
    // Tests running at the same time share the server's connections, and the processor with all
    // other tests.
    (options.connections, options.timeout) = (2, .seconds(60))
    self.options = options
    try await store().prepareSchema()
  }

  deinit {
    _ = try? LibPQ(connectionString, preparing: []).execute(
      "DROP SCHEMA \(options.schema) CASCADE")
  }

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - options: Its options; those of the test by default.
  ///   - pool: The connection string of a pool before the database, if the store is to use one.
  ///   - shadows: Whether functions and views of the test's schema hide the database's own.
  /// - Returns: The store.
  /// - Throws: `SessionStoreError`.
  func store(_ options: PostgresOptions? = nil, behind pool: String? = nil, shadows: Bool = false)
    throws -> PostgresSessionStore
  {
    let path = shadows ? "?options=-csearch_path%3D\(self.options.schema),pg_catalog" : ""
    return try PostgresSessionStore(
      (pool ?? connectionString) + path, options: options ?? self.options,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Runs commands; `@` stands for the schema.
  @discardableResult
  func run(_ commands: String) throws -> [PostgresRow] {
    try LibPQ(connectionString, preparing: []).execute(
      commands.replacing("@", with: options.schema))
  }

  /// Replaces a function by one that never answers.
  ///
  /// It acts like a commit that waits for a missing standby. The declaration is the function's
  /// name with its parameters and its result.
  func hang(_ declaration: String) throws {
    try run(
      """
      CREATE SEQUENCE @.calls;
      CREATE OR REPLACE FUNCTION @.\(declaration) LANGUAGE plpgsql AS $$
      BEGIN
        -- No rollback undoes this.
        PERFORM nextval('@.calls');
        PERFORM pg_sleep(3600);
      END $$;
      """)
  }

  /// Lets time pass only with ``moveClock(_:)``.
  func stopClock() throws {
    try run("CREATE TABLE @.clock AS SELECT clock_timestamp() AS time")
    try replaceClock(by: "SELECT time FROM @.clock")
  }

  /// Lets the functions of the store read the time by a query.
  ///
  /// A connection string could set the path as well, but PgBouncer refuses that.
  func replaceClock(by query: String) throws {
    try run(
      """
      CREATE FUNCTION @.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ \(query) $$;
      DO $$
        DECLARE _function regprocedure;
        BEGIN
          FOR _function IN SELECT oid FROM pg_proc WHERE pronamespace = '@'::regnamespace LOOP
            EXECUTE format('ALTER FUNCTION %s SET search_path = @, pg_catalog', _function);
          END LOOP;
        END;
      $$;
      """)
  }

  /// Moves a stopped clock by an interval of PostgreSQL's.
  func moveClock(_ interval: String) throws {
    try run("UPDATE @.clock SET time = time + interval '\(interval)'")
  }

  /// Lets the server show a commit that waits for a standby, in stores with shadows.
  func showCommit(waitingFor duration: String) throws {
    try run(
      """
      CREATE VIEW @.pg_stat_activity AS SELECT 'SyncRep'::text AS wait_event,
        clock_timestamp() - interval '\(duration)' AS query_start;
      """)
  }

  /// Repeats a call until it hangs, then waits for its cancellation.
  ///
  /// A cancelled call leaves no process of the server in the function.
  func waitForCancellation(of function: String, _ call: () async throws -> Void) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    // On a busy machine a call may time out before there is a connection that takes it.
    repeat {
      try #require(ContinuousClock.now < deadline)
      try await call()
    } while try run("SELECT is_called FROM @.calls").first?.text(0) == "f"
    while try !run(
      """
      SELECT FROM pg_stat_activity
      WHERE query LIKE '%@.\(function)%' AND state = 'active' AND pid <> pg_backend_pid()
      """
    ).isEmpty {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Moves the database's recorded times back, as if time had passed.
  func letPass(_ duration: Duration) throws {
    let interval = "interval '\(duration / .seconds(1)) seconds'"
    try run(
      """
      UPDATE @.node SET ends = ends - \(interval);
      UPDATE @.session SET used = used - \(interval), charged = charged - \(interval);
      UPDATE @.look SET seen = seen - \(interval)
      """)
  }
}
#endif
