// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
  import Foundation
  import Logging
  @testable import PostgresSessions
  import Sessions
  import StateRestoration

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

    func store() throws -> PostgresSessionStore {
      try PostgresSessionStore(
        connectionString, options: options,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Runs commands; `@` stands for the schema.
    @discardableResult
    func run(_ commands: String) throws -> [PostgresRow] {
      try LibPQ(connectionString, preparing: []).execute(
        commands.replacing("@", with: options.schema))
    }

    /// Moves the database's recorded times back, as if time had passed.
    func letPass(_ duration: Duration) throws {
      let interval = "interval '\(duration / .seconds(1)) seconds'"
      try run(
        "UPDATE @.node SET ends = ends - \(interval); UPDATE @.session SET used = used - \(interval)"
      )
    }
  }
#endif
