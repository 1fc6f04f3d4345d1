// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

/// Objects that wait at launch for another one registered later.
@Suite struct LateDependentsTests {
  let machine = Machine()

  @Test("R58, R184, R194: objects below a late object or dependent on it come in archive order")
  func dependentsComeInOrder() throws {
    let builder = ChangeBuilder()
    func record(_ address: RestorationAddress, _ type: Node.Type, needs: String? = nil) {
      let name = archivedClassName(of: type)
      builder.end(
        builder.begin(
          builder.tables.number(for: address), className: name,
          restorationClass: type == Node.self ? nil : name, schemaVersion: 0,
          prerequisite: needs.map { builder.tables.number(for: RestorationAddress($0)) },
          references: nil))
    }
    record(.application, Node.self)
    record(RestorationAddress("Late"), Node.self)
    record(RestorationAddress("Late/first"), OtherNode.self)
    record(RestorationAddress("Needing"), OtherNode.self, needs: "Late")
    record(RestorationAddress("Late/second"), OtherNode.self)
    record(RestorationAddress("Other"), Node.self)
    record(RestorationAddress("Other/third"), OtherNode.self, needs: "Late")
    record(RestorationAddress("Needing/fourth"), OtherNode.self)
    let state = try #require(builder.snapshot(roots: []))
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
