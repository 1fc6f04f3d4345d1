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
    let name = archivedClassName(of: OtherNode.self)
    func record(_ path: String, needs: String? = nil) {
      builder.record(path, of: OtherNode.self, restorationClass: name, needs: needs) {
        $0.encode(path, forKey: "text")
      }
    }
    builder.recordApplication()
    builder.record("Late")
    record("Late/first")
    record("Needing", needs: "Late")
    record("Late/second")
    builder.record("Other")
    record("Other/third", needs: "Late")
    record("Needing/fourth")
    let state = try #require(builder.snapshot(roots: []))
    _ = try Archiver(store: machine.store, keys: machine.keys).saveAndWait(state)

    let coordinator = machine.coordinator()
    var (made, nodes): ([String], [OtherNode]) = ([], [])
    coordinator.register(OtherNode.self) { path, _ in
      made.append(path.joined(separator: "/"))
      nodes.append(OtherNode())
      return nodes.last
    }
    _ = coordinator.restore()
    #expect(made.isEmpty)
    let (late, other) = (Node(), Node())
    coordinator.register(late, as: "Late")
    #expect(made == ["Late/first", "Needing", "Late/second", "Needing/fourth"])
    coordinator.register(other, as: "Other")
    #expect(made.last == "Other/third")
    #expect(nodes.map(\.text) == made)
    #expect(nodes.allSatisfy { $0.decodedCount == 1 && $0.finishedCount == 1 })
  }
}
