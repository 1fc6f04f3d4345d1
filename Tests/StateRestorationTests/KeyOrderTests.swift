// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

/// Keys that hooks read in another order than earlier objects did.
///
/// The decoder expects the order in which other objects of the class read them.
@Suite struct KeyOrderTests {
  private static let keys = ["first", "a key with a longer name", "third", "fourth", "fifth"]

  /// Returns the keys in rotated order, without one of them.
  private static func keys(from start: Int, without left: Int) -> [String] {
    keys.indices.map { keys[($0 + start) % keys.count] }.filter { $0 != keys[left % keys.count] }
  }

  @Test("R43, R168: objects of one class may read their keys in any order or leave some out")
  func anyOrder() throws {
    let machine = Machine()
    let coordinator = machine.coordinator()
    let nodes = (0..<50).map { index in
      let node = Node()
      node.onEncode = { coder in
        for (place, key) in Self.keys(from: index, without: index / 5).enumerated() {
          coder.encode(100 * index + place, forKey: key)
        }
      }
      return node
    }
    for (index, node) in nodes.enumerated() { coordinator.register(node, as: "Node \(index)") }
    try coordinator.save()

    let relaunched = machine.coordinator()
    var found: [Int: [String: Int]] = [:]
    let restored = (0..<nodes.count).map { index in
      let node = Node()
      node.onDecode = { coder in
        for key in Self.keys(from: index / 7, without: index) {
          // Copies the key each time, so that the same text is at another address.
          let key = String(key.reversed().reversed())
          found[index, default: [:]][key] =
            index % 2 == 0 ? coder.decode(Int.self, forKey: key) : coder.decodeInteger(forKey: key)
        }
      }
      relaunched.register(node, as: "Node \(index)")
      return node
    }
    _ = relaunched.restore()
    for index in restored.indices {
      let written = Self.keys(from: index, without: index / 5)
      for key in Self.keys(from: index / 7, without: index) {
        let expected = written.firstIndex(of: key).map { 100 * index + $0 }
        #expect(found[index]?[key] == expected ?? (index % 2 == 0 ? nil : 0), "\(index) \(key)")
      }
    }
  }

  @Test("R51: a value whose type differs from others of its class is reported")
  func otherTypes() throws {
    let machine = Machine()
    let (first, second) = (Node(), Node())
    first.onEncode = { $0.encode([1.5, 2], forKey: "value") }
    second.onEncode = { $0.encode(["one", "two"], forKey: "value") }
    try machine.save(["First": first, "Second": second])

    let (firstAgain, secondAgain) = (Node(), Node())
    var numbers: [[Double]?] = []
    firstAgain.onDecode = { numbers.append($0.decode([Double].self, forKey: "value")) }
    var texts: [String]?
    secondAgain.onDecode = { coder in
      numbers.append(coder.decode([Double].self, forKey: "value"))
      texts = coder.decode([String].self, forKey: "value")
    }
    let report = machine.restore(["First": firstAgain, "Second": secondAgain])
    #expect(numbers == [[1.5, 2], nil])
    #expect(texts == ["one", "two"])
    #expect(report.diagnostics.contains { $0.contains("key value: expected Array<Double>") })
  }
}
