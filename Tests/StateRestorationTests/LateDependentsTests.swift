// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Testing

/// What waits at launch for an object that is registered after it.
@Suite struct LateDependentsTests {
  let machine = Machine()

  private func address(_ text: String) -> RestorationAddress {
    let names = text.split(separator: "/").compactMap { RestorationIdentifier(String($0)) }
    return RestorationAddress(
      scene: "", kind: .object, path: RestorationPath(names.map { .identifier($0) }))
  }

  @Test("R58, R184, R194: what lies below a late object or needs it comes in the archive's order")
  func dependentsComeInOrder() throws {
    let builder = SnapshotBuilder(
      tables: SnapshotTables(), base: nil,
      origin: RecordOrigin(
        applicationVersion: "1", systemVersion: "12", idiom: .headless, timestamp: Date()))
    func record(_ address: RestorationAddress, _ type: Node.Type, needs: String? = nil) {
      let name = archivedClassName(of: type)
      builder.end(
        builder.begin(
          builder.tables.number(for: address), className: name,
          restorationClass: type == Node.self ? nil : name, schemaVersion: 0,
          prerequisite: needs.map { builder.tables.number(for: self.address($0)) },
          references: nil))
    }
    record(.application, Node.self)
    record(address("Late"), Node.self)
    record(address("Late/first"), OtherNode.self)
    record(address("Needing"), OtherNode.self, needs: "Late")
    record(address("Late/second"), OtherNode.self)
    record(address("Other"), Node.self)
    record(address("Other/third"), OtherNode.self, needs: "Late")
    record(address("Needing/fourth"), OtherNode.self)
    let state = try #require(builder.finish(roots: []))
    _ = try Archiver(store: machine.store, keys: machine.keys).saveAndWait(state)

    let coordinator = machine.coordinator()
    var made: [String] = []
    coordinator.register(OtherNode.self) { path, _ in
      made.append(path.joined(separator: "/"))
      return OtherNode()
    }
    _ = coordinator.restore()
    #expect(made.isEmpty)
    let (late, other) = (Node(), Node())
    coordinator.register(late, as: "Late")
    #expect(made == ["Late/first", "Needing", "Late/second", "Needing/fourth"])
    coordinator.register(other, as: "Other")
    #expect(made.last == "Other/third")
  }
}
