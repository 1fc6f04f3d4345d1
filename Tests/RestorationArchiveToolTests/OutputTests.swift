// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive
import SystemPackage
import Testing

/// The output format of all commands.
struct OutputTests {
  @Test("Colours are for terminals only, unless they are asked for")
  func coloursAreForTerminals() async throws {
    let home = try TemporaryHome()
    let identifier = try Example.photoViewer.install(in: home)
    for arguments in [
      ["inspect", identifier], ["inspect", identifier, "--outline"], ["verify", identifier],
      ["list"],
    ] {
      let plain = try await home.tool(arguments).output
      #expect(!plain.contains("\u{1B}"))
      #expect(
        try await home.tool(arguments + ["--color", "never"]).output
          == plain
      )
      let colored = try await home.tool(arguments + ["--color", "always"])
      #expect(colored.output.contains("\u{1B}["))
      #expect(colored.output.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
    }
  }

  @Test("A command whose output does not fit on the disk says so, whatever its result was")
  func fullDisk() async throws {
    let home = try TemporaryHome()
    let identifier = try Example.schedule.install(in: home)
    for arguments in [
      ["inspect", identifier], ["export", identifier, "--reveal"], ["sizes", identifier, "--json"],
      ["diff", identifier],
    ] {
      let full = try FileDescriptor.open("/dev/full", .writeOnly)
      let run = try await ToolRun(arguments, environment: home.environment, printingTo: full)
      #expect(run.status == 74, "\(arguments)")
      #expect(run.errors.hasSuffix("Not everything could be written to standard output.\n"))
    }
  }

  @Test("JSON is the same value with every escape, and nothing in it speaks to a terminal")
  func jsonIsHarmless() async throws {
    let strange = "bell \u{7} escape \u{1B}[31m control \u{9B} turned \u{202E} tag \u{E0041} end"
    let maker = SnapshotMaker()
    maker.record(maker.number("Root"), class: "C") { $0.encode(strange, forKey: "text") }
    let home = try TemporaryHome()
    try home.save(try maker.finish())
    let run = try await home.tool("export", home.identifier, "--reveal")
    struct Document: Decodable { var objects: [Object] }
    struct Object: Decodable { var values: [Value] }
    struct Value: Decodable { var value: String }
    let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
    #expect(document.objects.map { $0.values.map(\.value) } == [[strange]])
    for scalar in ["\u{7}", "\u{1B}", "\u{9B}", "\u{202E}", "\u{E0041}"] as [Unicode.Scalar] {
      #expect(!run.output.unicodeScalars.contains(scalar))
    }
  }

  @Test("JSON holds what is no date, too")
  func jsonHoldsOddDates() async throws {
    let maker = SnapshotMaker(
      origin: RecordOrigin(
        applicationVersion: "1", systemVersion: "7", idiom: .desktop,
        timestamp: Date(timeIntervalSinceReferenceDate: 1e300)))
    maker.record(maker.number("Root"), class: "C")
    let home = try TemporaryHome()
    try home.save(try maker.finish())
    let run = try await home.tool("list", "--json")
    #expect(run.output.contains("\"timestamp\" : null"), "\(run.output)\(run.errors)")
  }

  @Test("Scripts that complete command lines are made for each shell")
  func completionScriptsAreMade() async throws {
    for shell in ["bash", "zsh", "fish"] {
      let run = try await ToolRun(["--generate-completion-script", shell])
      #expect(run.status == 0)
      for command in ["inspect", "outline", "verify", "list", "discard", "last-good"] {
        #expect(run.output.contains(command), "\(shell): \(command)")
      }
    }
  }

  @Test("Every command's help gives examples and the exit statuses")
  func helpIsComplete() async throws {
    let commands = try await ToolRun(["--help"]).output.split(separator: "\n")
      .drop { !$0.hasPrefix("SUBCOMMANDS") }.dropFirst()
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(Set(commands).isSuperset(of: ["inspect", "verify", "list", "discard"]))
    for command in commands {
      let help = try await ToolRun([command, "--help"]).output
      #expect(help.contains("EXAMPLES\n"), "\(command)")
      #expect(help.contains("restoration-archive \(command)"), "\(command)")
      #expect(help.contains("EXIT STATUS\n"), "\(command)")
    }
  }
}
#endif
