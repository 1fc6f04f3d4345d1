// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import Dispatch
public import Logging
public import Sessions

/// Sessions in PostgreSQL, for servers of several nodes.
///
/// An acknowledged call is as durable as the database's commits: with a synchronous standby, on
/// that too. The database's own clock ends leases. Waking a session takes one round trip, and so
/// does writing one.
public final class PostgresSessionStore: SessionStore, UncancelledStore {
  private let client: PostgresClient
  private let schema: PostgresSchema
  private let connectionString: String

  /// Opens a store, which connects on first use.
  ///
  /// - Parameters:
  ///   - connectionString: libpq's connection string, such as
  ///     `postgresql://db1,db2/proposals?sslmode=verify-full`. With several hosts, the one that
  ///     accepts writes is used. Passwords are best kept in `~/.pgpass` or a service file.
  ///   - options: The schema, and the number of connections.
  ///   - logger: Receives connection failures.
  /// - Throws: `SessionStoreError` when the string cannot be read, or the schema's name would
  ///   need quotes.
  public init(
    _ connectionString: String, options: PostgresOptions = PostgresOptions(),
    logger: Logger = Logger(label: "restoration.postgres")
  ) throws(SessionStoreError) {
    do throws(PostgresError) {
      schema = try PostgresSchema(options.schema)
      guard LibPQ.canRead(connectionString) else { throw .unreadableString }
    } catch { throw SessionStoreError(error.explanation, isTransient: false) }
    self.connectionString = connectionString
    client = PostgresClient(
      connections: options.connections, timeout: options.timeout, logger: logger
    ) { [schema] () throws(PostgresError) in
      try schema.connect(to: connectionString, for: schema.sessionStatements)
    }
  }

