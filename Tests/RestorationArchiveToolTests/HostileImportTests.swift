// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive
import Testing

struct HostileImportTests {
  /// Returns an export with one part replaced.
  private func document(
    origins: String = origin, objects: [String] = [Self.object()], roots: String = "[]",
    version: String = "1"
  ) -> String {
    """
    {"format": "restoration-export", "version": \(version), "revealed": true,
     "origins": [\(origins)], "objects": [\(objects.joined(separator: ","))], "roots": \(roots)}
    """
  }

  private static let origin = """
    {"applicationVersion": "1", "systemVersion": "7", "idiom": "desktop", "timestamp": 0.5}
    """

  private static func object(
    _ address: String = Self.address("A"), values: String = "", more: String = "",
    origin: String = "0", schema: String = "0"
  ) -> String {
    """
    {"address": \(address), "class": "C", "schemaVersion": \(schema), "origin": \(origin), \(more)
     "values": [\(values)]}
    """
  }

  private static func address(_ path: String, kind: String = "controller") -> String {
    #"{"kind": "\#(kind)", "scene": "main", "path": "\#(path)"}"#
  }

  private func importing(_ text: String, in home: TemporaryHome) async throws -> ToolRun {
    let file = home.path + "/hostile.json"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return try await home.tool(
      "import", file, "--output", home.path + "/new.archive", "--key", home.path + "/key",
      "--force")
  }

