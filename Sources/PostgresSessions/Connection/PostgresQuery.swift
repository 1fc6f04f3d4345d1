// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
  /// What is prepared on a connection.
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

  /// A value that is sent, in PostgreSQL's binary format.
  enum PostgresValue: Sendable {
    case bytes([UInt8])
    case text(String)
    case number(Int64)
    case flag(Bool)
    /// An array of `bytea`.
    case list([[UInt8]])

    var encoded: [UInt8] {
      switch self {
      case .bytes(let bytes): bytes
      case .text(let text): Array(text.utf8)
      case .number(let number): Self.bigEndian(number)
      case .flag(let flag): [flag ? 1 : 0]
      case .list(let items):
        // Dimensions, no nulls, the elements' type; then the only dimension's length and lower bound.
        Self.bigEndian(Int32(items.isEmpty ? 0 : 1)) + Self.bigEndian(Int32(0))
          + Self.bigEndian(Int32(17))
          + (items.isEmpty ? [] : Self.bigEndian(Int32(items.count)) + Self.bigEndian(Int32(1)))
          + items.flatMap { Self.bigEndian(Int32($0.count)) + $0 }
      }
    }

    private static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      stride(from: Number.bitWidth - 8, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: number >> Number($0))
      }
    }
  }

  /// A row that was received: a value's bytes in binary format, `nil` for null.
  struct PostgresRow: Sendable {
    let columns: [[UInt8]?]

    func bytes(_ column: Int) -> [UInt8]? {
      columns.indices.contains(column) ? columns[column] : nil
    }

    /// A number of eight bytes or fewer, or a truth value; `nil` for anything else.
    func number(_ column: Int) -> Int64? {
      guard let bytes = bytes(column), 1...8 ~= bytes.count else { return nil }
      let isNegative = bytes.count > 1 && bytes[0] > 127
      return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
    }

    func text(_ column: Int) -> String? {
      bytes(column).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// What PostgreSQL, or the way to it, has refused.
  struct PostgresError: Error, Sendable {
    /// The five characters that SQL has for it; `nil` when the server has said nothing.
    var code: String?
    /// The server's own sentence without values, or libpq's.
    var message: String

    static let unreadableString = PostgresError(
      code: "08001",
      message: """
        The connection string cannot be read. In the names and passwords of a URI write @ as %40, / as %2F and \
        : as %3A
        """)

    /// Whether it may have been carried out, or may be when it is asked for again.
    var isTransient: Bool {
      guard let code else { return true }
      // The connection, a transaction that met another one, resources, an operator, a server that is no
      // primary any more.
      return ["08", "40", "53", "57"].contains { code.hasPrefix($0) } || code == "25006"
        || code == "55P03"
    }

    /// Whether the connection is of no use any more.
    var endsConnection: Bool {
      guard let code else { return true }
      return ["08", "57P"].contains { code.hasPrefix($0) } || code == "25006"
    }

    /// What to tell and do.
    var explanation: String {
      switch code {
      case "42P01", "42883", "3F000": "\(message). Make the tables first: see `prepareSchema()`"
      default: message
      }
    }
  }
#endif
