// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive
import Testing

/// Every command on states that the examples saved in real windows.
struct ExampleTests {
  /// Compares a command's output for an example's archive with expected text.
  private func compare(_ example: Example, _ arguments: [String], _ name: String) async throws {
    let home = try TemporaryHome()
    let identifier = try example.install(in: home)
    let run = try await home.tool([arguments[0], identifier] + arguments.dropFirst())
    #expect(run.errors == "")
    #expect(run.status == 0)
    #expect(try run.output == golden("\(example.rawValue)-\(name)", run.output))
  }

  @Test(
    "R136, R189: commands that read print what is expected, for people and for programs",
    arguments: Example.allCases,
    [
      ["inspect"], ["inspect", "--reveal"], ["inspect", "--generation", "previous"],
      ["inspect", "--outline"], ["verify"], ["verify", "--json"], ["export"],
      ["export", "--reveal"], ["graph"], ["report"], ["report", "--reveal"],
      ["sizes", "--by", "subtree"], ["sizes", "--by", "subtree", "--json"],
      ["sizes", "--by", "class"], ["sizes", "--by", "class", "--json"], ["sizes", "--by", "key"],
      ["sizes", "--by", "key", "--json"],
    ])
  func commandsPrint(example: Example, arguments: [String]) async throws {
    let name = arguments.map { $0.replacingOccurrences(of: "--", with: "") }.joined(separator: "-")
    try await compare(example, arguments, name)
  }

  @Test("R136, R189: inspect prints the objects at one path, or one of their values")
  func oneObjectIsPrinted() async throws {
    let image = ["inspect", "--path", "Navigation/:[1]:/Image"]
    try await compare(.photoViewer, image, "object")
    try await compare(.photoViewer, image + ["--reveal"], "object-reveal")
    try await compare(
      .photoViewer, image + ["--value", "kImageFiltersKey", "--reveal"], "object-value")
    try await compare(.schedule, ["inspect", "--path", "Root Tab Bar"], "object")
  }

  @Test("R189: without --reveal no command shows a value, as text or as JSON")
  func valuesStayHidden() async throws {
    let home = try TemporaryHome()
    let identifier = try Example.photoViewer.install(in: home)
    let image = ["inspect", identifier, "--path", "Navigation/:[1]:/Image"]
    let value = image + ["--value", "kImageIdentifierKey"]
    for arguments in [
      ["inspect", identifier], ["inspect", identifier, "--outline"], image, value,
      ["verify", identifier], ["verify", identifier, "--json"], ["diff", identifier],
      ["diff", identifier, "--json"], ["export", identifier], ["graph", identifier],
      ["sizes", identifier], ["sizes", identifier, "--json"], ["list"], ["list", "--json"],
    ] {
      let output = try await home.tool(arguments).output
      #expect(!output.isEmpty)
      for value in ["1391-AADE", "/usr/share/backgrounds", "0.88473", "1000.0"] {
        #expect(!output.contains(value), "\(arguments) shows \(value)")
      }
    }
    let shown = try await home.tool(value + ["--reveal"])
    #expect(shown.output == "1391-AADE-6431-B5A6\n")
  }

  @Test("list prints the applications with state, for people and for programs")
  func listPrints() async throws {
    let home = try TemporaryHome()
    for example in Example.allCases { _ = try example.install(in: home) }
    for variant in [[], ["--json"]] {
      let run = try await home.tool(["list"] + variant)
      #expect(run.status == 0)
      #expect(run.errors == "")
      #expect(try run.output == golden(variant.isEmpty ? "list" : "list-json", run.output))
    }
  }

  @Test("discard prints what goes, and then nothing of it is there", arguments: Example.allCases)
  func discardPrints(example: Example) async throws {
    let home = try TemporaryHome()
    let identifier = try example.install(in: home)
    for variant in ["--dry-run", "--yes"] {
      let run = try await home.tool("discard", identifier, variant)
      #expect(run.status == 0)
      let text = run.output.replacingOccurrences(of: home.path, with: "HOME")
      #expect(try text == golden("\(example.rawValue)-discard\(variant.dropFirst())", text))
    }
    #expect(
      home.contents == [
        "data", "data/\(identifier)", "data/\(identifier)/restoration.key", "state",
      ])
    #expect(try await home.tool("discard", identifier, "--yes").status == 66)
  }
}
#endif
