// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive
import Testing

/// The outline of an archive, and single objects in it.
struct OutlineTests {
  private func saved(_ maker: SnapshotMaker, notes: [RestorationNote] = []) throws -> TemporaryHome
  {
    maker.record(maker.tables.number(for: .application), class: "App")
    let home = try TemporaryHome()
    try home.save(try maker.finish(notes: notes))
    return home
  }

  private func path(_ text: String) -> RestorationPath {
    RestorationPath(
      text.split(separator: "/").compactMap { RestorationIdentifier(String($0)) }
        .map { .identifier($0) })
  }

  @Test("R22, R151: the outline names both claimants of a path, and what is not preserved")
  func notesAreShown() async throws {
    let maker = SnapshotMaker()
    maker.record(maker.number("Root"), class: "Root")
    let twin = RestorationAddress(scene: "main", kind: .controller, path: path("Root"))
    let lost = RestorationAddress(scene: "main", kind: .view, path: path("Root/Lost"))
    let home = try saved(
      maker,
      notes: [
        .init(address: twin, outcome: .duplicate, sentence: "App.One and App.Two share the path"),
        .init(address: lost, outcome: .notPreserved, sentence: "its container does not encode it"),
        .init(address: .application, outcome: .notPreserved, sentence: "a view has no path"),
      ])
    let outline = try await home.run(home.identifier, "--outline")
    #expect(outline.status == 0)
    #expect(
      outline.output == """
        (application) App, 0 bytes, saved
          ! not preserved: a view has no path
        Root (scene main) Root, 0 bytes, saved, duplicate
          ! duplicate: App.One and App.Two share the path
          Lost [view] not preserved
            ! not preserved: its container does not encode it

        """)
    let verify = try await home.tool("verify", home.identifier)
    #expect(verify.status == 1)
    #expect(
      verify.output.contains(
        """
          warning  paths
                     Root – duplicate: App.One and App.Two share the path.

        """))
    #expect(verify.output.contains("             not preserved: a view has no path.\n"))
    #expect(
      try await home.run(home.identifier).output.contains(
        "Notes\n-----\nRoot – duplicate: App.One and App.Two share the path\n"))
  }

  @Test(
    "R228: what nothing claimed at the last launch is marked, and references to it are foretold")
  func unclaimedIsMarked() async throws {
    let maker = SnapshotMaker()
    let (lost, gone, fine) = (
      maker.number("Main/Lost", .object), maker.number("Gone"), maker.number("Fine")
    )
    maker.record(maker.number("Main"), class: "Main") {
      $0.encode(
        ArchivedValue.array([.reference(lost), .reference(gone), .reference(fine)]), forKey: "links"
      )
    }
    maker.record(lost, class: "Lost")
    maker.record(gone, class: "Gone")
    maker.record(fine, class: "Fine")
    func note(_ text: String, _ kind: ObjectKind, _ outcome: RestorationNote.Outcome)
      -> RestorationNote
    {
      RestorationNote(
        address: RestorationAddress(scene: "main", kind: kind, path: path(text)), outcome: outcome,
        sentence: "so")
    }
    let home = try saved(
      maker,
      notes: [note("Main/Lost", .object, .unclaimed), note("Gone", .controller, .dropped)])
    let outline = try await home.run(home.identifier, "--outline").output
    #expect(outline.contains("Lost [object] Lost, 0 bytes, saved, unclaimed\n"), "\(outline)")
    let verify = try await home.tool("verify", home.identifier)
    #expect(verify.status == 1)
    for part in [
      "Main, links leads to Main/Lost, which nothing asked for at the last launch: it becomes nil "
        + "if that happens again.\n",
      "Main, links leads to Gone, which was dropped at the last launch: it becomes nil if that "
        + "happens again.\n",
    ] { #expect(verify.output.contains(part), "\(verify.output)") }
    #expect(!verify.output.contains("leads to Fine"))
  }

  @Test("R162: objects of two kinds may share a path, and so may those of two scenes")
  func kindsAndScenesAreTold() async throws {
    let maker = SnapshotMaker()
    for (kind, scene) in [
      (ObjectKind.controller, "a"), (.view, "a"), (.controller, "b"), (.object, ""),
    ] { maker.record(maker.number("Same", kind, scene: scene), class: "\(kind) \(scene)") }
    let home = try saved(maker)
    #expect(
      try await home.run(home.identifier, "--outline").output == """
        (application) App, 0 bytes, saved
        Same (scene a) controller a, 0 bytes, saved
        Same [view] (scene a) view a, 0 bytes, saved
        Same (scene b) controller b, 0 bytes, saved
        Same [object] object , 0 bytes, saved

        """)
    let all = try await home.run(home.identifier, "--path", "Same").output
    for words in [
      "[View Controller]\nPath: Same\nScene: a\n", "\n[View]\nPath: Same\nScene: a\n",
      "\n[View Controller]\nPath: Same\nScene: b\n", "\n[Restorable Object]\nPath: Same\nClass",
    ] { #expect(all.contains(words), "\(words)") }
    for wrong in [["--outline", "--path", "Same"], ["--value", "key"]] {
      let run = try await home.tool(["inspect", home.identifier] + wrong)
      #expect(run.status == 64)
    }
  }

  @Test("Deep and wide trees are printed whole")
  func deepTrees() async throws {
    let maker = SnapshotMaker()
    let deep = (1...RestorationPath.maximumDepth).map { "s\($0)" }
    for depth in 1...deep.count {
      maker.record(maker.number(deep.prefix(depth).joined(separator: "/")), class: "C")
    }
    for index in 0..<500 { maker.record(maker.number("s1/w\(index)"), class: "W") }
    let home = try saved(maker)
    let lines = try await home.run(home.identifier, "--outline").output.split(separator: "\n")
    #expect(lines.count == 1 + 256 + 500)
    #expect(lines.contains("  w499 W, 0 bytes, saved"))
    #expect(lines.contains(String(repeating: "  ", count: 255) + "s256 C, 0 bytes, saved"))
  }

  @Test("R189: one object or value is printed, its content only if asked")
  func valuesAreShown() async throws {
    let maker = SnapshotMaker()
    maker.record(maker.number("Root"), class: "Root") {
      $0.encode(Data(0..<20), forKey: "data")
      $0.encode(UInt64.max, forKey: "large")
    }
    let home = try saved(maker)
    func value(_ key: String, _ more: String...) async throws -> ToolRun {
      try await home.tool(["inspect", home.identifier, "--path", "Root", "--value", key] + more)
    }
    #expect(try await value("data").output == "Data, 20 bytes\n")
    #expect(try await value("large").output == "Integer\n")
    #expect(try await value("large", "--reveal").output == "18446744073709551615\n")
    #expect(
      try await home.run(home.identifier, "--path", "(application)").output
        == "[Application]\nClass: App\n")
    let wrongKey = try await value("date")
    #expect(wrongKey.status == 66)
    #expect(wrongKey.errors.contains("it has data, large."))
  }

  @Test("A path that is not there is answered with those that have the same end")
  func nearPathsAreNamed() async throws {
    let home = try TemporaryHome()
    try home.save(try photoViewerSnapshot())
    for (wrong, near) in [
      ("navigation", "Navigation"), ("Table", "Navigation/:[0]:/List/Table"),
      ("DataSource/SepiaFilter", "SepiaFilter"),
    ] {
      let run = try await home.run(home.identifier, "--path", wrong)
      #expect(run.status == 66)
      #expect(run.errors.contains("similar paths: \(near)"), "\(run.errors)")
    }
    let other = try await home.run(home.identifier, "--path", "Quite another thing")
    #expect(other.errors.contains("--outline prints them all"))
  }
}
#endif
