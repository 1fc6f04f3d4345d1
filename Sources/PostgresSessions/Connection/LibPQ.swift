// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
  import CPostgres

  /// One connection of libpq's, in Swift's terms; the only place that touches its memory.
  ///
  /// Handed from one thread to another, and used by one at a time.
  @safe final class LibPQ: @unchecked Sendable {
    private let connection: OpaquePointer
    private let warnings: UnsafeMutablePointer<Int32>
    /// The result that has come of a query whose end has not.
    private var answer: Result<[PostgresRow], PostgresError>?
    private var warningsBefore: Int32 = 0

    /// Connects, and waits for it: to each of the hosts in turn, as the connection string says.
    ///
    /// - Parameters:
    ///   - string: What libpq takes: keywords and values, or a URI.
    ///   - statements: What to prepare, by name.
    /// - Throws: ``PostgresError``; one that cannot be prepared ends the connection.
    init(_ string: String, preparing statements: [PostgresStatement]) throws(PostgresError) {
      // What stands before `dbname` are defaults that the string overrides.
      let keywords = [
        "connect_timeout", "tcp_user_timeout", "keepalives_idle", "target_session_attrs",
        "fallback_application_name", "dbname", "client_encoding",
      ]
      let values = [
        "2", "5000", "5", "read-write", "swift-state-restoration", string, "UTF8",
      ]
      let made = unsafe Self.withTexts(keywords) { keywords in
        unsafe Self.withTexts(values) { values in unsafe PQconnectdbParams(keywords, values, 1) }
      }
      guard let made = unsafe made else {
        throw PostgresError(code: nil, message: "There is no memory for a connection")
      }
      unsafe connection = unsafe made
      unsafe warnings = .allocate(capacity: 1)
      unsafe warnings.initialize(to: 0)
      guard unsafe PQstatus(made) == CONNECTION_OK else { throw failure }
      unsafe cpostgres_count_warnings(made, warnings)
      try execute(Self.settings)
      for statement in statements {
        _ = try unsafe rows(taking: PQprepare(made, statement.name, statement.text, 0, nil))
      }
    }

    deinit {
      unsafe PQfinish(connection)
      unsafe warnings.deallocate()
    }

    /// What durable and one step mean here, whatever the database's defaults are.
    private static let settings = """
      SET statement_timeout = 0;
      SET default_transaction_isolation = 'read committed';
      -- A server notices a program that is gone with its machine, so that it holds nothing for it.
      SET tcp_keepalives_idle = 5;
      SET tcp_keepalives_interval = 5;
      SET tcp_keepalives_count = 3;
      SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply');
      """

    /// Whether a connection string can be read; libpq's own sentence about one that cannot may show a password.
    ///
    /// So may its sentences about servers and ports: in a URI, the rest of a password with `/` or `@` in it is
    /// taken for one.
    static func canRead(_ string: String) -> Bool {
      guard let options = unsafe PQconninfoParse(string, nil) else { return false }
      defer { unsafe PQconninfoFree(options) }
      var option = unsafe options
      while let keyword = unsafe option.pointee.keyword {
        let value = unsafe option.pointee.val.map { unsafe String(cString: $0) } ?? ""
        switch unsafe String(cString: keyword) {
        case "port":
          guard value.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "," }) else { return false }
        case "host", "dbname": guard !value.contains("@") else { return false }
        default: break
        }
        unsafe option += 1
      }
      return true
    }

    /// Asks the server to end what it does for this connection, on a connection of its own; waits for that.
    ///
    /// May be called on any thread, also while another one uses the connection.
    func cancel() {
      guard let cancel = unsafe PQgetCancel(connection) else { return }
      defer { unsafe PQfreeCancel(cancel) }
      var message = [CChar](repeating: 0, count: 256)
      _ = unsafe PQcancel(cancel, &message, Int32(message.count))
    }

    // MARK: One at a time

    /// Runs commands without values, and waits for them.
    ///
    /// - Returns: The rows of the last one, in text format.
    @discardableResult
    func execute(_ commands: String) throws(PostgresError) -> [PostgresRow] {
      try unsafe rows(taking: PQexec(connection, commands))
    }

    /// Calls a prepared statement, and waits for it.
    func execute(_ query: PostgresQuery) throws(PostgresError) -> [PostgresRow] {
      unsafe warnings.pointee = 0
      let result = unsafe Self.withValues(query.values) { count, values, lengths, formats in
        unsafe PQexecPrepared(connection, query.statement, count, values, lengths, formats, 1)
      }
      let rows = try unsafe rows(taking: result)
      if unsafe warnings.pointee > 0 { throw Self.unconfirmed }
      return rows
    }

    // MARK: Several on the way

    /// The descriptor that tells when something has arrived.
    var socket: Int32 { unsafe PQsocket(connection) }

    /// Begins sending without waiting.
    func beginPipeline() throws(PostgresError) {
      guard unsafe PQsetnonblocking(connection, 1) == 0, unsafe PQenterPipelineMode(connection) == 1
      else { throw failure }
    }

    /// Sends a call, as a transaction of its own.
    func send(_ query: PostgresQuery) throws(PostgresError) {
      try finishSending(
        unsafe Self.withValues(query.values) { count, values, lengths, formats in
          unsafe PQsendQueryPrepared(
            connection, query.statement, count, values, lengths, formats, 1)
        })
    }

    /// Sends a command without values.
    func send(_ command: String) throws(PostgresError) {
      try finishSending(unsafe PQsendQueryParams(connection, command, 0, nil, nil, nil, nil, 1))
    }

    private func finishSending(_ isSent: Int32) throws(PostgresError) {
      guard isSent == 1, unsafe PQpipelineSync(connection) == 1 else {
        throw failure
      }
    }

    /// Sends what waits to be sent.
    ///
    /// - Returns: Whether something still waits, for the socket to take more.
    func flush() throws(PostgresError) -> Bool {
      let outcome = unsafe PQflush(connection)
      guard outcome >= 0 else { throw failure }
      return outcome == 1
    }

    /// Reads what has arrived.
    func receive() throws(PostgresError) {
      guard unsafe PQconsumeInput(connection) == 1 else { throw failure }
    }

    /// The next call's answer, in the order of sending; `nil` when it has not arrived as a whole.
    func nextAnswer() -> Result<[PostgresRow], PostgresError>? {
      var hasEnded = false
      while unsafe PQisBusy(connection) == 0 {
        guard let result = unsafe PQgetResult(connection) else {
          // One end belongs to each result; a second one says that there is no more.
          if hasEnded { return nil }
          hasEnded = true
          continue
        }
        hasEnded = false
        if unsafe PQresultStatus(result) == PGRES_PIPELINE_SYNC {
          unsafe PQclear(result)
          defer { answer = nil }
          let isConfirmed = unsafe warnings.pointee == warningsBefore
          warningsBefore = unsafe warnings.pointee
          if !isConfirmed, case .success = answer { return .failure(Self.unconfirmed) }
          if let answer { return answer }
          continue
        }
        do throws(PostgresError) {
          answer = .success(try unsafe rows(taking: result))
        } catch {
          answer = .failure(error)
          // Nothing ends a query whose connection is gone.
          if unsafe PQstatus(connection) != CONNECTION_OK { return answer }
        }
      }
      return nil
    }

    /// The channel and text of something that another session has announced.
    func nextNotification() -> (channel: String, text: String)? {
      guard let notification = unsafe PQnotifies(connection) else { return nil }
      defer { unsafe PQfreemem(notification) }
      return unsafe (
        String(cString: notification.pointee.relname), String(cString: notification.pointee.extra)
      )
    }

    // MARK: Results

    /// A commit that went without its standby, since an operator or a shutdown has ended the wait.
    private static let unconfirmed = PostgresError(
      code: "57000", message: "The server has warned that it did not replicate a commit")

    private func rows(taking result: OpaquePointer?) throws(PostgresError) -> [PostgresRow] {
      guard let result = unsafe result else { throw failure }
      defer { unsafe PQclear(result) }
      switch unsafe PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return []
      case PGRES_TUPLES_OK: break
      default:
        guard let code = unsafe cpostgres_code(result) else { throw failure }
        throw unsafe PostgresError(
          code: String(cString: code),
          message: cpostgres_message(result).map { unsafe String(cString: $0) } ?? "An error")
      }
      let columns = unsafe PQnfields(result)
      return (0..<(unsafe PQntuples(result))).map { row in
        PostgresRow(
          columns: (0..<columns).map { column in
            guard unsafe PQgetisnull(result, row, column) == 0,
              let start = unsafe PQgetvalue(result, row, column)
            else { return nil }
            let count = Int(unsafe PQgetlength(result, row, column))
            return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
          })
      }
    }

    /// What libpq says of the connection.
    private var failure: PostgresError {
      let text = unsafe PQerrorMessage(connection).map { unsafe String(cString: $0) } ?? ""
      let lines = text.split(separator: "\n")
      return PostgresError(
        code: nil, message: lines.isEmpty ? "The connection is gone" : lines.joined(separator: "; ")
      )
    }

    // MARK: Values

    /// Texts as an array of C strings that ends with null.
    private static func withTexts<Value>(
      _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
      unsafe withParts(texts.map { Array($0.utf8CString) }) { unsafe body($0) }
    }

    /// Values as libpq takes them: pointers, lengths, and that each is binary.
    private static func withValues<Value>(
      _ values: [PostgresValue],
      _ body: (
        Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>
      ) -> Value
    ) -> Value {
      let parts = values.map { $0.encoded.map { CChar(bitPattern: $0) } }
      let lengths = parts.map { Int32($0.count) }
      let formats = [Int32](repeating: 1, count: parts.count)
      return unsafe withParts(parts) {
        unsafe body(Int32(parts.count), $0, lengths, formats)
      }
    }

    /// Pointers to each of several pieces of memory, and null at the end.
    private static func withParts<Value>(
      _ parts: [[CChar]], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
      // One more byte, so that there is memory to point to when all are empty.
      let all = parts.flatMap(\.self) + [0]
      return unsafe all.withUnsafeBufferPointer { all in
        var pointers: [UnsafePointer<CChar>?] = unsafe []
        var offset = 0
        for part in parts {
          unsafe pointers.append(all.baseAddress.map { unsafe $0 + offset })
          offset += part.count
        }
        return unsafe body(pointers + [nil])
      }
    }
  }
#endif
