// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import Glibc
import RestorationArchive
import Testing

/// The checks of the verify command.
struct VerifyTests {
  @Test("What leads nowhere or in a circle is a warning, and ends with 1")
  func danglingAndCirclesAreFound() async throws {
    let maker = SnapshotMaker()
    let (first, second) = (maker.number("First"), maker.number("Second"))
    let gone = maker.number("Gone", .object)
    maker.record(first, class: "C", restorationClass: "App.C", prerequisite: second) {
      $0.encode(ArchivedValue.array([.reference(gone), .reference(second)]), forKey: "links")
    }
    maker.record(second, class: "C", restorationClass: "App.Outer.C", prerequisite: first)
    maker.record(maker.number("Third"), class: "C", prerequisite: gone)
    maker.record(maker.number("Fourth"), class: "C", prerequisite: first)
    let home = try TemporaryHome()
    try home.save(try maker.finish())
    let run = try await home.tool("verify", home.identifier)
    #expect(run.status == 1)
    #expect(run.errors == "restoration-archive: There are warnings.\n")
    for part in [
      "  warning  references: 2\n             First, links leads to Gone, which was not saved.\n",
      "  warning  prerequisites: 4\n             Third requires Gone, which was not saved.\n",
      "             Each requires the next, so none is restored: First, Second, First.\n",
      "  note     restoration classes: 2\n             App.Outer.C is not a class at a module's top",
      "             Third has neither restoration class nor storyboard: its parent, the ",
      "  It opens, but not all is well.\n",
    ] { #expect(run.output.contains(part), "\(part)\(run.output)") }
    #expect(run.output.components(separatedBy: "Each requires").count == 2)
  }

  @Test("R48, R195: damage is told from another key; what was set aside does not count")
  func damageIsTold() async throws {
    let home = try TemporaryHome()
    let maker = SnapshotMaker()
    maker.record(maker.number("Root"), class: "C", restorationClass: "App.C") {
      $0.encode("a long enough value", forKey: "text")
    }
    let state = try maker.finish()
    try home.put(state, .archive(.current))
    try home.put([1, 2, 3], .damaged(1))
    let aside = try await home.tool("verify", home.identifier)
    #expect(aside.status == 0)
    #expect(aside.output.contains("damaged-1.archive\n  It was set aside, and it is damaged. The "))

    let other = try ArchiveSeal.seal(state.bytes, with: ArchiveKey(), sequenceNumber: 1)
    try home.put(other, .damaged(2))
    let loose = SnapshotMaker()
    loose.record(loose.number("Root"), class: "C", prerequisite: loose.number("Gone", .object))
    let warned = try loose.finish()
    try home.put(warned, .damaged(3))
    let asideAndWhole = try await home.tool("verify", home.identifier)
    #expect(asideAndWhole.status == 0, "\(asideAndWhole.output)")

    try home.put(other, .archive(.lastGood))
    let foreign = try await home.tool("verify", home.identifier)
    #expect(foreign.status == 77)
    #expect(foreign.output.contains("lastGood.archive\n  It was not opened. The archive was"))

    try home.put([1, 2, 3], .archive(.previous))
    let damaged = try await home.tool("verify", home.identifier, "--json")
    #expect(damaged.status == 65)
    #expect(damaged.errors == "restoration-archive: There is damage.\n")
    struct Verdict: Decodable { var file, outcome: String }
    let verdicts = try JSONDecoder().decode([Verdict].self, from: Data(damaged.output.utf8))
    #expect(
      verdicts.map { "\($0.file) \($0.outcome)" } == [
        "current.archive well", "previous.archive damaged", "lastGood.archive unopened",
        "damaged-1.archive setAside", "damaged-2.archive unopened", "damaged-3.archive warnings",
      ])

    try home.put(warned, .archive(.current))
    let worst = try await home.tool("verify", home.identifier)
    #expect(worst.status == 65, "Damage counts more than the warnings before it.")
  }

