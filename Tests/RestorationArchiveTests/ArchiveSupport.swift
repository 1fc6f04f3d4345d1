// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

/// Returns an origin that is equal in every run.
func origin(version: String = "1.1", seconds: Double = 389_927_587) -> RecordOrigin {
  RecordOrigin(
    applicationVersion: version, systemVersion: "12", idiom: .desktop,
    timestamp: Date(timeIntervalSince1970: seconds))
}

/// Parses a path; components such as `:[n]:` are numbers.
func path(_ text: String) -> RestorationPath {
  RestorationPath(
    text.split(separator: "/").map { part in
      if let identifier = RestorationIdentifier(String(part)) { return .identifier(identifier) }
      return .index(Int(part.dropFirst(2).dropLast(2)) ?? 0)
    })
}

func address(_ text: String, _ kind: ObjectKind = .controller, scene: String = "")
  -> RestorationAddress
{ RestorationAddress(scene: scene, kind: kind, path: path(text)) }

/// Makes snapshots as the engine does.
struct SnapshotMaker {
  let tables: SnapshotTables
  let builder: ChangeBuilder

  init(
    tables: SnapshotTables = SnapshotTables(), base: RestorationSnapshot? = nil,
    origin recordOrigin: RecordOrigin = origin()
  ) {
    self.tables = tables
    builder = ChangeBuilder(tables: tables, base: base, origin: recordOrigin)
  }

  /// Begins a pass after another one.
  init(tables: SnapshotTables, since state: CurrentState, origin: RecordOrigin) {
    self.tables = tables
    builder = ChangeBuilder(tables: tables, since: state, origin: origin)
  }

  @discardableResult
  func record(
    _ address: RestorationAddress, class className: String = "Thing",
    restorationClass: String? = nil, schemaVersion: Int = 0, prerequisite: ObjectNumber? = nil,
    references: (any ReferenceEncoding)? = nil, _ encode: (RestorationEncoder) -> Void = { _ in }
  ) -> ObjectNumber {
    let number = tables.number(for: address)
    let encoder = builder.begin(
      number, className: className, restorationClass: restorationClass,
      schemaVersion: schemaVersion, prerequisite: prerequisite, references: references)
    encode(encoder)
    builder.end(encoder)
    return number
  }

  func finish(roots: [ObjectNumber] = []) -> RestorationSnapshot? { builder.snapshot(roots: roots) }
}

/// Returns a decoder for one object of a snapshot.
///
/// It reads the snapshot's bytes again, as after a launch.
func decoder(_ snapshot: RestorationSnapshot, _ number: ObjectNumber) throws -> RestorationDecoder {
  let reader = SnapshotReader(try RestorationSnapshot(snapshot.bytes))
  guard let record = try reader.record(number) else { throw TestFailure("no record") }
  return RestorationDecoder(record, of: reader, references: nil)
}

/// Encodes and decodes values through the bytes of an archive.
func roundTrip(_ encode: (RestorationEncoder) -> Void) throws -> RestorationDecoder {
  let maker = SnapshotMaker()
  let number = maker.record(address("Root"), encode)
  return try decoder(unwrap(maker.finish()), number)
}

/// Returns a small snapshot with one of everything.
func smallSnapshot(marker: Int = 1) -> RestorationSnapshot {
  let maker = SnapshotMaker()
  let application = maker.record(.application, class: "AppDelegate") {
    $0.encode(marker, forKey: "marker")
  }
  let child = maker.tables.number(for: address("Tabs/:[1]:/List", .view, scene: "main"))
  let root = maker.record(
    address("Tabs", scene: "main"), class: "TabBarController", restorationClass: "Maker",
    schemaVersion: 3
  ) {
    $0.encode("text", forKey: "title")
    $0.encode([1.5, -0.0], forKey: "numbers")
    $0.encode(["a": ["b": Data([1, 2, 3])]], forKey: "nested")
    $0.encode(ArchivedValue.reference(child), forKey: "child")
    $0.encode(UInt64.max, forKey: "large")
    $0.encode(Date(timeIntervalSince1970: 0), forKey: "date")
  }
  maker.record(
    address("Tabs/:[1]:/List", .view, scene: "main"), class: "TableView", prerequisite: root
  ) { $0.encode(true, forKey: "flag") }
  let note = RestorationNote(
    address: address("Tabs/:[0]:/List", .view, scene: "main"), outcome: .notPreserved,
    sentence: "no identifier")
  return unwrap(maker.builder.snapshot(roots: [application, root], notes: [note]))
}

/// Unwraps a value; `nil` means the test itself is wrong.
func unwrap<Value>(_ value: Value?) -> Value {
  guard let value else { fatalError("A test's own value is missing.") }
  return value
}

/// Returns a key that is equal in every run.
func fixedKey(_ byte: UInt8) -> ArchiveKey {
  unwrap(ArchiveKey(bytes: [UInt8](repeating: byte, count: 32)))
}

/// Expects an archive error with one of some codes.
func expectError(
  _ codes: ArchiveError.Code..., sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  do {
    try body()
    Issue.record("There is no error.", sourceLocation: sourceLocation)
  } catch {
    let code = (error as? ArchiveError)?.code
    #expect(code.map(codes.contains) == true, "\(error)", sourceLocation: sourceLocation)
  }
}

struct TestFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension SnapshotTables {
  /// Returns the number of the object at a path.
  func number(_ text: String) -> ObjectNumber { number(for: RestorationArchiveTests.address(text)) }
}
