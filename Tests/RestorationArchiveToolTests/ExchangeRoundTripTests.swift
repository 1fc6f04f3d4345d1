// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive
import Testing

struct ExchangeRoundTripTests {
  @Test("Any state comes back from its export bit for bit", arguments: 0..<24)
  func anyStateRoundTrips(seed: Int) async throws {
    let home = try TemporaryHome()
    var random = RandomState(seed: UInt64(seed))
    let snapshot = try random.snapshot()
    let key = KeyFile(path: home.path + "/key")
    let (old, new) = (home.path + "/old.archive", home.path + "/new.archive")
    let bytes = try ArchiveSeal.seal(snapshot.bytes, with: try key.key(), sequenceNumber: 1)
    try Data(bytes).write(to: URL(fileURLWithPath: old))

    let json = home.path + "/state.json"
    let export = try await home.tool("export", old, "--key", key.path, "--reveal", "--output", json)
    #expect(export.status == 0, "\(export.errors)")
    let run = try await home.tool("import", json, "--output", new, "--key", key.path)
    try #require(run.status == 0, "\(run.errors)")
    let again = try await home.tool("export", new, "--key", key.path, "--reveal")
    #expect(try again.output == String(contentsOfFile: json, encoding: .utf8))

    let file = try #require(FileManager.default.contents(atPath: new))
    let imported = try ArchiveSeal.open(Array(file), with: try key.key()).state().snapshot
    #expect(try SnapshotDifference(from: snapshot, to: imported).isEmpty)
    let (found, expected) = (try lines(of: imported), try lines(of: snapshot))
    #expect(found.count == expected.count)
    // Control characters would cut off the test's output.
    for (found, expected) in zip(found, expected) {
      #expect(found.debugDescription == expected.debugDescription)
    }
  }

  /// Returns an archive's whole content, without its table numbers.
  ///
  /// Values are compared bit for bit.
  private func lines(of snapshot: RestorationSnapshot) throws -> [String] {
    func text(_ number: ObjectNumber?) -> String {
      guard let number else { return "none" }
      return snapshot.address(of: number).map { "\($0.scene)|\($0.kind)|\($0.path)" } ?? "unknown"
    }
    func text(_ value: ArchivedValue) -> String {
      switch value {
      case .float(let float): "float \(float.bitPattern)"
      case .double(let double): "double \(double.bitPattern)"
      case .date(let date): "date \(date.timeIntervalSinceReferenceDate.bitPattern)"
      case .string(let string): "string \(Array(string.utf8))"
      case .data(let data): "data \(Array(data))"
      case .array(let elements): "array \(elements.map(text))"
      case .dictionary(let entries):
        "dictionary \(entries.map { "\(Array($0.key.utf8)) \(text($0.value))" })"
      case .reference(let number): "reference \(text(number))"
      case .null, .bool, .integer, .unsigned: "\(value)"
      }
    }
    var lines = ["roots \(snapshot.roots.map(text))"]
    for number in snapshot.objects {
      let record = try #require(try snapshot.record(number))
      let (origin, time) = (record.origin, record.origin.timestamp.timeIntervalSinceReferenceDate)
      lines.append(
        "\(text(number)) \(record.className) \(record.restorationClass ?? "none") "
          + "\(record.schemaVersion) \(text(record.prerequisite)) \(origin.applicationVersion) "
          + "\(origin.systemVersion) \(origin.idiom) \(time.bitPattern) "
          + "\(record.references.map(text))")
      lines += try snapshot.values(of: record).map { "\(Array($0.key.utf8)) \(text($0.value))" }
    }
    return lines
  }
}

