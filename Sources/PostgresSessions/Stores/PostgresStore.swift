// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
public import RestorationArchive
import Synchronization

/// A program's archives in PostgreSQL, to continue on another machine.
///
/// For programs without sessions. It uses one connection, and makes another when that one ends.
/// The connection holds the slot: the database gives the slot to another process when this one,
/// or its machine, is gone.
public final class PostgresStore: ArchiveStore {
  private let connectionString: String
  private let schema: PostgresSchema
  /// The application's identifier.
  private let application: String
  private let timeout: Duration
  /// Identifies this store in the database.
  private let process = Int64.random(in: .min ... .max)
  private let state = Mutex(State())

  private struct State {
    var connection: LibPQ?
    /// The slots that were claimed and not released.
    var claimed: Set<String> = []
    /// Those of them that the connection holds.
    var held: Set<String> = []
  }

  /// Opens a store, which connects on first use.
  ///
  /// - Parameters:
  ///   - connectionString: libpq's connection string, such as
  ///     `postgresql://db1,db2/desktops?sslmode=verify-full`.
  ///   - application: Separates programs that share the database: the program's identifier, with
  ///     the user's name where several users share it.
  ///   - schema: The schema that holds the tables.
  ///   - timeout: The limit for a database that owes an answer and is silent, also at launch. The
  ///     call fails then, and the next one uses another connection.
  /// - Throws: `ArchiveError` when the string cannot be read, or the schema's name would need
  ///   quotes.
  public init(
    _ connectionString: String, application: String, schema: String = "restoration",
    timeout: Duration = .seconds(10)
  ) throws(ArchiveError) {
    do throws(PostgresError) {
      self.schema = try PostgresSchema(schema)
      guard LibPQ.canRead(connectionString) else { throw .unreadableString }
    } catch { throw ArchiveError(.invalidIdentifier, error.explanation) }
    (self.connectionString, self.application) = (connectionString, application)
    self.timeout = timeout
  }

  /// Makes the tables, or upgrades them; blocks until it is done.
  ///
  /// Everything happens in one transaction.
  ///
  /// - Returns: The steps taken; empty when everything existed.
  /// - Throws: `ArchiveError`; the database is unchanged then.
  @discardableResult
  public func prepareSchema() throws(ArchiveError) -> [String] {
    do throws(PostgresError) {
      return try schema.prepare(try LibPQ(connectionString, preparing: []))
    } catch { throw ArchiveError(error) }
  }

  // MARK: Generations

  /// Returns the bytes of a generation.
  public func storedBytes(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError)
    -> StoredBytes?
  { try load(generation.rawValue, slot).map { StoredBytes($0) } }

  /// Makes an archive the current one, in one transaction.
  public func replace(with bytes: [UInt8], slot: String?) throws(ArchiveError) {
    try call("replace", slot, .bytes(bytes))
  }

  /// Always `true`.
  public var canAppend: Bool { true }

  /// Appends to the current archive, if its end matches.
  public func append(_ bytes: [UInt8], after end: ArchiveEnd, slot: String?) throws(ArchiveError)
    -> Bool
  {
    try isTrue(
      call("append", slot, .bytes(bytes), .number(Int64(end.size)), .bytes(end.tag)))
  }

  /// Replaces the bytes of a generation.
  public func rewrite(_ generation: ArchiveGeneration, with bytes: [UInt8], slot: String?)
    throws(ArchiveError)
  { try call("put", slot, .text(generation.rawValue), .bytes(bytes)) }

  /// Makes the generation the candidate too.
  public func nominate(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError) {
    try call("link", slot, .text(generation.rawValue), .text("nominee"), .flag(false))
  }

  /// Makes the candidate the last good generation.
  public func promoteNominee(slot: String?) throws(ArchiveError) {
    try call(
      "link", slot, .text("nominee"), .text(ArchiveGeneration.lastGood.rawValue), .flag(true))
  }

  /// Keeps the generation under a name that is not loaded.
  public func setAside(
    _ generation: ArchiveGeneration, slot: String?, for reason: SetAsideReason, keepsPlace: Bool
  ) throws(ArchiveError) -> Bool {
    try isTrue(call("set_aside", slot, .text(generation.rawValue), .flag(!keepsPlace)))
  }

  /// Returns the archives that were set aside, newest first.
  package func damaged(slot: String?) throws(ArchiveError) -> [[UInt8]] {
    var found: [[UInt8]] = []
    for age in 1...3 { if let bytes = try load("damaged-\(age)", slot) { found.append(bytes) } }
    return found
  }