  private func expect(
    _ text: String, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let home = try TemporaryHome()
    let run = try await importing(text, in: home)
    #expect(run.status == 65, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(
      run.errors
        == "restoration-archive: \(home.path)/hostile.json cannot be imported: \(words).\n",
      sourceLocation: sourceLocation)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: home.path) == ["hostile.json"],
      sourceLocation: sourceLocation)
  }

  /// Expects an error about one value.
  private func expect(
    value: String, _ words: String, at place: String = ".value",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let object = Self.object(values: #"{"key": "k", "value": \#(value)}"#)
    try await expect(
      document(objects: [object]), "at objects[0].values[0]\(place), \(words)",
      sourceLocation: sourceLocation)
  }

  @Test("What the tests here change is right without the change")
  func baseIsImported() async throws {
    let home = try TemporaryHome()
    let run = try await importing(document(), in: home)
    #expect(run.status == 0, "\(run.errors)")
    let state = try await home.tool(
      "inspect", home.path + "/new.archive", "--key", home.path + "/key")
    #expect(state.output.contains("Path: A\nScene: main\nClass: C\n"))
  }

  @Test("A file that is no export is told, and so is one of another version")
  func otherFilesAreTold() async throws {
    for text in ["", "{", "\u{0}", #"{"format": "\ud800"}"#] {
      try await expect(text, "it is not JSON, or nested too deeply")
    }
    try await expect(String(repeating: "[", count: 100_000), "it is not JSON, or nested too deeply")
    try await expect("[]", "an object is expected here")
    try await expect("{}", "the key format is missing")
    try await expect(#"{"format": "other"}"#, "at format, it is not an export of this tool")
    try await expect(document(version: "2"), "at version, only version 1 is read")
    try await expect(document(version: #""1""#), "at version, a number is expected here")
    try await expect(document(roots: "7"), "at roots, a list is expected here")
    try await expect(
      document(objects: [Self.object(more: #""clas": "D","#)]),
      "at objects[0], the key clas is not known")
  }

  @Test("R12: addresses that no archive holds are refused")
  func invalidAddresses() async throws {
    let wrong = "the path has an empty step or a number that no archive holds"
    for path in ["/", "a//b", "a/", ":[2147483648]:", ":[01]:"] {
      try await expect(
        document(objects: [Self.object(Self.address(path))]), "at objects[0].address, \(wrong)")
    }
    let deep = Array(repeating: "a", count: 257).joined(separator: "/")
    try await expect(
      document(roots: "[\(Self.address(deep))]"), "at roots[0], the path has more than 256 steps")
    try await expect(
      document(objects: [Self.object(Self.address("A", kind: "application"))]),
      "at objects[0].address, the application has neither scene nor path")
    try await expect(
      document(objects: [Self.object(Self.address("A", kind: "widget"))]),
      "at objects[0].address.kind, the value is out of range or malformed")
  }

  @Test("Duplicates are refused, told apart by their bytes")
  func duplicates() async throws {
    try await expect(
      document(objects: [Self.object(), Self.object()]),
      "at objects[1].address, an earlier object has the same address")
    let twice = #"{"key": "k", "value": null}, {"key": "k", "value": true}"#
    try await expect(
      document(objects: [Self.object(values: twice)]),
      "at objects[0].values[1], an earlier entry has the same key")
    try await expect(
      value: #"{"dictionary": [\#(twice)]}"#, "an earlier entry has the same key",
      at: ".value.dictionary[1]")
    let home = try TemporaryHome()
    let accents = [Self.object(Self.address("\u{E9}")), Self.object(Self.address("e\u{301}"))]
    #expect(try await importing(document(objects: accents), in: home).status == 0)
  }

  @Test("Prerequisites that lead round in a circle are refused, missing ones are not")
  func circles() async throws {
    func object(_ path: String, after prerequisite: String) -> String {
      Self.object(
        Self.address(path), more: #""prerequisite": \#(Self.address(prerequisite)),"#)
    }
    let circle = "the prerequisites form a circle"
    try await expect(
      document(objects: [object("A", after: "A")]), "at objects[0].prerequisite, \(circle)")
    try await expect(
      document(objects: [
        Self.object(Self.address("X")), object("A", after: "C"), object("B", after: "A"),
        object("C", after: "B"),
      ]), "at objects[1].prerequisite, \(circle)")
    let home = try TemporaryHome()
    #expect(try await importing(document(objects: [object("A", after: "Z")]), in: home).status == 0)
  }

  @Test("Numbers must fit their types")
  func numbers() async throws {
    let range = "the value is out of range or malformed"
    for (type, number) in [
      ("integer", "1.5"), ("integer", "9223372036854775808"), ("unsigned", "-1"),
      ("double", "1e999"),
    ] {
      try await expect(value: #"{"\#(type)": \#(number)}"#, range, at: ".value.\(type)")
    }
    for (type, text) in [
      ("integer", "9223372036854775808"), ("integer", "1 "), ("unsigned", "-1"), ("float", "nan:0"),
      ("float", "nan:ffffffffff"), ("double", "1"), ("date", "tomorrow"),
    ] {
      try await expect(
        value: #"{"\#(type)": "\#(text)"}"#, "this is not a number of its type",
        at: ".value.\(type)")
    }
    for schema in ["-1", "4294967296", "0.5"] {
      try await expect(
        document(objects: [Self.object(schema: schema)]), "at objects[0].schemaVersion, \(range)")
    }
    for origin in ["-1", "1"] {
      try await expect(
        document(objects: [Self.object(origin: origin)]),
        "at objects[0].origin, there is no such origin")
    }
  }

  @Test("Values have one known type and a depth that is read again")
  func values() async throws {
    try await expect(value: "7", "an object is expected here")
    try await expect(value: "{}", "a value must have exactly one type")
    try await expect(value: #"{"integer": 1, "double": 1}"#, "a value must have exactly one type")
    try await expect(value: #"{"Any": 1}"#, "the key Any is not known")
    try await expect(value: #"{"hidden": "Bool"}"#, "the value is hidden")
    try await expect(
      value: #"{"data": "*"}"#, "the value is out of range or malformed", at: ".value.data")
    func nested(_ count: Int) -> String {
      String(repeating: #"{"array": ["#, count: count) + String(repeating: "]}", count: count)
    }
    try await expect(value: nested(65), "the value is nested deeper than 64 levels")
    try await expect(
      document(objects: [
        Self.object(values: #"{"key": "ApplicationStateRestorationTimestamp", "value": null}"#)
      ]), "at objects[0].values[0].key, the key is reserved")
    try await expect(
      document(origins: Self.origin.replacingOccurrences(of: "desktop", with: "watch")),
      "at origins[0].idiom, an idiom is desktop, terminal or headless")
    let home = try TemporaryHome()
    let object = Self.object(values: #"{"key": "k", "value": \#(nested(64))}"#)
    #expect(try await importing(document(objects: [object]), in: home).status == 0)
  }

  @Test("An export that was cut or changed anywhere is imported or refused, and never crashes")
  func everyDamageIsAnswered() async throws {
    let home = try TemporaryHome()
    let identifier = try Example.photoViewer.install(in: home)
    let whole = Array(try await home.tool("export", identifier, "--reveal").output.utf8)
    for round in 0..<40 {
      let place = whole.count * round / 40
      let cut = try await importing(String(decoding: whole[..<place], as: UTF8.self), in: home)
      #expect(cut.status == 65, "cut at \(place)")
      var changed = whole
      let (at, byte) = (round * 7_919 % whole.count, UInt8(33 + round * 2))
      changed[at] = byte
      let run = try await importing(String(decoding: changed, as: UTF8.self), in: home)
      #expect([0, 65].contains(run.status), "byte \(at) is \(byte): \(run.errors)")
      #expect(run.errors.split(separator: "\n").count == (run.status == 0 ? 0 : 1))
    }
  }
}
#endif