/// Makes random states; the same seed gives the same state.
private struct RandomState: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private mutating func count(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  private mutating func one<Value>(of values: [Value]) -> Value {
    values[count(0...values.count - 1)]
  }

  mutating func snapshot() throws -> RestorationSnapshot {
    let tables = SnapshotTables()
    let origins = (0..<count(1...4)).map { _ in origin() }
    let builder = ChangeBuilder(tables: tables, base: nil, origin: origins[0])
    var numbers: [ObjectNumber] = []
    for _ in 0..<count(0...16) {
      let number = tables.number(for: address())
      if !numbers.contains(number) { numbers.append(number) }
    }
    for (index, number) in numbers.enumerated() {
      var keys: Set<[UInt8]> = []
      let values = (0..<count(0...6)).compactMap { _ -> ArchivedValue.Entry? in
        let key = text()
        guard keys.insert(Array(key.utf8)).inserted else { return nil }
        return ArchivedValue.Entry(key: key, value: value(tables, depth: 0))
      }
      builder.write(
        number, className: text(), restorationClass: one(of: [nil, text()]),
        schemaVersion: one(of: [0, 1, .max]),
        prerequisite: index > 0 && count(0...3) == 0 ? numbers[count(0...index - 1)] : nil,
        origin: one(of: origins), values: values)
    }
    let roots = numbers.filter { $0.rawValue % 3 == 0 } + [tables.number(for: address())]
    return try #require(builder.snapshot(roots: roots))
  }

  private mutating func origin() -> RecordOrigin {
    RecordOrigin(
      applicationVersion: text(), systemVersion: text(),
      idiom: one(of: [.desktop, .terminal, .headless]),
      timestamp: Date(timeIntervalSinceReferenceDate: number()))
  }

  private mutating func address() -> RestorationAddress {
    let components = (0..<count(1...4)).map { _ -> RestorationPath.Component in
      RestorationIdentifier(text()).map { .identifier($0) }
        ?? .index(one(of: [0, 7, Int(Int32.max)]))
    }
    return RestorationAddress(
      scene: text(), kind: one(of: [.window, .controller, .view, .object]),
      path: RestorationPath(components))
  }

  private mutating func text() -> String {
    one(of: [
      "", "key", "Name", "é", "e\u{301}", "a/b", ":[3]:", "\0\u{1B}\n\"\\\r", "\u{202E}\u{FFFF}",
      "👩‍👩‍👧", "nan:0", "line\u{2028}end", String(repeating: "long ", count: count(0...40)),
    ])
  }

  private mutating func number() -> Double {
    one(of: [
      0, -0.0, 1, -1.5, .pi, .infinity, -.infinity, .nan, Double(nan: 77, signaling: false),
      .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e22, 0x1p53 + 2,
      Double(bitPattern: next()),
    ])
  }

  private mutating func value(_ tables: SnapshotTables, depth: Int) -> ArchivedValue {
    switch count(0...(depth < 4 ? 12 : 9)) {
    case 0: return .null
    case 1: return .bool(one(of: [true, false]))
    case 2: return .string(text())
    case 3:
      let large = Int64(1) << 53
      return .integer(
        one(of: [0, -1, large, large + 1, -large - 1, .max, .min, Int64(bitPattern: next())]))
    case 4: return .unsigned(one(of: [1 << 63, .max, next() | 1 << 63]))
    case 5:
      return .float(one(of: [0.1, -0, .nan, .infinity, Float(bitPattern: UInt32(next() >> 32))]))
    case 6: return .double(number())
    case 7: return .date(Date(timeIntervalSinceReferenceDate: number()))
    case 8: return .data(Data((0..<count(0...40)).map { _ in UInt8(next() >> 56) }))
    case 9: return .reference(tables.number(for: address()))
    case 10, 11: return .array((0..<count(0...4)).map { _ in value(tables, depth: depth + 1) })
    default:
      var keys: Set<[UInt8]> = []
      return .dictionary(
        (0..<count(0...4)).compactMap { _ in
          let key = text()
          guard keys.insert(Array(key.utf8)).inserted else { return nil }
          return ArchivedValue.Entry(key: key, value: value(tables, depth: depth + 1))
        }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    }
  }
}
#endif