  /// Removes everything in a slot.
  public func removeAll(slot: String?) throws(ArchiveError) { try call("remove", slot) }

  // MARK: Launch images and markers

  /// Returns the bytes of the launch image.
  public func storedLaunchImage(slot: String?) throws(ArchiveError) -> StoredBytes? {
    try load("launch-image", slot).map { StoredBytes($0) }
  }

  /// Replaces or removes the launch image.
  public func replaceLaunchImage(with bytes: [UInt8]?, slot: String?) throws(ArchiveError) {
    if let bytes {
      try call("put", slot, .text("launch-image"), .bytes(bytes))
    } else {
      try call("remove_one", slot, .text("launch-image"))
    }
  }

  /// Opens a marker in the database.
  ///
  /// It does not record a signal that ends the process.
  public func openMarker(slot: String?) throws(ArchiveError) -> (any MarkerFile)? {
    PostgresMarker(contents: try load("launch", slot) ?? []) { bytes, place in
      // Launch continues without a marker.
      _ = try? self.call("write_marker", slot, .bytes(bytes), .number(Int64(place)))
    }
  }

  // MARK: Slots

  /// Takes a slot for as long as the connection lasts.
  public func claim(slot: String?) throws(ArchiveError) -> Bool {
    let slot = slot ?? ""
    return try state.withLock { state throws(ArchiveError) in
      if state.held.contains(slot) { return true }
      return try hold(slot, again: false, &state)
    }
  }

  /// Gives a slot back.
  public func release(slot: String?) {
    let slot = slot ?? ""
    state.withLock { state in
      state.claimed.remove(slot)
      guard state.held.remove(slot) != nil, state.connection != nil else { return }
      _ = try? execute(PostgresQuery("unclaim", .text(application), .text(slot)), &state)
    }
  }

  /// Takes a slot on the present connection.
  ///
  /// Returns `false` when another process has it. So it does for a slot that was lost with a former
  /// connection, which is taken again, if another process has had it since.
  private func hold(_ slot: String, again: Bool, _ state: inout State) throws(ArchiveError)
    -> Bool
  {
    let query = PostgresQuery(
      "claim", .text(application), .text(slot), .number(process), .flag(again))
    guard isTrue(try execute(query, &state)) else { return false }
    state.claimed.insert(slot)
    state.held.insert(slot)
    return true
  }

  // MARK: Calls

  @discardableResult
  private func call(_ statement: String, _ slot: String?, _ values: PostgresValue...)
    throws(ArchiveError) -> PostgresRow?
  {
    let slot = slot ?? ""
    let query = PostgresQuery(statement, [.text(application), .text(slot)] + values)
    return try state.withLock { state throws(ArchiveError) in
      if state.claimed.contains(slot), !state.held.contains(slot) {
        guard try hold(slot, again: true, &state) else {
          throw ArchiveError(
            .inUse,
            "The database could not be reached for a while. Another process has taken the slot "
              + "since, or the lost connection has not ended yet")
        }
      }
      return try execute(query, &state)
    }
  }

  /// Calls a statement on the present connection, or a new one.
  ///
  /// A new connection holds no slot.
  private func execute(_ query: PostgresQuery, _ state: inout State) throws(ArchiveError)
    -> PostgresRow?
  {
    do throws(PostgresError) {
      let connection: LibPQ
      if let known = state.connection {
        connection = known
      } else {
        connection = try LibPQ(connectionString, preparing: schema.archiveStatements)
        try connection.beginPipeline()
        state.connection = connection
      }
      return try connection.perform(query, timeout: timeout).first
    } catch {
      if error.endsConnection {
        state.connection?.cancel()
        (state.connection, state.held) = (nil, [])
      }
      throw ArchiveError(error)
    }
  }

  private func load(_ name: String, _ slot: String?) throws(ArchiveError) -> [UInt8]? {
    try call("load", slot, .text(name))?.bytes(0)
  }

  private func isTrue(_ row: PostgresRow?) -> Bool { row?.number(0) == 1 }
}

/// The progress of a launch, in the database.
private struct PostgresMarker: MarkerFile {
  let contents: [UInt8]
  let descriptor: Int32? = nil
  private let save: @Sendable ([UInt8], Int) -> Void

  init(contents: [UInt8], _ save: @escaping @Sendable ([UInt8], Int) -> Void) {
    (self.contents, self.save) = (contents, save)
  }

  func write(_ bytes: [UInt8], at offset: Int) { save(bytes, offset) }
}

extension ArchiveError {
  init(_ error: PostgresError) { self.init(.inputOutput, error.explanation) }
}
#endif
