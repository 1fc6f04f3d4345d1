// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive
import Testing

struct SizesTests {
  private struct Document: Decodable {
    struct Part: Decodable {
      var name: String
      var bytes: Int
    }
    struct Address: Decodable { var path: String }
    struct Object: Decodable {
      var address: Address
      var own: Int
      var total: Int
      var depth: Int
    }
    var file: Int
    var parts: [Part]
    var objects: [Object]?
    var classes: [Group]?
    var keys: [Group]?
  }
  private struct Group: Decodable {
    var name: String
    var count: Int
    var bytes: Int
  }

  private func document(_ arguments: String..., home: TemporaryHome) async throws -> Document {
    let run = try await home.tool(["sizes", "--json"] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
  }

  @Test(
    "The parts' sum is the size of the file, the objects' that of all values",
    arguments: Example.allCases)
  func sumIsTheFile(_ example: Example) async throws {
    let home = try TemporaryHome()
    let application = try example.install(in: home)
    let file = "\(home.path)/state/\(application)/restoration/current.archive"
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
    let subtrees = try await document(application, home: home)
    #expect(subtrees.file == size)
    #expect(subtrees.parts.reduce(0) { $0 + $1.bytes } == size)
    let values = try #require(subtrees.parts.first { $0.name == "values" }?.bytes)
    let objects = try #require(subtrees.objects)
    #expect(objects.reduce(0) { $0 + $1.own } == values)
    #expect(objects.filter { $0.depth == 0 }.reduce(0) { $0 + $1.total } == values)
    let classes = try await document(application, "--by", "class", home: home).classes
    #expect(classes?.reduce(0) { $0 + $1.bytes } == values)
    let keys = try await document(application, "--by", "key", home: home).keys
    #expect(keys?.reduce(0) { $0 + $1.bytes } == values)
  }

  @Test("A fat object comes first, with what it adds to those above it")
  func fatObjectComesFirst() async throws {
    let home = try TemporaryHome()
    let maker = SnapshotMaker()
    maker.record(maker.number("List"), class: "ListController")
    maker.record(maker.number("List/Thin", .view), class: "View") { $0.encode(1, forKey: "one") }
    maker.record(maker.number("List/Fat", .view), class: "View") {
      $0.encode(Data(count: 5_000), forKey: "picture")
    }
    try home.save(try maker.finish())
    let objects = try #require(try await document(home.identifier, home: home).objects)
    #expect(objects.map(\.address.path) == ["List", "List/Fat", "List/Thin"])
    #expect(objects[1].own > 5_000 && objects[1].own == objects[1].total)
    #expect(objects[0].own == 0 && objects[0].total == objects[1].own + objects[2].own)
    let keys = try #require(try await document(home.identifier, "--by", "key", home: home).keys)
    #expect(keys.map(\.name) == ["picture", "one"])
  }

  @Test("A torn end counts, too")
  func tornEndCounts() async throws {
    let home = try TemporaryHome()
    let application = try Example.photoViewer.install(in: home)
    let file = "\(home.path)/state/\(application)/restoration/current.archive"
    var bytes = try #require(FileManager.default.contents(atPath: file))
    bytes += Data(repeating: 7, count: 33)
    try bytes.write(to: URL(fileURLWithPath: file))
    let document = try await document(application, home: home)
    #expect(document.file == bytes.count)
    #expect(document.parts.reduce(0) { $0 + $1.bytes } == bytes.count)
    #expect(document.parts.first { $0.name == "torn" }?.bytes == 33)
  }
}
#endif