  /// Makes the tables, or upgrades them, in one transaction.
  ///
  /// Nodes that start at the same time may all call it. Its user needs the right to create a
  /// schema, or to create objects in the existing one. A store that is only used needs neither.
  ///
  /// - Returns: The steps taken; empty when everything existed.
  /// - Throws: `SessionStoreError`; the database is unchanged then.
  @discardableResult
  public func prepareSchema() async throws(SessionStoreError) -> [String] {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [schema, connectionString] in
        continuation.resume(
          returning: Result { () throws(PostgresError) in
            try schema.prepare(try LibPQ(connectionString, preparing: []))
          })
      }
    }
    do throws(PostgresError) { return try result.get() } catch { throw SessionStoreError(error) }
  }

  /// Begins or renews a node's lease.
  public func renew(_ node: SessionNode, lease: UInt64?, for duration: Duration)
    async throws(SessionStoreError) -> UInt64
  {
    let row = try await call(
      PostgresQuery(
        "renew", .text(node.name), .number(lease.map { Int64(bitPattern: $0) } ?? 0),
        .number(duration.inMicroseconds)),
      isUrgent: true)
    return try UInt64(bitPattern: row.required(0))
  }

  /// Makes a node the owner, and reads the state.
  ///
  /// Returns `held` when another node with a lease is the owner.
  public func take(_ name: SessionName, for node: SessionNode, marking mark: SessionMark?)
    async throws(SessionStoreError) -> SessionTaking
  {
    let row = try await call(
      PostgresQuery(
        "take", .bytes(name.bytes), .text(node.name), .text(mark?.version ?? ""),
        .number(Int64(mark?.limit ?? 0))))
    guard let epoch = row.number(0) else { return .held }
    return .taken(
      SessionOwnership(
        name: name, node: node, epoch: UInt64(bitPattern: epoch),
        version: UInt64(bitPattern: try row.required(1))),
      archive: row.bytes(5),
      charges: SessionCharges(
        count: Int(try row.required(2)), age: .microseconds(try row.required(3)),
        includesVersion: try row.required(4) != 0))
  }

  /// Removes a session's mark and charges.
  ///
  /// The commit waits for no disk and no standby.
  public func settle(_ ownership: SessionOwnership) async throws(SessionStoreError) {
    _ = try await call(
      PostgresQuery(
        "settle", .bytes(ownership.name.bytes), .number(Int64(bitPattern: ownership.epoch))))
  }

  /// Writes if the owner's epoch and version still match.
  public func write(_ write: SessionWrite, as ownership: SessionOwnership, releasing: Bool)
    async throws(SessionStoreError) -> Bool
  {
    let replaces = if case .replace = write { true } else { false }
    let row = try await call(
      PostgresQuery(
        "write", .bytes(ownership.name.bytes), .number(Int64(bitPattern: ownership.epoch)),
        .number(Int64(bitPattern: ownership.version)), .bytes(write.bytes), .flag(replaces),
        .flag(releasing)))
    return try row.required(0) != 0
  }

  /// Lets any node take a session.
  public func release(_ ownership: SessionOwnership, wasWoken: Bool)
    async throws(SessionStoreError)
  {
    _ = try await call(
      PostgresQuery(
        "release", .bytes(ownership.name.bytes), .number(Int64(bitPattern: ownership.epoch)),
        .flag(wasWoken)))
  }

  /// Removes a session if the caller owns it.
  public func remove(_ ownership: SessionOwnership) async throws(SessionStoreError) -> Bool {
    let row = try await call(
      PostgresQuery(
        "remove", .bytes(ownership.name.bytes), .text(ownership.node.name),
        .number(Int64(bitPattern: ownership.epoch))))
    return try row.required(0) != 0
  }

  /// Returns whether a session was written.
  public func isStored(_ name: SessionName) async throws(SessionStoreError) -> Bool {
    try await call(PostgresQuery("is_stored", .bytes(name.bytes))).required(0) != 0
  }

  /// Moves a session to another name, in one transaction.
  public func move(_ ownership: SessionOwnership, to other: SessionOwnership, with bytes: [UInt8])
    async throws(SessionStoreError) -> Bool
  {
    let row = try await call(
      PostgresQuery(
        "move", .bytes(ownership.name.bytes), .number(Int64(bitPattern: ownership.epoch)),
        .bytes(other.name.bytes), .number(Int64(bitPattern: other.epoch)), .bytes(bytes)))
    return try row.required(0) != 0
  }

  /// Returns whether the primary's synchronous standbys are connected.
  ///
  /// The answer is `nil` without `synchronous_standby_names`, or if they are connected and the
  /// account lacks the right to see them (`pg_read_all_stats`).
  public func hasStandby() async throws(SessionStoreError) -> Bool? {
    do throws(PostgresError) {
      // Calls of sessions may all wait for the standby, and be many.
      let rows = try await client.perform(PostgresQuery("has_standby"), isUrgent: true)
      return rows.first?.number(0).map { $0 != 0 }
    } catch {
      // The question may lie behind a renewal, whose commit waits for the standby, too.
      if error.missesStandby { return false }
      throw SessionStoreError(error)
    }
  }

  /// Removes unowned sessions that were not used for a while.
  ///
  /// Looks at all sessions, a thousand at a time. Time counts as the store sees it pass, so a jump of
  /// the database's clock makes no session old.
  public func removeUnused(for duration: Duration) async throws(SessionStoreError) -> Int {
    let look = try await call(PostgresQuery("look", .number(duration.inMicroseconds)))
    guard let latest = look.number(0) else { return 0 }
    var total = 0
    var last: [UInt8]? = []
    while let after = last {
      let row = try await call(
        PostgresQuery("remove_unused", .number(latest), .bytes(after)))
      total += Int(try row.required(0))
      last = row.bytes(1)
    }
    return total
  }

  /// Ends a node's lease.
  public func leave(_ node: SessionNode) async throws(SessionStoreError) {
    _ = try await call(PostgresQuery("leave", .text(node.name)), isUrgent: true)
    await client.endEvents(on: schema.channel(of: node.name))
  }

  /// Returns the events for a node.
  public func events(for node: SessionNode) -> AsyncStream<SessionEvent> {
    let texts = client.events(on: schema.channel(of: node.name))
    let (stream, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
    let hearing = Task {
      for await text in texts {
        guard let name = SessionName(text: String(text.dropFirst())) else { continue }
        continuation.yield(text.first == "w" ? .wanted(name) : .released(name))
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in hearing.cancel() }
    return stream
  }

  private func call(_ query: PostgresQuery, isUrgent: Bool = false)
    async throws(SessionStoreError) -> PostgresRow
  {
    do throws(PostgresError) {
      return try await client.perform(query, isUrgent: isUrgent).first ?? PostgresRow(columns: [])
    } catch { throw SessionStoreError(error) }
  }
}

extension SessionStoreError {
  init(_ error: PostgresError) { self.init(error.explanation, isTransient: error.isTransient) }
}

extension PostgresRow {
  /// Returns a number that a function always provides.
  func required(_ column: Int) throws(SessionStoreError) -> Int64 {
    guard let number = number(column) else {
      throw SessionStoreError(
        "The database's functions return results that this version does not expect",
        isTransient: false)
    }
    return number
  }
}

/// Settings for a store's use of a database.
public struct PostgresOptions: Sendable {
  /// The schema that holds the store's tables; `restoration` by default.
  ///
  /// Lowercase letters, digits and underscores. Programs that share sessions use the same schema.
  public var schema = "restoration"
  /// The number of connections for sessions; eight by default.
  ///
  /// One more connection carries leases, events and the question for the standby.
  public var connections = 8
  /// The timeout of answers and connections; one second by default.
  ///
  /// It limits how long a connection may owe an answer before it is given up, and how long a call
  /// waits for a connection. It should be short compared with a lease, so that another connection
  /// or server is tried while the lease lasts. Calls to a database that always takes longer fail.
  public var timeout = Duration.seconds(1)

  /// The defaults.
  public init() {}
}
#else
/// Keeps sessions in PostgreSQL; unavailable here.
///
/// The trait that brings libpq is not enabled.
@available(
  *, unavailable,
  message: """
    PostgresSessions needs this package's trait "PostgreSQL". Write in the dependencies of \
    Package.swift: .package(url: …, from: …, traits: ["PostgreSQL"]). libpq's headers are in Debian's \
    libpq-dev.
    """
)
public final class PostgresSessionStore {
  /// Cannot be called; see the message.
  public init(_ connectionString: String) {}
}
#endif
