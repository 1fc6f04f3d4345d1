// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import Foundation
import Subprocess
import SystemPackage

/// PostgreSQL's own benchmark, with the statements that the store uses.
struct Pgbench {
  let program: String
  let database: String

  /// A value of 300 bytes, the size of an appended change.
  private static let bytes = "'\\x" + String(repeating: "5a", count: 300) + "'::bytea"
  private static let name = "decode(lpad(to_hex(:client_id * 1000000 + :n), 64, '0'), 'hex')"

  /// Returns a condition for rows that `prepare` made.
  ///
  /// Their names begin with zeros.
  private static func isOwn(_ column: String) -> String {
    "substring(\(column) FOR 16) = decode(repeat('00', 16), 'hex')"
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Creates `count` rows for each of eight clients.
  func prepare(_ count: Int) async throws {
    try await run(
      "psql", ["-q", "-d", database, "-c"],
      """
      DELETE FROM restoration.part WHERE \(Self.isOwn("session"));
      DELETE FROM restoration.session WHERE owner = 'pgbench' OR \(Self.isOwn("name"));
      INSERT INTO restoration.session (name, owner, epoch, used)
      SELECT decode(lpad(to_hex(client * 1000000 + n), 64, '0'), 'hex'), 'pgbench', 1, clock_timestamp()
      FROM generate_series(0, 7) AS client, generate_series(1, \(count)) AS n;
      ANALYZE restoration.session; ANALYZE restoration.part;
      """)
  }

  /// Appends `count` times to one row for each client.
  ///
  /// The number of appends is fixed, not the time, so that every run does the same work.
  ///
  /// - Returns: Appends per second.
  func appends(_ count: Int) async throws -> Double {
    try await prepare(1)
    let output = try await pgbench(
      "SELECT restoration.write(\(Self.name), 1, :v, \(Self.bytes), false, false);\n\\set v :v + 1",
      ["-c", "8", "-t", "\(count)", "-D", "v=0", "-D", "n=1"])
    guard let line = output.split(separator: "\n").last(where: { $0.hasPrefix("tps = ") }),
      let rate = line.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) })
    else { throw Failure(description: "pgbench has not said how fast it was:\n\(output)") }
    return rate
  }

  /// Appends to `count` rows for each client, and releases each row.
  ///
  /// - Returns: Seconds.
  func releases(_ count: Int) async throws -> Double {
    try await prepare(count)
    let clock = ContinuousClock()
    return try await clock.measure {
      _ = try await pgbench(
        "\\set n :n + 1\nSELECT restoration.write(\(Self.name), 1, 0, \(Self.bytes), false, true);",
        ["-c", "8", "-t", "\(count)", "-D", "n=0"])
    } / .seconds(1)
  }

  /// Takes over rows that hosts have written, one after the other.
  ///
  /// - Returns: The median, in seconds.
  func take(_ count: Int) async throws -> Double {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await run(
      "psql", ["-q", "-d", database, "-c"],
      """
      DROP TABLE IF EXISTS restoration.benchmark;
      CREATE TABLE restoration.benchmark AS
      SELECT row_number() OVER () AS n, name FROM restoration.session
      WHERE owner IS NULL AND NOT \(Self.isOwn("name")) LIMIT \(count);
      CREATE INDEX ON restoration.benchmark (n); ANALYZE restoration.benchmark;
      """)
    let script = """
      \\set n :n + 1
      SELECT * FROM restoration.take(
        (SELECT name FROM restoration.benchmark WHERE n = :n), 'pgbench', '1', 5);
      """
    let arguments = ["-c", "1", "-t", "\(count)", "-D", "n=0"]
    // Afterwards the rows are in memory, as they are when a host takes them.
    _ = try await pgbench(script, arguments)
    _ = try await pgbench(script, arguments + ["-l", "--log-prefix=\(folder.path)/log"])
    var times: [Double] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8)
      times += text.split(separator: "\n").compactMap {
        $0.split(separator: " ").dropFirst(2).first.flatMap { Double($0) }
      }
    }
    guard !times.isEmpty else { throw Failure(description: "pgbench has logged nothing") }
    try await run(
      "psql", ["-q", "-d", database, "-c"],
      "UPDATE restoration.session SET owner = NULL WHERE owner = 'pgbench'")
    return times.sorted()[times.count / 2] / 1e6
  }

  private func pgbench(_ script: String, _ arguments: [String]) async throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(script.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try await run(
      program, ["-n", "-j", "1", "-M", "prepared", "-f", file.path] + arguments, database)
  }

  @discardableResult
  private func run(_ program: String, _ arguments: [String], _ last: String) async throws
    -> String
  {
    let end = try await Subprocess.run(
      program.contains("/") ? .path(FilePath(program)) : .name(program),
      arguments: Arguments(arguments + [last]), output: .string(limit: 1 << 20),
      error: .currentStandardError)
    guard end.terminationStatus.isSuccess else {
      throw Failure(description: "\(program) has ended with \(end.terminationStatus)")
    }
    return end.standardOutput
  }
}
#endif