  @Test("A record that cannot be read is damage, though the seal is whole")
  func malformedRecordIsDamage() async throws {
    let home = try TemporaryHome()
    let maker = SnapshotMaker()
    maker.record(maker.number("Root"), class: "C") { $0.encode("some text", forKey: "key") }
    var body = try maker.finish().bytes
    let text = Array("some text".utf8)
    let place = try #require(body.indices.first { body[$0...].starts(with: text) })
    body[place - 1] = 0x7F
    let file = try ArchiveSeal.seal(body, with: try home.keyFile().key(), sequenceNumber: 1)
    try home.put(file, .archive(.current))
    let run = try await home.tool("verify", home.identifier)
    #expect(run.status == 65)
    #expect(run.output.contains("damage   well-formed: 1 object, 0 values\n"))
    #expect(run.output.contains("The values of Root cannot be read.\n"))
    for command in [["inspect", home.identifier], ["inspect", home.identifier, "--path", "Root"]] {
      #expect(try await home.tool(command).status == 65)
    }
  }

  @Test("R202: who else may read state or key is said, and is not all well")
  func openFilesAreTold() async throws {
    let home = try TemporaryHome()
    let identifier = try Example.schedule.install(in: home)
    #expect(try await home.tool("verify", identifier).status == 0)
    let places = [
      ("state/\(identifier)/restoration", 0o777, 0o700, "The folder"),
      ("state/\(identifier)/restoration/previous.archive", 0o644, 0o600, "previous.archive"),
      ("data/\(identifier)/restoration.key", 0o666, 0o600, "Key: restoration.key"),
      ("data/\(identifier)", 0o755, 0o700, "Key: The folder"),
    ]
    for (place, mode, right, name) in places {
      #expect(chmod("\(home.path)/\(place)", mode_t(mode)) == 0)
      let run = try await home.tool("verify", identifier)
      #expect(run.status == 1)
      let words = "\(name) is open to other users: its mode is 0\(String(mode, radix: 8)).\n"
      #expect(run.output.contains("  warning  private\n             " + words))
      #expect(run.output.hasSuffix("  It opens, but not all is well.\n"))
      #expect(chmod("\(home.path)/\(place)", mode_t(right)) == 0)
    }
    #expect(try await home.tool("verify", identifier).status == 0)
  }

  @Test(
    "R199: saves that were appended and changed since are damage, in whatever shows the archive")
  func damagedLogIsTold() async throws {
    let home = try TemporaryHome()
    let key = try home.keyFile().key()
    let maker = SnapshotMaker()
    maker.record(maker.number("Root"), class: "C")
    let snapshot = try maker.finish()
    var (file, tail) = try ArchiveSeal.sealBase(snapshot.bytes, with: key, sequenceNumber: 1)
    let place = file.count + 10
    let next = ChangeBuilder(
      tables: SnapshotTables(continuing: snapshot), base: snapshot, origin: photoViewerOrigin)
    let root = try #require(snapshot.objects.first)
    next.end(
      next.begin(
        root, className: "D", restorationClass: nil, schemaVersion: 0, prerequisite: nil,
        references: nil))
    let delta = try #require(next.finish(roots: .all([]))?.bytes)
    for _ in 0..<2 { try tail.seal([delta], into: &file) }
    file[place] ^= 1
    try home.put(file, .archive(.current))
    let run = try await home.tool("verify", home.identifier)
    #expect(run.status == 65)
    #expect(run.output.contains("  damage   whole: 0 appended saves\n"))
    for (arguments, words) in [
      (["inspect", home.identifier], "(An appended save was changed since;"),
      (["inspect", home.identifier, "--outline"], "(An appended save was changed since;"),
      (
        ["report", home.identifier, "--reveal"], "An appended save was changed after it was written"
      ),
    ] {
      let run = try await home.tool(arguments)
      #expect(run.status == 65, "\(arguments)")
      #expect(run.output.contains(words), "\(arguments)")
    }
  }

  @Test("R150: a file that ends in bytes that do not open is a warning, on a page, too")
  func tornEndIsAWarning() async throws {
    let home = try TemporaryHome()
    let identifier = try Example.schedule.install(in: home)
    let file = home.path + "/state/\(identifier)/restoration/current.archive"
    let whole = try #require(FileManager.default.contents(atPath: file))
    try whole.dropLast().write(to: URL(fileURLWithPath: file))
    let run = try await home.tool("verify", file)
    #expect(run.status == 1)
    #expect(run.output.contains("  warning  whole: 0 appended saves\n"))
    let page = try await home.tool("report", identifier, "--reveal").output
    #expect(page.contains("not all of it may come back") && page.contains("do not open"))
  }
}
#endif
