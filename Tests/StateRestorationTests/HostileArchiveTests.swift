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
    builder.recordApplication()
    build(builder)
    return try #require(builder.snapshot(roots: []))
  }

  private func number(_ text: String, _ kind: ObjectKind = .object) -> ObjectNumber {
    tables.number(for: RestorationAddress(text, kind))
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

  @Test("R151, R184: circular dependencies of every kind are dropped and named")
  func circles() throws {
    let state = try snapshot { builder in
      builder.record("Self", needs: "Self")
      builder.record("Two", needs: "Three")
      builder.record("Three", needs: "Two")
      // A parent that needs its own child.
      builder.record("Parent", needs: "Parent/Child")
      builder.record("Parent/Child")
      builder.record("A", needs: "Gone") { $0.encode("a", forKey: "text") }
      builder.record("B") { $0.encode("b", forKey: "text") }
    }
    let report = try launch(state.bytes)
    #expect(report.outcomes.count == 7)
    #expect(report["B"] == .restored)
    for path in ["Self", "Two", "Three", "Parent", "Parent/Child"] {
      #expect(report[path] != .restored && report[path] != nil, "\(path)")
    }
    #expect(
      report.diagnostics.contains(
        "Two: its prerequisite is missing, or the prerequisites form a circle"))
  }

  @Test("R184: a dependency chain of 20,000 records does not exhaust the stack")
  func endlessChain() throws {
    let count = 20_000
    let state = try snapshot { builder in
      for index in 0..<count {
        builder.record("Link \(index)", .controller, needs: "Link \(index + 1)")
      }
      builder.record("A") { $0.encode("a", forKey: "text") }
    }
    let report = try launch(state.bytes)
    #expect(report.outcomes.count == count + 1)
    #expect(report["A"] == .restored)
  }

  @Test("R51: objects with invalid references are restored")
  func strangeReferences() throws {
    let state = try snapshot { builder in
      builder.record("Window", .window)
      builder.record("View", .view)
      for name in ["A", "B"] {
        builder.record(name) { coder in
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
            builder.record(name) { coder in
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
        builder.record(name) { $0.encode(name, forKey: "text") }
      }
    }
    // A row of OBJS: scene and kind, path, class, origin, prerequisite, offset, length.
    let rows = Int(number("A").rawValue) * 28
    let start = try #require(state.bytes.offset(ofSection: "OBJS")) + rows
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
      builder.record("A") {
        $0.encode(Data(repeating: 0xAB, count: size), forKey: "links")
      }
      builder.record("B") { $0.encode("b", forKey: "text") }
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
}
