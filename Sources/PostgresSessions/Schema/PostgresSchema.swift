// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
/// A database's tables and functions, and the steps that make them.
struct PostgresSchema: Sendable {
  /// The schema's name, which needs no quotes.
  let name: String

  /// Makes a schema.
  ///
  /// - Throws: ``PostgresError`` for a name that would need quotes.
  init(_ name: String) throws(PostgresError) {
    let isPlain = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
    }
    guard isPlain, let first = name.utf8.first, first > 0x39, name.utf8.count <= 50 else {
      throw PostgresError(
        code: "42602",
        message: "A schema's name has at most 50 lowercase letters, digits and underscores")
    }
    self.name = name
  }

  /// The purpose and the SQL of one step.
  ///
  /// A published step is never changed.
  struct Step: Sendable {
    /// The purpose, without quotes.
    let purpose: String
    let commands: String
  }

  /// All steps, oldest first.
  ///
  /// A database's version is the number of steps it has had.
  var steps: [Step] {
    [
      Step(purpose: "Tables and functions of sessions", commands: sessions),
      Step(purpose: "Clocks that jump", commands: jumpingClocks),
    ]
  }

  /// Takes the steps that a database lacks, all or none.
  ///
  /// - Returns: The purpose of each step taken.
  func prepare(_ connection: LibPQ) throws(PostgresError) -> [String] {
    // An account without the right to make a schema can start a node if everything exists.
    guard try version(connection) < steps.count else { return [] }
    try connection.execute("BEGIN")
    do throws(PostgresError) {
      // Of nodes that start at the same time, one takes the steps while the others wait.
      try connection.execute("SELECT pg_advisory_xact_lock(hashtext('\(name)'))")
      try connection.execute(
        """
        CREATE SCHEMA IF NOT EXISTS \(name);
        CREATE TABLE IF NOT EXISTS \(name).step (
          number int PRIMARY KEY, purpose text NOT NULL,
          taken timestamptz NOT NULL DEFAULT clock_timestamp());
        """)
      var done: [String] = []
      for (number, step) in steps.enumerated().dropFirst(try version(connection)) {
        try connection.execute(step.commands)
        try connection.execute(
          "INSERT INTO \(name).step (number, purpose) VALUES (\(number + 1), '\(step.purpose)')"
        )
        done.append(step.purpose)
      }
      try connection.execute("COMMIT")
      return done
    } catch {
      _ = try? connection.execute("ROLLBACK")
      throw error
    }
  }

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - string: libpq's connection string.
  ///   - statements: The schema's statements to prepare.
  /// - Returns: The connection.
  /// - Throws: ``PostgresError``, which says if the database is newer than this program.
  func connect(to string: String, for statements: [PostgresStatement]) throws(PostgresError)
    -> LibPQ
  {
    do throws(PostgresError) { return try LibPQ(string, preparing: statements) } catch {
      guard error.isMissingSchema, let count = try? version(LibPQ(string, preparing: [])),
        count > steps.count
      else { throw error }
      throw PostgresError(
        code: "0A000",
        message: """
          The database's schema \(name) has had \(count) steps, and this version of the program knows only \
          \(steps.count): deploy a newer one (\(error.message))
          """)
    }
  }

  /// Returns the number of steps that a database has had.
  private func version(_ connection: LibPQ) throws(PostgresError) -> Int {
    let table = try connection.execute("SELECT to_regclass('\(name).step')")
    guard table.first?.bytes(0) != nil else { return 0 }
    let count = try connection.execute("SELECT count(*) FROM \(name).step")
    return count.first?.text(0).flatMap { Int($0) } ?? 0
  }
}
#endif
