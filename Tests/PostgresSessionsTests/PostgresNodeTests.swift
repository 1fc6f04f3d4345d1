// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import Logging
@testable import PostgresSessions
import RestorationArchive
import SessionFixtures
import Sessions
import Testing

/// Hosts that share a database, and databases whose connections break.
@Suite(.enabled(if: TestDatabase.connectionString != nil)) struct PostgresNodeTests {
  private let keys = MemorySessionKeys()

  private func host(_ name: String, _ store: PostgresSessionStore) -> SessionHost<Form> {
    Server(store: store, keys: keys).host(name)
  }

  @Test("R218: calls on nodes with separate connections run once each")
  func nodes() async throws {
    let database = try await TestDatabase()
    let hosts = try ["a", "b", "c"].map { host($0, try database.store()) }
    try await withRunning(hosts) {
      let lines = try await linesAfterContention(on: hosts)
      #expect(lines.count == 30 && Set(lines).count == 30)
    }
  }

  @Test("R230: a cancelled call's changes are saved")
  func cancelledCall() async throws {
    let database = try await TestDatabase()
    let (first, second) = (host("a", try database.store()), host("b", try database.store()))
    let call = Task {
      try await first.with("visitor") { form in
        withUnsafeCurrentTask { $0?.cancel() }
        form.lines.append("one")
      }
    }
    try await call.value
    await first.drain()
    #expect(try await second.with("visitor") { $0.lines } == ["one"])
  }

  @Test("R218: answered changes survive broken connections, once and in order")
  func brokenConnections() async throws {
    let database = try await TestDatabase()
    let (a, b) = (host("a", try database.store()), host("b", try database.store()))
    try await withRunning([a, b]) {
      for number in 0..<40 {
        try await [a, a, b][number % 3].with("visitor") { $0.lines.append("\(number)") }
        if number % 5 == 4 {
          let ended = try database.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND query LIKE '%@.%'
            """)
          #expect(!ended.isEmpty)
        }
      }
      let lines = try await b.with("visitor") { $0.lines }
      #expect(lines == (0..<40).map { "\($0)" })
    }
  }

  @Test("R218: the error for missing tables says what to call")
  func missingSchema() async throws {
    let database = try await TestDatabase()
    var options = database.options
    options.schema = "missing"
    let store = try database.store(options)
    let error = await #expect(throws: SessionStoreError.self) {
      try await store.renew(SessionNode(name: "a"), lease: nil, for: .seconds(3))
    }
    #expect(error?.isTransient == false)
    #expect(error?.description.contains("prepareSchema()") == true)
  }

  @Test("A schema is created once, and names that need quotes are refused")
  func schema() async throws {
    let database = try await TestDatabase()
    #expect(try await database.store().prepareSchema() == [])
    for name in ["", "Upper", "a-b", "a;b", "1a", String(repeating: "a", count: 51)] {
      var options = PostgresOptions()
      options.schema = name
      #expect(throws: SessionStoreError.self, "\(name)") {
        try PostgresSessionStore(database.connectionString, options: options)
      }
    }
  }

  @Test("R218: the database shows neither a visitor's identifier nor typed text")
  func privacy() async throws {
    let database = try await TestDatabase()
    let host = host("a", try database.store())
    try await host.with("visitor-7f3a") { $0.lines.append("a secret line") }
    for table in ["session", "part", "node"] {
      let rows = try database.run("SELECT t::text FROM @.\(table) AS t")
      #expect(!rows.isEmpty)
      for row in rows {
        let text = row.text(0) ?? ""
        for secret in ["visitor-7f3a", "a secret line", "Form", "lines"] {
          let digits = secret.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
          #expect(!text.contains(secret) && !text.contains(digits.joined()), "\(table)")
        }
      }
    }
  }

  @Test("R218: a removed session leaves no row")
  func removal() async throws {
    let database = try await TestDatabase()
    let host = host("a", try database.store())
    try await host.with("visitor") { $0.lines.append("one") }
    try await host.remove("visitor")
    let rows = try database.run(
      "SELECT (SELECT count(*) FROM @.session) + (SELECT count(*) FROM @.part)")
    #expect(rows.first?.text(0) == "0")
  }

  @Test("R231: reading 2,000 invented names leaves no row, and a moved session has one")
  func inventedNames() async throws {
    let database = try await TestDatabase()
    let host = host("a", try database.store())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for visitor in 0..<4 {
        group.addTask {
          for number in 0..<500 {
            _ = try await host.with("crawler \(visitor) \(number)") { $0.title }
          }
        }
      }
      try await group.waitForAll()
    }
    let count = "SELECT count(*) FROM @.session"
    #expect(try database.run(count).first?.text(0) == "0")
    try await host.with("planted") { $0.lines.append("one") }
    try await host.moveSession("planted", to: "secret")
    #expect(try database.run(count).first?.text(0) == "1")
    #expect(try await host.with("secret") { $0.lines } == ["one"])
    #expect(try await !host.sessionExists("planted"))
  }

  @Test("R229: five ends in calls of one session bring a rest, in a database, too")
  func rest() async throws {
    let database = try await TestDatabase()
    let store = try database.store()
    for _ in 0..<5 {
      let mortal = MortalStore(store)
      let host = Server(store: mortal, keys: keys).host("web-1")
      for name in ["innocent", "poison"] {
        _ = try await host.with(name) { form in
          if name == "poison" { await mortal.end(host.node) }
          return form.title
        }
      }
    }
    let host = host("web-1", store)
    #expect(try await host.with("innocent") { $0.title } == "")
    let error = await #expect(throws: SessionError.self) {
      try await host.with("poison") { $0.title }
    }
    #expect(error?.code == .endsItsNode)
    try database.letPass(.seconds(61))
    #expect(try await self.host("b", store).with("poison") { $0.title } == "")
  }

  @Test("A store says whether the standbys are there that commits wait for")
  func standbys() async throws {
    let database = try await TestDatabase()
    // As long as tests run against one server, nothing follows it.
    #expect(try await database.store().hasStandby() == nil)
    for (names, expected) in [
      ("''", nil), ("'a'", "f"), ("'*'", "f"), ("'ANY 1 (a, b)'", "f"), ("'FIRST 0 (a)'", "t"),
    ] {
      let rows = try database.run(PostgresSchema.hasStandby(names: names))
      #expect(rows.first?.text(0) == expected, "\(names)")
    }
  }

  @Test("A store asks for its standbys even if all connections of sessions are busy")
  func standbysWhileBusy() async throws {
    let database = try await TestDatabase()
    let store = try database.store()
    let lock = try LibPQ(database.connectionString, preparing: [])
    try lock.execute("BEGIN; LOCK TABLE \(database.options.schema).session")
    let calls = (UInt8(1)...8).map { number in
      Task { try await store.isStored(SessionName(bytes: Array(repeating: number, count: 32))) }
    }
    let deadline = ContinuousClock.now + .seconds(600)
    while try database.run(
      """
      SELECT FROM pg_stat_activity WHERE query LIKE '%@.is_stored%' AND wait_event_type = 'Lock'
      """
    ).count < database.options.connections {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(try await store.hasStandby() == nil)
    try lock.execute("COMMIT")
    for call in calls { #expect(try await !call.value) }
  }

  @Test(
    "R218: a commit with a warning of the server counts as unanswered, whatever the settings hide",
    arguments: ["", "?options=-cclient_min_messages%3Derror"])
  func unconfirmedCommit(settings: String) async throws {
    let database = try await TestDatabase()
    let store = try PostgresSessionStore(
      database.connectionString + settings, options: database.options)
    let node = SessionNode(name: "a")
    _ = try await store.renew(node, lease: nil, for: .seconds(3600))
    // Acts like a commit that was not replicated; a real one needs a standby.
    try database.run(
      """
      CREATE OR REPLACE FUNCTION @.leave(_node text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN RAISE WARNING 'The commit was not replicated'; END $$;
      """)
    let error = await #expect(throws: SessionStoreError.self) { try await store.leave(node) }
    #expect(error?.isTransient == true)
    // The connection stays usable.
    _ = try await store.renew(node, lease: nil, for: .seconds(3600))
  }

  @Test("R218: with too few connections a node has its lease, also after all have been broken")
  func fewConnections() async throws {
    let database = try await TestDatabase()
    let role = "few_" + database.options.schema
    try database.run(
      """
      CREATE ROLE \(role) LOGIN CONNECTION LIMIT 2;
      GRANT USAGE ON SCHEMA @ TO \(role);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA @ TO \(role);
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA @ TO \(role);
      """)
    defer { _ = try? database.run("DROP OWNED BY \(role); DROP ROLE \(role)") }
    var options = database.options
    options.connections = 8
    let store = try PostgresSessionStore(
      database.connectionString + "?user=\(role)", options: options,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let name = SessionName(bytes: [UInt8](repeating: 1, count: 32))
    let deadline = ContinuousClock.now + .seconds(600)
    for _ in 0..<8 {
      try database.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '\(role)'")
      var isServed = false
      while !isServed, ContinuousClock.now < deadline {
        do {
          _ = try await store.renew(SessionNode(name: "a"), lease: nil, for: .seconds(3))
          _ = try await store.isStored(name)
          isServed = true
        } catch {}
      }
      try #require(isServed)
    }
  }

  @Test("R218: a call that times out leaves no process of the server behind")
  func unansweredCall() async throws {
    let database = try await TestDatabase()
    try database.hang("leave(_node text) RETURNS void")
    var options = database.options
    options.timeout = .milliseconds(100)
    let store = try database.store(options)
    try await database.waitForCancellation(of: "leave") {
      let error = await #expect(throws: SessionStoreError.self) {
        try await store.leave(SessionNode(name: "a"))
      }
      #expect(error?.isTransient == true)
    }
  }

  /// Returns the description of a lease's error, once it has some text.
  private func leaseError(_ store: PostgresSessionStore, until text: String) async throws -> String
  {
    let deadline = ContinuousClock.now + .seconds(600)
    while true {
      let error = await #expect(throws: SessionStoreError.self) {
        try await store.renew(SessionNode(name: "a"), lease: nil, for: .seconds(3))
      }
      let description = error?.description ?? ""
      if description.contains(text) || ContinuousClock.now > deadline { return description }
    }
  }

  @Test("R230: the error of answers that are always late names the setting")
  func lateAnswers() async throws {
    let database = try await TestDatabase()
    try database.hang("renew(_node text, _lease bigint, _microseconds bigint) RETURNS bigint")
    var options = database.options
    options.timeout = .milliseconds(100)
    let text = "0.1 seconds (`PostgresOptions.timeout`)"
    #expect(try await leaseError(try database.store(options), until: text).contains(text))
  }

  @Test(
    "R230: the error of commits that wait long for a standby names it and the setting",
    arguments: [true, false])
  func missingStandby(isWaitLong: Bool) async throws {
    let database = try await TestDatabase()
    try database.hang("renew(_node text, _lease bigint, _microseconds bigint) RETURNS bigint")
    // What a server shows whose only standby is gone, or answers as it should.
    try database.showCommit(waitingFor: isWaitLong ? "1 hour" : "0 hours")
    try database.run(
      """
      CREATE FUNCTION @.current_setting(_name text) RETURNS text LANGUAGE sql AS $$
        SELECT CASE _name WHEN 'synchronous_standby_names' THEN 'ANY 1 (berlin)'
        ELSE pg_catalog.current_setting(_name) END;
      $$;
      """)
    var options = database.options
    options.timeout = .milliseconds(400)
    let store = try database.store(options, shadows: true)
    let text =
      isWaitLong
      ? "synchronous_standby_names, which is now \"ANY 1 (berlin)\""
      : "(`PostgresOptions.timeout`)"
    #expect(try await leaseError(store, until: text).contains(text))
  }

  @Test("A standby is missing if the question for it is not answered behind a commit that waits")
  func standbyBehindCommit() async throws {
    let database = try await TestDatabase()
    try database.hang("renew(_node text, _lease bigint, _microseconds bigint) RETURNS bigint")
    try database.showCommit(waitingFor: "1 hour")
    var options = database.options
    options.timeout = .milliseconds(400)
    let store = try database.store(options, shadows: true)
    let renewals = Task {
      while !Task.isCancelled {
        _ = try? await store.renew(SessionNode(name: "a"), lease: nil, for: .seconds(3))
      }
    }
    let deadline = ContinuousClock.now + .seconds(600)
    var hasStandby: Bool?
    // An answer that overtakes the commit knows of no standby.
    while hasStandby == nil, ContinuousClock.now < deadline {
      hasStandby = try? await store.hasStandby()
    }
    renewals.cancel()
    await renewals.value
    #expect(hasStandby == false)
  }

  @Test("The error of a database that is newer than the program says so")
  func newerSchema() async throws {
    let database = try await TestDatabase()
    try database.run(
      """
      INSERT INTO @.step (number, purpose) VALUES (100, 'Of a later version');
      DROP FUNCTION @.renew(text, bigint, bigint);
      """)
    let error = await #expect(throws: SessionStoreError.self) {
      try await database.store().renew(SessionNode(name: "a"), lease: nil, for: .seconds(3))
    }
    #expect(error?.isTransient == false)
    #expect(error?.description.contains("deploy a newer one") == true)
    #expect(error?.description.contains("prepareSchema") == false)
  }

  @Test("R218: that a session does not exist is answered once a standby knows it")
  func absenceIsReplicated() async throws {
    let database = try await TestDatabase()
    // Only a transaction that has written waits for a standby.
    let rows = try database.run(
      "BEGIN; SELECT @.is_stored('nobody'); SELECT pg_current_xact_id_if_assigned() IS NOT NULL")
    #expect(rows.first?.text(0) == "t")
  }

  @Test("A database's name with @ and a socket without a file can be connected to")
  func namesWithSigns() throws {
    for string in [
      "postgresql://user:p%40ss@host/app%40prod", "postgres://host/app%40prod",
      "postgresql://user@/app?host=%40socket", "host=@socket dbname=app@prod",
    ] {
      #expect(throws: Never.self, "\(string)") { try PostgresSessionStore(string) }
    }
  }

  @Test("R120: an unreadable connection string is not shown")
  func unreadableString() throws {
    for string in [
      "postgresql://user:hunter2@host:port:port/x?y", "password=hunter2 nonsense",
      "postgresql://user:hun/hunter2@host/db", "postgresql://user:12/hunter2@host/db",
      "postgresql://user:x@hunter2@host/db", "postgres://user:1/hunter2@host/db",
    ] {
      let error = #expect(throws: SessionStoreError.self) { try PostgresSessionStore(string) }
      #expect(error?.description.contains("hunter2") == false)
      #expect(error?.isTransient == false)
    }
  }
}
#endif
