// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import ArgumentParser
import Foundation
import Measuring
import PostgresSessions
import Subprocess
import SystemPackage

/// Measures sessions in a database with a synchronous standby.
///
/// `Scripts/bench --sessions` runs it.
@main struct SessionBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session-benchmark",
    abstract: "Measures sessions beside pgbench with the same statements.")

  @Option(help: "The database, as libpq takes it; its schema `restoration` is used.")
  var database: String

  @Option(help: "The program pgbench.")
  var pgbench = "pgbench"

  @Flag(help: "Ends with status 1 when a goal does not hold.")
  var check = false

  @Flag(help: "Few sessions, a short time: whether everything works.")
  var quick = false

  @Option(help: "How long visitors come and go.")
  var minutes: Double = 10

  @Option(help: "Measures this alone: memory, coming, changes, wakes, draining or dying.")
  var only: String?

  @Flag(help: .hidden) var holdsOne = false
  @Option(help: .hidden) var keys = NSTemporaryDirectory() + UUID().uuidString

  private var load: Load { Load(database: database, keys: keys) }
  private var peer: Pgbench { Pgbench(program: pgbench, database: database) }

  func run() async throws {
    if holdsOne { return try await hold() }
    defer { try? FileManager.default.removeItem(atPath: keys) }
    try await PostgresSessionStore(database).prepareSchema()
    var figures: [Figure] = []
    // Memory comes first, in a process that has done nothing yet.
    let suites = [
      ("memory", memory), ("coming", coming), ("changes", changes), ("wakes", wakes),
      ("draining", draining), ("dying", dying),
    ]
    for (name, suite) in suites where only == nil || only == name {
      for figure in try await suite() {
        figures.append(figure)
        say("\(figure.what ?? figure.name): \(NumberText.text(figure.value, figure.unit))")
      }
    }
    var table = FigureTable(["goal", "measured", "bound", "holds"])
    var allHold = true
    for goal in Self.goals {
      let value = figures.first { $0.name == goal.figure }?.value
      let holds = goal.holds(for: value)
      allHold = allHold && holds
      table.add([
        goal.what, value.map { NumberText.text($0, goal.unit) } ?? "–", goal.boundText,
        holds ? "yes" : "not yet",
      ])
    }
    say("\n" + table.aligned)
    if check, !allHold { throw ExitCode(1) }
  }

  private func say(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
  }

  private static let goals: [Goal] = [
    Goal("durable changes a second / pgbench's", "changes", .atLeast(0.8), "x"),
    Goal("waking a session of 5 KB / pgbench taking it", "wake", .atMost(2), "x"),
    Goal("an awake session of 10 objects, memory", "awake", .atMost(40), "KB"),
    Goal("a session asleep, memory", "asleep", .atMost(0.3), "KB"),
    Goal(
      "memory after visitors came and went / after a tenth of it", "growth", .atMost(1.1), "x"),
    Goal("drain of changed sessions / pgbench appending as often", "drain", .atMost(1.5), "x"),
    Goal("sessions of a killed node answer again / a lease", "death", .atMost(1.1), "x"),
  ]

  // MARK: Memory

  private func memory() async throws -> [Figure] {
    let (count, load) = (quick ? 1000 : 10_000, load)
    let host = try load.host { $0.awake = count }
    // One-time costs of the process count for no session.
    try await load.forEach(0..<64) { try await host.with("m\($0)") { $0.number += 1 } }
    let before = try residentBytes()
    try await load.forEach(64..<count) { visitor in
      try await host.with("m\(visitor)") { $0.number = visitor }
    }
    let awake = try (residentBytes() - before) / Double(count - 64) / 1024
    await host.drain()
    return [Figure("awake", awake, "KB", what: "an awake session, memory")]
  }

  /// Simulates visitors, ten times as many as may be awake.
  ///
  /// A few come often, most hardly ever.
  private func coming() async throws -> [Figure] {
    let (count, load) = (quick ? 10_000 : 100_000, load)
    let host = try load.host { $0.awake = count / 10 }
    let running = Task { try await host.run() }
    try await load.forEach(0..<count / 10) { try await host.with("z\($0)") { $0.number = 1 } }
    let full = try residentBytes()
    try await load.forEach(count / 10..<count) { visitor in
      try await host.with("z\(visitor)") { $0.number = 1 }
    }
    let asleep = try max(0, residentBytes() - full) / Double(count) / 1024
    let clock = ContinuousClock()
    let length = Duration.seconds(60 * (quick ? 0.2 : minutes))
    let (began, early) = (clock.now, Early())
    try await load.forEach(0..<32, atATime: 32) { lane in
      var numbers = SystemRandomNumberGenerator()
      while clock.now - began < length {
        // A visitor of rank r comes with a probability proportional to 1/r.
        let share = Double.random(in: 0..<1, using: &numbers)
        let rank = Int(exp(share * log(Double(count)))) - 1
        try await host.with("z\(rank)") { $0.number += 1 }
        if lane == 0 { try await early.note((clock.now - began) / length, say) }
      }
    }
    let growth = try await residentBytes() / (early.bytes ?? .nan)
    running.cancel()
    _ = await running.result
    return [
      Figure("asleep", asleep, "KB", what: "a session asleep, memory"),
      Figure("growth", growth, "x", what: "memory at the end / after a tenth"),
    ]
  }

  /// The memory after a tenth of the time; also prints each tenth.
  private actor Early {
    var bytes: Double?
    private var tenth = 0

    func note(_ share: Double, _ say: (String) -> Void) throws {
      guard Int(share * 10) > tenth else { return }
      tenth = Int(share * 10)
      let now = try residentBytes()
      if bytes == nil { bytes = now }
      say("  \(tenth) tenths: \(NumberText.text(now / 1_048_576, "MB"))")
    }
  }

  // MARK: Time

  private func changes() async throws -> [Figure] {
    let (load, length) = (load, quick ? 1 : 8)
    let host = try load.host()
    try await load.forEach(0..<64) { visitor in
      try await host.with("c\(visitor)") { $0.fill(visitor) }
    }
    var (own, peers): ([Double], [Double]) = ([], [])
    for _ in 0..<(quick ? 1 : 5) {
      let clock = ContinuousClock()
      let end = clock.now + .seconds(length)
      let counts = Counts()
      try await load.forEach(0..<64) { visitor in
        var count = 0
        while clock.now < end {
          count += 1
          let text = "Title \(count) of visitor \(visitor), as it is typed"
          try await host.with("c\(visitor)") { $0.title = text }
        }
        await counts.add(count)
      }
      own.append(Double(await counts.total) / Double(length))
      peers.append(try await peer.appends(max(100, counts.total / 8)))
    }
    await host.drain()
    return [
      Figure("own changes", Sample(own), "", what: "durable changes a second, 8 connections"),
      Figure("pgbench changes", Sample(peers), "", what: "pgbench's appends a second, 8 clients"),
      Figure("changes", Sample(own).ratios(to: Sample(peers)), "x", what: "their ratio"),
    ]
  }

  private actor Counts {
    private(set) var total = 0
    func add(_ count: Int) { total += count }
  }

  private func wakes() async throws -> [Figure] {
    let (count, load) = (quick ? 50 : 500, load)
    let writer = try load.host()
    try await load.forEach(0..<count) { visitor in
      try await writer.with("w\(visitor)") { $0.fill(visitor) }
    }
    await writer.drain()
    let reader = try load.host { $0.awake = count + 64 }
    // Opens the connections and pays the one-time costs of the process.
    try await load.forEach(0..<64) { try await reader.with("warm\($0)") { _ in } }
    var times: [Double] = []
    for visitor in 0..<count {
      times.append(
        try await seconds { _ = try await reader.with("w\(visitor)") { $0.title.count } })
    }
    await reader.drain()
    let (own, peer) = (Sample(times).median, try await peer.take(count))
    return [
      Figure("own wake", own * 1e9, "ns", what: "waking a session of 5 KB"),
      Figure("pgbench wake", peer * 1e9, "ns", what: "pgbench taking it"),
      Figure("wake", own / peer, "x", what: "their ratio"),
    ]
  }

  private func draining() async throws -> [Figure] {
    let (count, load) = (quick ? 800 : 10_000, load)
    var (own, peers): ([Double], [Double]) = ([], [])
    for round in 0..<(quick ? 1 : 3) {
      let host = try load.host {
        ($0.awake, $0.saving) = (count, .writeBehind(within: .seconds(5)))
      }
      let running = Task { try await host.run() }
      try await load.forEach(0..<count) { visitor in
        try await host.with("d\(round)-\(visitor)") { $0.fill(visitor) }
      }
      // Waits until everything is written; then one value of each session changes.
      try await Task.sleep(for: .seconds(quick ? 6 : 12))
      try await load.forEach(0..<count) { visitor in
        try await host.with("d\(round)-\(visitor)") { $0.title = "Changed by \(visitor)" }
      }
      own.append(await seconds { await host.drain() })
      running.cancel()
      _ = await running.result
      peers.append(try await peer.releases(count / 8))
    }
    return [
      Figure("own drain", Sample(own), "s", what: "drain of \(count) changed sessions"),
      Figure("pgbench drain", Sample(peers), "s", what: "pgbench appending as often"),
      Figure("drain", Sample(own).ratios(to: Sample(peers)), "x", what: "their ratio"),
    ]
  }

  // MARK: A node that dies

  private func dying() async throws -> [Figure] {
    let holds = ["--database", database, "--holds-one", "--keys", keys]
    _ = try await Subprocess.run(
      .path(FilePath(CommandLine.arguments[0])), arguments: Arguments(holds), input: .none,
      output: .sequence, error: .currentStandardError
    ) { process in
      // Its first words say that it holds the session.
      for try await _ in process.standardOutput { break }
      try process.send(signal: .kill)
    }
    let host = try load.host()
    let time = try await seconds { try await host.with("held") { $0.number += 1 } }
    await host.drain()
    return [
      Figure("death", time / 3, "x", what: "until a killed node's session answers, in leases")
    ]
  }

  /// Runs until the other process kills this one.
  private func hold() async throws {
    let host = try load.host()
    try await host.with("held") { $0.number = 1 }
    say("held")
    try await host.run()
  }
}
#endif
