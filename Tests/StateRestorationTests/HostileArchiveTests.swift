// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Testing

/// Archives with invalid content, sealed with the right key.
///
/// They go through a whole restore pass and the next save. Each object has an outcome, and nothing
/// traps.
@Suite struct HostileArchiveTests {
  private let key = ArchiveKey()
  private let store = MemoryStore()
  private let tables = SnapshotTables()

  private func snapshot(_ build: (ChangeBuilder) -> Void) throws -> RestorationSnapshot {
    let builder = ChangeBuilder(tables: tables)
    record(builder, tables.number(for: .application))
    build(builder)
    return try #require(builder.snapshot(roots: []))
  }

  private func number(_ text: String, _ kind: ObjectKind = .object) -> ObjectNumber {
    tables.number(for: RestorationAddress(text, kind))
  }

  private func record(
    _ builder: ChangeBuilder, _ number: ObjectNumber, needs prerequisite: ObjectNumber? = nil,
    _ encode: (RestorationEncoder) -> Void = { _ in }
  ) {
    let encoder = builder.begin(
      number, className: "StateRestorationTests.Node", restorationClass: nil, schemaVersion: 1,
      prerequisite: prerequisite, references: nil)
    encode(encoder)
    builder.end(encoder)
  }

  /// Launches with a body and two registered objects, then saves.
  @discardableResult
  private func launch(_ body: [UInt8]) throws -> RestorationReport {
    store.replace(with: try ArchiveSeal.seal(body, with: key, sequenceNumber: 1), slot: nil)
    let archiver = Archiver(store: store, keys: MemoryKeyProvider(key: key))
    let coordinator = RestorationCoordinator(
      ApplicationDescription(identifier: "hostile", version: "1"), archiver: archiver)
    let (first, second) = (Node("first"), Node("second"))
    coordinator.register(first, as: "A")
    coordinator.register(second, as: "B")
    let report = coordinator.restore()
    first.text += "."
    #expect(throws: Never.self) {
      try coordinator.preserve(reason: .changed).commitAndWait()
    }
    return report
  }

  @Test("R184: circular dependencies of every kind are dropped")
  func circles() throws {
    let state = try snapshot { builder in
      record(builder, number("Self"), needs: number("Self"))
      record(builder, number("Two"), needs: number("Three"))
      record(builder, number("Three"), needs: number("Two"))
      // A parent that needs its own child.
      record(builder, number("Parent"), needs: number("Parent/Child"))
      record(builder, number("Parent/Child"))
      record(builder, number("A"), needs: number("Gone")) { $0.encode("a", forKey: "text") }
      record(builder, number("B")) { $0.encode("b", forKey: "text") }
    }
    let report = try launch(state.bytes)
    #expect(report.outcomes.count == 7)
    #expect(report["B"] == .restored)
    for path in ["Self", "Two", "Three", "Parent", "Parent/Child"] {
      #expect(report[path] != .restored && report[path] != nil, "\(path)")
    }
  }

  @Test("R184: a dependency chain of 20,000 records does not exhaust the stack")
  func endlessChain() throws {
    let count = 20_000
    let state = try snapshot { builder in
      for index in 0..<count {
        record(
          builder, number("Link \(index)", .controller),
          needs: number("Link \(index + 1)", .controller))
      }
      record(builder, number("A")) { $0.encode("a", forKey: "text") }
    }
    let report = try launch(state.bytes)
    #expect(report.outcomes.count == count + 1)
    #expect(report["A"] == .restored)
  }

  @Test("R51: objects with invalid references are restored")
  func strangeReferences() throws {
    let state = try snapshot { builder in
      record(builder, number("Window", .window))
      record(builder, number("View", .view))
      for name in ["A", "B"] {
        record(builder, number(name)) { coder in
          let targets = [
            number("A"), number("Absent"), number("View", .view), number("Window", .window),
            tables.number(for: .application), ObjectNumber(.max),
            ObjectNumber(1 << 20),
          ]
          coder.encode(
            ArchivedValue.array(targets.map { ArchivedValue.reference($0) }), forKey: "links")
        }
      }
    }
    let report = try launch(state.bytes)
    #expect(report["A"] == .restored && report["B"] == .restored)
  }

  @Test("R51: objects whose values have any wrong types are restored")
  func wrongTypes() throws {
    let values: [ArchivedValue] = [
      .null, .bool(true), .integer(-1), .double(.nan), .string("x"), .array([]),
      .dictionary([.init(key: "a", value: .null)]), .reference(ObjectNumber(0)),
    ]
    for text in values {
      for links in values {
        let state = try snapshot { builder in
          for name in ["A", "B"] {
            record(builder, number(name)) { coder in
              coder.encode(text, forKey: "text")
              coder.encode(links, forKey: "links")
            }
          }
        }
        #expect(try launch(state.bytes)["A"] == .restored)
      }
    }
  }

  @Test("R51: duplicate addresses and unknown kinds do not trap")
  func duplicatesAndKinds() throws {
    let state = try snapshot { builder in
      for name in ["A", "B", "C"] {
        record(builder, number(name)) { $0.encode(name, forKey: "text") }
      }
    }
    // A row of OBJS: scene and kind, path, class, origin, prerequisite, offset, length.
    let rows = Int(number("A").rawValue) * 28
    let start = try #require(offset(of: "OBJS", in: state.bytes)) + rows
    var twice = state.bytes
    twice.replaceSubrange(start + 28..<start + 36, with: twice[start..<start + 8])
    #expect(try launch(twice).outcomes.count == 3)
    for kind in [0, 1, 2, 3, 5, 9, 255] as [UInt8] {
      var other = state.bytes
      other[start] = kind
      try launch(other)
    }
  }

  @Test("R51: arrays nested ten thousand deep do not affect other records")
  func deepNesting() throws {
    let size = 60_000
    let state = try snapshot { builder in
      record(builder, number("A")) {
        $0.encode(Data(repeating: 0xAB, count: size), forKey: "links")
      }
      record(builder, number("B")) { $0.encode("b", forKey: "text") }
    }
    var bytes = state.bytes
    let content = try #require(bytes.firstRange(of: [UInt8](repeating: 0xAB, count: 64)))
    // The tag of data and three length bytes come before.
    var (place, left) = (content.lowerBound - 4, size + 4)
    while left >= 12 {
      let rest = left - 5
      bytes[place] = 10
      for byte in 0..<4 { bytes[place + 1 + byte] = UInt8(truncatingIfNeeded: rest >> (8 * byte)) }
      bytes[place + 5] = 1
      (place, left) = (place + 6, left - 6)
    }
    let report = try launch(bytes)
    #expect(report["B"] == .restored)
    #expect(report["A"] != nil)
  }

  private func offset(of section: String, in body: [UInt8]) -> Int? {
    func number(_ place: Int) -> Int {
      body[place..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let directory = number(body.count - 16)
    return stride(from: directory, to: body.count - 16, by: 20).first {
      body[$0..<$0 + 4].elementsEqual(section.utf8)
    }.map { number($0 + 4) }
  }
}
