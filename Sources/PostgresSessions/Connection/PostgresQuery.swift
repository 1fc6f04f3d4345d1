// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
/// A statement to prepare on a connection.
struct PostgresStatement: Sendable {
  let name: String
  let text: String

  init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
}

/// A call of a prepared statement.
struct PostgresQuery: Sendable {
  let statement: String
  let values: [PostgresValue]

  init(_ statement: String, _ values: PostgresValue...) { self.init(statement, values) }

  init(_ statement: String, _ values: [PostgresValue]) {
    (self.statement, self.values) = (statement, values)
  }
}

/// A value to send, in PostgreSQL's binary format.
enum PostgresValue: Sendable {
  case bytes([UInt8])
  case text(String)
  case number(Int64)
  case flag(Bool)

  var encoded: [UInt8] {
    switch self {
    case .bytes(let bytes): bytes
    case .text(let text): Array(text.utf8)
    case .number(let number): Self.bigEndian(number)
    case .flag(let flag): [flag ? 1 : 0]
    }
  }

  private static func bigEndian(_ number: Int64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> Int64($0)) }
  }
}

/// A received row: values in binary format, `nil` for null.
struct PostgresRow: Sendable {
  let columns: [[UInt8]?]

  func bytes(_ column: Int) -> [UInt8]? {
    columns.indices.contains(column) ? columns[column] : nil
  }

  /// Returns an integer or Boolean; `nil` for anything else.
  ///
  /// The integer has eight bytes or fewer.
  func number(_ column: Int) -> Int64? {
    guard let bytes = bytes(column), 1...8 ~= bytes.count else { return nil }
    let isNegative = bytes.count > 1 && bytes[0] > 127
    return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
  }

  func text(_ column: Int) -> String? {
    bytes(column).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A failure of PostgreSQL or of the connection to it.
struct PostgresError: Error, Equatable, Sendable {
  /// The SQLSTATE code; `nil` when the server has not answered.
  var code: String?
  /// The message of the server, without values, or of libpq.
  var message: String
  /// Whether commits wait for a standby that is missing.
  var missesStandby = false

  static let unreadableString = PostgresError(
    code: "08001",
    message: """
      The connection string cannot be read. In the names and passwords of a URI write @ as %40, / as %2F and \
      : as %3A
      """)

  /// The error for a connection that owes an answer.
  ///
  /// - Parameter timeout: How long the connection was silent.
  /// - Returns: The error.
  static func silence(of timeout: Duration) -> PostgresError {
    PostgresError(
      code: nil,
      message: "The database has not answered within \(timeout / .seconds(1)) seconds "
        + "(`PostgresOptions.timeout`)")
  }

  /// The error for a connection whose commit waits for a standby.
  ///
  /// - Parameter names: The value of `synchronous_standby_names`.
  /// - Returns: The error.
  static func missingStandby(_ names: String) -> PostgresError {
    PostgresError(
      code: nil,
      message:
        "Commits wait for a synchronous standby that does not answer. Start it, or change the "
        + "primary's synchronous_standby_names, which is now \"\(names)\"",
      missesStandby: true)
  }

  /// The error for connections whose server processes change.
  static let pooled = PostgresError(
    code: "0A000",
    message: """
      The connections share processes of the server, as a pool in transaction mode lets them. Connect to \
      PostgreSQL itself, or to a pool in session mode
      """)

  /// The same error for a call that was sent, and may have been carried out.
  var withoutAnswer: PostgresError {
    var error = self
    error.code = nil
    return error
  }

  /// Whether a retry may succeed, or the call may have succeeded.
  var isTransient: Bool {
    guard let code else { return true }
    // Connection errors, conflicts between transactions, resources, an operator, and a server
    // that is no longer the primary.
    return ["08", "40", "53", "57"].contains { code.hasPrefix($0) } || code == "25006"
      || code == "55P03"
  }

  /// Whether the connection is unusable from now on.
  var endsConnection: Bool {
    guard let code else { return true }
    return ["08", "57P"].contains { code.hasPrefix($0) } || code == "25006"
  }

  /// The problem and what to do about it.
  var explanation: String {
    switch code {
    // A prepared statement that is missing, or exists already.
    case "26000", "42P05": Self.pooled.message
    case _ where isMissingSchema: "\(message). Create the tables first: see `prepareSchema()`"
    default: message
    }
  }

  /// Whether a table, a function or the schema is missing.
  var isMissingSchema: Bool { ["42P01", "42883", "3F000"].contains(code) }
}
#endif
