// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import CPostgres
import Dispatch

/// A libpq connection; the only type that touches libpq's memory.
///
/// It can move between threads, but only one thread may use it at a time.
@safe final class LibPQ: @unchecked Sendable {
  private let connection: OpaquePointer
  private let warnings: UnsafeMutablePointer<Int32>
  /// The result of a query that has not ended yet.
  private var answer: Result<[PostgresRow], PostgresError>?
  private var warningsBefore: Int32 = 0
  /// The server's process behind the connection, unlike any other of any server.
  private(set) var serverProcess = ""
  /// Its number on the server.
  private var processNumber: Int64?

  /// Connects, and waits until the connection is made.
  ///
  /// Tries each host in turn, as the connection string says.
  ///
  /// - Parameters:
  ///   - string: libpq's connection string: keywords and values, or a URI.
  ///   - statements: The statements to prepare, by name.
  /// - Throws: ``PostgresError``; a statement that cannot be prepared ends the connection.
  init(_ string: String, preparing statements: [PostgresStatement]) throws(PostgresError) {
    // Keywords before `dbname` are defaults that the string overrides.
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
    let process = try execute(Self.settings).first
    let number = process?.text(0) ?? ""
    processNumber = Int64(number)
    serverProcess = "\(number) since \(process?.text(1) ?? "")"
    for statement in statements {
      // The last column of each answer is the process that gave it.
      let text = "SELECT *, pg_backend_pid() FROM (\(statement.text)) AS answer"
      _ = try unsafe rows(taking: PQprepare(made, statement.name, text, 0, nil))
    }
  }

  deinit {
    unsafe PQfinish(connection)
    unsafe warnings.deallocate()
  }

  /// Settings for durability and atomic steps, whatever the database's defaults.
  private static let settings = """
    SET statement_timeout = 0;
    SET default_transaction_isolation = 'read committed';
    -- That a commit is not replicated is said in a warning alone.
    SET client_min_messages = warning;
    -- A server notices a program that is gone with its machine, so that it holds nothing for it.
    SET tcp_keepalives_idle = 5;
    SET tcp_keepalives_interval = 5;
    SET tcp_keepalives_count = 3;
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply');
    SELECT pg_backend_pid(), pg_postmaster_start_time();
    """

