// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive
import Testing

struct GraphTests {
  @Test("A line is one for two objects, and names each key once")
  func oneLineForTwoObjects() async throws {
    let home = try TemporaryHome()
    let maker = SnapshotMaker()
    let target = maker.number("Target", .object, scene: "")
    maker.record(target, class: "Target")
    maker.record(maker.number("Root"), class: "Root") {
      $0.encode(ArchivedValue.array([.reference(target), .reference(target)]), forKey: "list")
      $0.encode(ArchivedValue.reference(target), forKey: "single")
    }
    try home.save(try maker.finish())
    let run = try await home.tool("graph", home.identifier)
    let lines = run.output.split(separator: "\n").filter { $0.contains("list") }
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    #expect(line.ranges(of: "list").count == 1 && line.ranges(of: "single").count == 1)
  }

  @Test("Hostile words leave a graph for Graphviz well formed")
  func hostileDot() async throws {
    let home = try TemporaryHome()
    try home.save(try hostileSnapshot())
    let run = try await home.tool("graph", home.identifier)
    #expect(run.status == 0)
    let lines = run.output.unicodeScalars.split(separator: "\n").map { String($0) }
    #expect(lines.first == "digraph restoration {" && lines.last == "}")
    // Values are words or quoted texts; a statement is a default, a node, or a line between nodes.
    let attribute = #"\w+=(?:"(?:[^"\\]|\\.)*"|[\w.]+)"#
    let attributes = #" \[\#(attribute)(?:, \#(attribute))*\];"#
    let defaults = try Regex("  (?:graph|node|edge)" + attributes, as: Substring.self)
    let node = try Regex(#"  (n\d+)"# + attributes, as: (Substring, Substring).self)
    let edge = try Regex(
      #"  (n\d+) -> (n\d+)"# + attributes, as: (Substring, Substring, Substring).self)
    var nodes: Set<Substring> = []
    for line in lines.dropFirst().dropLast() {
      if let match = line.wholeMatch(of: node.matchingSemantics(.unicodeScalar)) {
        nodes.insert(match.output.1)
      } else if let match = line.wholeMatch(of: edge.matchingSemantics(.unicodeScalar)) {
        #expect(nodes.isSuperset(of: [match.output.1, match.output.2]))
      } else {
        #expect(line.wholeMatch(of: defaults) != nil, "\(line)")
      }
    }
    #expect(nodes.count == hostileTexts.count)
  }
}
#endif
