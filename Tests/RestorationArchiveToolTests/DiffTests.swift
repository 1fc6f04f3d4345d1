// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive
import Testing

struct DiffTests {
  @Test("diff's help has one list of exit statuses, in its own words")
  func helpHasOneListOfStatuses() async throws {
    let help = try await ToolRun(["diff", "--help"], environment: [:]).output
    let statuses = help.split(separator: "\n").map { $0.drop { $0 == " " } }.compactMap {
      $0.split(separator: " ").first.flatMap { Int($0) }
    }
    #expect(help.contains("1   they differ"))
    #expect(statuses == [0, 1, 64, 65, 66, 73, 74, 75, 77, 78])
  }

  @Test("R136: the states of each example before and after its last saves are told apart")
  func examplesAreCompared() async throws {
    let home = try TemporaryHome()
    for example in Example.allCases {
      let identifier = try example.install(in: home)
      for (variant, arguments) in [("", []), ("-revealed", ["--reveal"])] {
        let run = try await home.tool(["diff", identifier] + arguments)
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.errors == "")
        #expect(try run.output == golden("\(example.rawValue)-diff\(variant)", run.output))
      }
      let json = try await home.tool("diff", identifier, "--json", "--reveal")
      #expect(json.status == 1)
      #expect(try json.output == golden("\(example.rawValue)-diff-json", json.output))
    }
  }

  @Test("A state does not differ from itself, and the exit status says so")
  func sameStatesEndWith0() async throws {
    let home = try TemporaryHome()
    let identifier = try Example.photoViewer.install(in: home)
    let run = try await home.tool("diff", identifier, "\(identifier)@current")
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("The states are equal.\n"))
    let json = try await home.tool("diff", identifier, identifier, "--json")
    #expect(json.status == 0)
    #expect(json.output.contains(#""isSame" : true"#))
  }

  @Test("R150: the saves appended to one archive are compared, too")
  func appendedSavesAreCompared() async throws {
    let home = try TemporaryHome()
    let identifier = try Example.photoViewer.install(in: home)
    let expected = try await home.tool("diff", "\(identifier)@~1", identifier)
    #expect(expected.status == 1)
    #expect(expected.output.contains("    ~ ImageFilterIntensityKey: Float, changed\n"))
    let archive = try FileStore(applicationIdentifier: identifier, environment: home.environment)
      .path(of: .current)
    let key = try KeyFile(applicationIdentifier: identifier, environment: home.environment).path
    for old in ["\(identifier)@current~1", "\(archive)@~1"] {
      let run = try await home.tool("diff", old, archive, "--key", key)
      #expect(run.status == 1, "\(old): \(run.errors)")
      let lines = run.output.split(separator: "\n").dropFirst(2)
      #expect(lines == expected.output.split(separator: "\n").dropFirst(2), "\(old)")
    }
    let none = try await home.tool("diff", "\(identifier)@~2", identifier)
    #expect(none.status == 66)
    #expect(none.errors.contains("no state 2 before"))
  }

  @Test("Attributes, values that come and go, and long texts line by line are shown")
  func everyKindOfChange() async throws {
    let home = try TemporaryHome()
    let (old, new) = (SnapshotMaker(), SnapshotMaker())
    let lines = (1...9).map { "line \($0)" }
    old.record(old.number("Gone", .object, scene: ""), class: "Gone")
    old.record(old.number("Note"), class: "Note", restorationClass: "Maker") {
      $0.encode(lines.joined(separator: "\n"), forKey: "text")
      $0.encode("before", forKey: "title")
      $0.encode(1, forKey: "lost")
    }
    new.record(new.number("Note"), class: "Page", schemaVersion: 2) {
      $0.encode((lines[..<4] + ["other"] + lines[5...]).joined(separator: "\n"), forKey: "text")
      $0.encode("beyond", forKey: "title")
      $0.encode([1.5], forKey: "made")
    }
    new.record(new.number("New", .view), class: "New")
    try home.save(try old.finish())
    try home.save(try new.finish())
    let run = try await home.tool("diff", home.identifier, "--reveal", "--color", "never")
    #expect(run.status == 1)
    #expect(
      run.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
        .joined(separator: "\n") == """
          1 added, 1 dropped, 1 changed

          + [View] New (scene main)

          - [Restorable Object] Gone

          ~ [View Controller] Note (scene main)
              ~ Class: Note → Page
              ~ Restoration Class: Maker → none
              ~ Schema Version: 0 → 2
              ~ text:
                  … 2 lines
                    line 3
                    line 4
                  - line 5
                  + other
                    line 6
                    line 7
                  … 2 lines
              ~ title: before → beyond
              + made -> (
              +         1.5
              +     )
              - lost -> 1

          """)
    let hidden = try await home.tool("diff", home.identifier)
    for value in ["line", "other", "before", "beyond", "1.5"] {
      #expect(!hidden.output.contains(value), "\(value)")
    }
    #expect(hidden.output.contains("    ~ title: String, 6 bytes, changed\n"))
    let json = try await home.tool("diff", home.identifier, "--json")
    #expect(
      !json.output.contains("beyond") && json.output.contains(#""hidden" : "String, 6 bytes""#))
  }

  @Test("A line that is only spelled in another way differs")
  func spellingsOfLines() async throws {
    let home = try TemporaryHome()
    for text in ["one\ntwo caf\u{E9}\nthree", "one\ntwo cafe\u{301}\nthree"] {
      let maker = SnapshotMaker()
      maker.record(maker.number("Note"), class: "Note") { $0.encode(text, forKey: "text") }
      try home.save(try maker.finish())
    }
    let lines = try await home.tool("diff", home.identifier, "--reveal").output.split(
      separator: "\n")
    for line in ["        - two caf\u{E9}", "        + two cafe\u{301}"] {
      #expect(lines.contains { $0.utf8.elementsEqual(line.utf8) })
    }
  }

  @Test("What is no name of a state ends with the status that says why, never 1")
  func wrongNamesAreTold() async throws {
    let home = try TemporaryHome()
    let identifier = try Example.schedule.install(in: home)
    for (names, status, words) in [
      (["\(identifier)@newest"], 64, "current, previous, last-good"),
      (["\(identifier)@~x", identifier], 64, "number of saves"),
      (["\(identifier)@last-good", identifier], 66, "no last-good archive"),
      (["org.example.Other"], 66, "org.example.Other"),
      ([identifier, "/no/such/file"], 66, "/no/such/file"),
    ] as [([String], Int32, String)] {
      let run = try await home.tool(["diff"] + names)
      #expect(run.status == status, "\(names)")
      #expect(run.errors.contains(words), "\(names): \(run.errors)")
      #expect(run.output == "")
    }
  }
}
#endif