  /// Returns whether a connection string can be read.
  ///
  /// libpq's own error message can reveal a password. So can its messages about servers and
  /// ports: in a URI, libpq takes the rest of a password that contains `/` or `@` for a server or
  /// port.
  static func canRead(_ string: String) -> Bool {
    guard !hasRest(ofPasswordIn: string), let options = unsafe PQconninfoParse(string, nil) else {
      return false
    }
    defer { unsafe PQconninfoFree(options) }
    var option = unsafe options
    while let keyword = unsafe option.pointee.keyword {
      if unsafe String(cString: keyword) == "port", let value = unsafe option.pointee.val {
        let ports = unsafe String(cString: value)
        guard ports.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "," }) else { return false }
      }
      unsafe option += 1
    }
    return true
  }

  /// Returns whether a string is a URI with an `@` after what libpq takes for user and password.
  private static func hasRest(ofPasswordIn string: String) -> Bool {
    guard string.hasPrefix("postgresql://") || string.hasPrefix("postgres://") else { return false }
    let afterScheme = string.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
    let afterUser = afterScheme.drop { $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: "/") }
    return afterUser.dropFirst().contains(UInt8(ascii: "@"))
  }

  /// Cancels the connection's present work on the server.
  ///
  /// A server process that waits for its standby does not notice that its client is gone, and
  /// keeps its place among the server's connections. Whatever it has committed stays committed,
  /// at least on this server.
  func cancel() {
    // This blocks when the server is gone. It keeps the connection until then.
    DispatchQueue.global().async { [self] in
      guard let cancel = unsafe PQgetCancel(connection) else { return }
      defer { unsafe PQfreeCancel(cancel) }
      var message = [CChar](repeating: 0, count: 256)
      _ = unsafe PQcancel(cancel, &message, Int32(message.count))
    }
  }

  // MARK: Blocking calls

  /// Runs commands without values, and waits for them.
  ///
  /// - Returns: The rows of the last one, in text format.
  @discardableResult
  func execute(_ commands: String) throws(PostgresError) -> [PostgresRow] {
    try unsafe rows(taking: PQexec(connection, commands))
  }

  /// Returns the server's setting of synchronous standbys if a commit waits for one too long.
  ///
  /// - Parameter duration: How long it must have run; each commit waits for a moment.
  /// - Returns: The setting; `nil` when no commit has run that long.
  /// - Throws: ``PostgresError``.
  func missingStandby(after duration: Duration) throws(PostgresError) -> String? {
    try execute(
      """
      SELECT current_setting('synchronous_standby_names')
      WHERE EXISTS (
        SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'
        AND query_start < clock_timestamp() - interval '\(duration.inMicroseconds) microseconds')
      """
    ).first?.text(0)
  }

  // MARK: Pipelined calls

  /// The socket descriptor, for waiting until data arrives.
  var socket: Int32 { unsafe PQsocket(connection) }

  /// Enters pipeline mode, in which calls are sent without waiting.
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

  /// Sends pending output.
  ///
  /// - Returns: Whether output is left that the socket cannot take yet.
  func flush() throws(PostgresError) -> Bool {
    let outcome = unsafe PQflush(connection)
    guard outcome >= 0 else { throw failure }
    return outcome == 1
  }

  /// Reads the data that has arrived.
  func receive() throws(PostgresError) {
    guard unsafe PQconsumeInput(connection) == 1 else { throw failure }
  }

  /// Returns the next complete answer, in the order of sending.
  ///
  /// - Returns: The answer; `nil` when it has not fully arrived.
  /// - Throws: ``PostgresError/pooled`` when it comes from another process, which has neither the
  ///   connection's settings nor its subscriptions.
  func nextAnswer() throws(PostgresError) -> Result<[PostgresRow], PostgresError>? {
    var (hasEnded, isOwn) = (false, true)
    while unsafe PQisBusy(connection) == 0 {
      guard let result = unsafe PQgetResult(connection) else {
        // Each result is followed by one end marker; a second one means that there are no more
        // results.
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
        let rows = try unsafe rows(taking: result)
        isOwn = rows.allSatisfy { $0.number($0.columns.count - 1) == processNumber }
        answer = .success(rows)
      } catch {
        answer = .failure(error)
        // No end marker comes once the connection is gone.
        if unsafe PQstatus(connection) != CONNECTION_OK { return answer }
      }
      guard isOwn else { throw .pooled }
    }
    return nil
  }

  /// Returns the channel and payload of the next notification.
  func nextNotification() -> (channel: String, text: String)? {
    guard let notification = unsafe PQnotifies(connection) else { return nil }
    defer { unsafe PQfreemem(notification) }
    return unsafe (
      String(cString: notification.pointee.relname), String(cString: notification.pointee.extra)
    )
  }

  // MARK: Results

  /// The error for a commit that its standby has not confirmed.
  ///
  /// An operator or a shutdown has ended the wait for the standby.
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
        message: cpostgres_message(result).map { unsafe String(cString: $0) } ?? "Unknown error")
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

  /// The error that libpq reports for the connection.
  private var failure: PostgresError {
    let text = unsafe PQerrorMessage(connection).map { unsafe String(cString: $0) } ?? ""
    let lines = text.split(separator: "\n")
    return PostgresError(
      code: nil, message: lines.isEmpty ? "The connection ended" : lines.joined(separator: "; ")
    )
  }

  // MARK: Values

  /// Passes texts as a null-terminated array of C strings.
  private static func withTexts<Value>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
  ) -> Value {
    unsafe withParts(texts.map { Array($0.utf8CString) }) { unsafe body($0) }
  }

  /// Passes values as libpq takes them: pointers, lengths and binary formats.
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

  /// Passes pointers to several pieces of memory, followed by null.
  private static func withParts<Value>(
    _ parts: [[CChar]], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
  ) -> Value {
    // One extra byte, so that pointers are valid even when all pieces are empty.
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
