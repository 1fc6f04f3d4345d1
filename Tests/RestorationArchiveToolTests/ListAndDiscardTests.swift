// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import Glibc
import RestorationArchive
import Testing

/// Listing and discarding the states of applications.
struct ListAndDiscardTests {
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.save(try photoViewerSnapshot())
    return home
  }

  @Test("list says why an archive cannot be opened, and makes no key")
  func listSaysWhatIsMissing() async throws {
    let home = try home()
    try home.put([1, 2, 3], .damaged(1))
    try home.put(photoViewerSnapshot(), .archive(.current), slot: "instance-2", save: 7)
    try FileManager.default.removeItem(atPath: try home.keyFile().path)
    let before = home.contents
    let run = try await home.tool("list")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("org.example.PhotoViewer, no key\n  current.archive: save 1, "))
    #expect(run.output.contains("    It cannot be opened: There is no key file "))
    #expect(run.output.contains("  damaged-1.archive: 3 bytes\n    It cannot be opened: The file "))
    #expect(run.output.contains("  instance-2.current.archive: save 7, "))
    #expect(home.contents == before)
    for name in ["org.example.Odd", ".hidden"] {
      let place = home.path + "/state/" + name
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
      try Data().write(to: URL(fileURLWithPath: place + "/restoration"))
    }
    let odd = try await home.tool("list")
    #expect(odd.status == 0)
    #expect(odd.output.hasPrefix("org.example.Odd, no key\n  The folder "))
    #expect(odd.output.hasSuffix(run.output))
    #expect(!odd.output.contains("hidden"))
    let other = try TemporaryHome()
    let none = try await other.tool("list")
    #expect(none.output == "No application has state in \(other.path)/state.\n")
    #expect(other.contents == [])
  }

  @Test("R219: list names archives that failed at launch, and put-back makes one current again")
  func putBack() async throws {
    let home = try home()
    try home.put(photoViewerSnapshot(), .passedOver(1), save: 6)
    try home.put(photoViewerSnapshot(), .passedOver(2), save: 7)
    let list = try await home.tool("list").output
    #expect(list.contains("  passed-over-2.archive: save 7, "))
    #expect(list.contains("  passed-over-1.archive: save 6, "))
    #expect(
      try await home.tool("inspect", home.identifier, "--generation", "passed-over-2").status == 0)
    let before = home.contents
    #expect(try await home.tool("put-back", home.identifier, "current", "--yes").status == 64)
    #expect(try await home.tool("put-back", home.identifier, "passed-over-3", "--yes").status == 66)
    #expect(home.contents == before)
    let run = try await home.tool("put-back", home.identifier, "passed-over-2", "--yes")
    #expect(run.status == 0)
    let after = try await home.tool("list").output
    #expect(after.contains("  current.archive: save 7, "))
    #expect(after.contains("  previous.archive: save 1, "))
    // The copy stays, since what is put back may fail again.
    #expect(after.contains("  passed-over-2.archive: save 7, "))
    #expect(try await home.tool("put-back", home.identifier, "passed-over-2", "--yes").status == 0)
    #expect(try await home.tool("list").output == after)
  }

  @Test("R219: put-back takes the names that list prints, also those of other slots")
  func putBackInSlots() async throws {
    let home = try home()
    let slot = "slot-0123456789abcdef-1.1"
    try home.put(photoViewerSnapshot(), .passedOver(1), slot: slot, save: 6)
    try home.put(photoViewerSnapshot(), .passedOver(1), slot: "instance-2", save: 7)
    try home.put(photoViewerSnapshot(), .passedOver(2), slot: "instance-2", save: 8)
    for name in ["\(slot).passed-over-1.archive", "instance-2.passed-over-1"] {
      #expect(try await home.tool("put-back", home.identifier, name, "--yes").status == 0)
    }
    var list = try await home.tool("list").output
    #expect(list.contains("  \(slot).current.archive: save 6, "))
    #expect(list.contains("  instance-2.current.archive: save 7, "))
    let arguments = ["put-back", home.identifier, "--instance", "2", "--yes"]
    #expect(try await home.tool(arguments + ["passed-over-2"]).status == 0)
    list = try await home.tool("list").output
    #expect(list.contains("  instance-2.current.archive: save 8, "))
    #expect(list.contains("  current.archive: save 1, "))
    #expect(try await home.tool(arguments + ["\(slot).passed-over-1"]).status == 64)
  }

  @Test("R219, R48: put-back refuses what the application cannot open or does not own")
  func putBackRefuses() async throws {
    let home = try home()
    let other = try ArchiveSeal.seal(
      photoViewerSnapshot().bytes, with: MemoryKeyProvider().key(), sequenceNumber: 3)
    try home.put([], .damaged(1))
    try home.put(Array(repeating: 7, count: 5_000), .passedOver(1))
    try home.put(other, .passedOver(2))
    try home.put(photoViewerSnapshot(), .passedOver(1), slot: "instance-2")
    try home.put(other, .archive(.current), slot: "instance-2")
    let before = home.contents
    let list = try await home.tool("list").output
    for (name, status) in [
      ("damaged-1", 65), ("passed-over-1", 65), ("passed-over-2", 77),
      ("instance-2.passed-over-1", 77),
    ] as [(String, Int32)] {
      let run = try await home.tool("put-back", home.identifier, name, "--yes")
      #expect(run.status == status)
      #expect(!run.errors.isEmpty && run.output.isEmpty)
    }
    #expect(home.contents == before)
    #expect(try await home.tool("list").output == list)
  }

  @Test(
    "R219, R127: whatever is in the place of the current archive, put-back and import replace it",
    arguments: ["garbage", "too large", "folder", "pipe", "link"])
  func currentIsNoArchive(kind: String) async throws {
    for command in ["put-back", "import"] {
      let home = try home()
      try home.put(photoViewerSnapshot(), .passedOver(1), save: 6)
      let export = home.path + "/export.json"
      let exported = ["export", home.identifier, "--reveal", "--output", export]
      #expect(try await home.tool(exported).status == 0)
      let current = try home.store().path(of: .current)
      try FileManager.default.removeItem(atPath: current)
      switch kind {
      case "garbage": try Data(count: 500).write(to: URL(fileURLWithPath: current))
      case "too large":
        try Data().write(to: URL(fileURLWithPath: current))
        try #require(truncate(current, 600 << 20) == 0)
      case "folder":
        try FileManager.default.createDirectory(atPath: current, withIntermediateDirectories: false)
      case "pipe": try #require(mkfifo(current, 0o600) == 0)
      default:
        try FileManager.default.createSymbolicLink(
          atPath: current, withDestinationPath: home.path + "/export.json")
      }
      let run = try await home.tool(
        command == "import"
          ? ["import", export, "--application", home.identifier, "--yes"]
          : ["put-back", home.identifier, "passed-over-1", "--yes"])
      #expect(run.status == 0, "\(command): \(run.errors)")
      #expect(try await home.tool("inspect", home.identifier).status == 0)
      #expect(try await home.tool(exported + ["--force"]).status == 0)
    }
  }

  @Test("A state folder that cannot be read is told from one that does not exist")
  func unreadableFolder() async throws {
    let home = try home()
    let place = home.path + "/state/org.example.Odd"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    try Data().write(to: URL(fileURLWithPath: place + "/restoration"))
    for command in ["inspect", "verify"] {
      let run = try await home.tool(command, "org.example.Odd")
      #expect(run.status == 74)
      #expect(run.errors.contains("The folder \(place)/restoration cannot be read."))
    }
    #expect(try await home.tool("inspect", "org.example.Other").status == 66)
  }

  @Test("No output replaces state, the key or what is read, not even with --force")
  func outputsKeepAway() async throws {
    let home = try home()
    let (store, key) = (try home.store(), try home.keyFile().path)
    let copy = home.path + "/copy.archive"
    try FileManager.default.copyItem(atPath: store.path(of: .current), toPath: copy)
    let export = home.path + "/export.json"
    let exported = ["export", home.identifier, "--reveal", "--force", "--output"]
    #expect(try await home.tool(exported + [export]).status == 0)
    let new = home.path + "/new.key"
    let contents = {
      [export, copy, key, store.path(of: .current)].map {
        FileManager.default.contents(atPath: $0)
      }
    }
    let (before, files) = (contents(), home.contents)
    for arguments in [
      exported + [key], exported + [store.path(of: .current)], exported + [store.folder + "/x"],
      ["graph", copy, "--key", key, "--force", "--output", copy],
      ["report", home.identifier, "--force", "--output", store.path(of: .previous)],
      ["import", export, "--key", new, "--output", new],
      ["import", export, "--key", key, "--force", "--output", key],
      ["import", export, "--key", key, "--force", "--output", export],
      ["import", export, "--key", key, "--force", "--output", store.path(of: .current)],
    ] {
      let run = try await home.tool(arguments)
      #expect(run.status == 73, "\(arguments)")
    }
    #expect(contents() == before && home.contents == files)
  }

  @Test("R156: list names the process that runs, and discard refuses then")
  func runningApplicationIsLeftAlone() async throws {
    let home = try home()
    let store = try home.store()
    #expect(try store.claim(slot: nil))
    defer { store.release(slot: nil) }
    let before = home.contents
    #expect(try await home.tool("list").output.contains(", running as process \(getpid())\n"))
    let run = try await home.tool("discard", home.identifier, "--yes")
    #expect(run.status == 75)
    #expect(run.errors.contains("is running as process \(getpid()); end it first"))
    #expect(home.contents == before)
  }

  @Test("R156: discard and import refuse beside any process of the application, and leave no lock")
  func anyInstanceCounts() async throws {
    let home = try home()
    let export = home.path + "/export.json"
    #expect(
      try await home.tool("export", home.identifier, "--reveal", "--output", export).status == 0)
    let store = try home.store()
    #expect(try store.claim(slot: "instance-2"))
    defer { store.release(slot: "instance-2") }
    try FileManager.default.removeItem(atPath: store.folder + "/lock")
    let before = home.contents
    #expect(try await home.tool("list").output.contains(", running as process \(getpid())\n"))
    for arguments in [
      ["discard", home.identifier], ["import", export, "--application", home.identifier],
    ] {
      let run = try await home.tool(arguments + ["--yes"])
      #expect(run.status == 75)
      #expect(run.errors.contains("running as process \(getpid())"))
      #expect(home.contents == before)
    }
  }

  @Test("R183: discard removes what a store writes, and nothing else")
  func onlyStateIsDiscarded() async throws {
    let home = try home()
    let store = try home.store()
    for slot in [
      "instance-2", "slot-0123456789abcdef-1.1", "instance-3-slot-0123456789abcdef-1.1-2",
    ] { try home.put(photoViewerSnapshot(), .archive(.current), slot: slot) }
    for content in [StoredFile.Content.launchImage, .marker, .candidate, .damaged(3)] {
      try home.put([1], content)
    }
    try Data().write(to: URL(fileURLWithPath: store.folder + "/notes.txt"))
    let run = try await home.tool("discard", home.identifier, "--yes")
    #expect(run.status == 0)
    #expect(run.output.contains("  instance-3-slot-0123456789abcdef-1.1-2.current.archive\n"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: store.folder) == ["notes.txt"])
    #expect(try home.keyFile().existingKey() != nil)
  }

  @Test("--with-key destroys the key, and with it every copy of an archive")
  func keyIsDestroyed() async throws {
    let home = try home()
    _ = try home.keyFile().makeNextKey()
    let run = try await home.tool("discard", home.identifier, "--yes", "--with-key")
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("Destroyed: \(try home.keyFile().path)\n"))
    #expect(home.contents == ["data", "data/\(home.identifier)", "state"])
  }

  @Test("--with-key refuses where there is no key, as when the keyring has it")
  func missingKeyIsTold() async throws {
    let home = try home()
    let path = try home.keyFile().path
    try FileManager.default.removeItem(atPath: path)
    let before = home.contents
    let run = try await home.tool("discard", home.identifier, "--yes", "--with-key")
    #expect(run.status == 66)
    #expect(run.errors.contains("no key file \(path)") && run.errors.contains("--keyring"))
    #expect(home.contents == before)
    // Unreadable state can be destroyed.
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
    #expect(try await home.tool("discard", home.identifier, "--yes", "--with-key").status == 0)
    #expect(home.contents == ["data", "data/\(home.identifier)", "state"])
  }

  @Test("--with-key leaves the key of an application alone whose state has only been copied")
  func keyOfACopyStays() async throws {
    let home = try home()
    _ = try home.keyFile().makeNextKey()
    let copy = home.path + "/" + home.identifier
    try FileManager.default.copyItem(atPath: try home.store().folder, toPath: copy)
    let before = home.contents
    let run = try await home.tool("discard", copy, "--yes", "--with-key")
    #expect(run.status == 64)
    #expect(run.errors.contains("not only this copy"))
    #expect(home.contents == before)
    #expect(try await home.tool("discard", copy, "--yes").status == 0)
    #expect(try home.keyFile().existingKey() != nil)
  }

  @Test("discard asks on a terminal, and needs --yes where nobody can be asked")
  func discardAsks() async throws {
    let home = try home()
    let before = home.contents
    let unasked = try await home.tool("discard", home.identifier)
    #expect(unasked.status == 64)
    #expect(unasked.errors.contains("--yes"))
    for answer in ["n\n", "\n", "perhaps\n"] {
      let declined = try await ToolRun(
        ["discard", home.identifier], environment: home.environment, typed: answer)
      #expect(declined.status == 1)
      #expect(declined.errors.contains("Discard it? [y/N] "))
      #expect(home.contents == before)
    }
    let agreed = try await ToolRun(
      ["discard", home.identifier], environment: home.environment, typed: "y\n")
    #expect(agreed.status == 0)
    #expect(try await home.tool("list").output.hasPrefix("No application has state"))
  }

  @Test("A file is nothing to discard, nor is an unknown application")
  func wrongArgumentsAreRefused() async throws {
    let home = try home()
    let file = try home.store().path(of: .current)
    #expect(try await home.tool("discard", file, "--yes").status == 64)
    #expect(try await home.tool("discard", "org.example.Other", "--yes").status == 66)
    #expect(FileManager.default.fileExists(atPath: file))
  }
}
#endif
