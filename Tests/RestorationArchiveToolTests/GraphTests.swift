// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
    var reader = DotReader(run.output)
    let isWellFormed = reader.read()
    #expect(isWellFormed)
    #expect(reader.nodes.count == hostileTexts.count)
  }
}

/// Parses the subset of Graphviz's grammar that our graphs may use.
private struct DotReader {
  private var rest: Substring.UnicodeScalarView
  private(set) var nodes: Set<String> = []

  init(_ text: String) { rest = Substring(text).unicodeScalars }

  mutating func read() -> Bool {
    guard word() == "digraph", word() == "restoration", take("{") else { return false }
    while !take("}") {
      guard let first = word() else { return false }
      if take("-") {
        guard take(">"), let second = word(), nodes.isSuperset(of: [first, second]) else {
          return false
        }
      } else if first.hasPrefix("n"), first != "node" {
        nodes.insert(first)
      }
      guard take("["), attributes(), take(";") else { return false }
    }
    skipSpace()
    return rest.isEmpty
  }

  private mutating func attributes() -> Bool {
    repeat {
      guard word() != nil, take("="), value() else { return false }
    } while take(",")
    return take("]")
  }

  private mutating func value() -> Bool {
    guard take("\"") else { return word() != nil }
    while let scalar = rest.popFirst() {
      if scalar == "\\" { _ = rest.popFirst() }
      if scalar == "\n" { return false }
      if scalar == "\"" { return true }
    }
    return false
  }

  private mutating func skipSpace() {
    while let first = rest.first, first == " " || first == "\n" { rest.removeFirst() }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func word() -> String? {
    skipSpace()
    var word = ""
    while let first = rest.first, first.isASCII,
      first.properties.isAlphabetic || first.properties.numericType != nil || first == "."
    {
      word.unicodeScalars.append(rest.removeFirst())
    }
    return word.isEmpty ? nil : word
  }
}
