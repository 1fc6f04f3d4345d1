// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

/// The tree of paths, and single objects in it.
struct TreeTests {
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

  @Test("R22, R151: the tree names both claimants of a path, and what is not preserved")
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
    let tree = try await home.tool("tree", home.identifier)
    #expect(tree.status == 0)
    #expect(
      tree.output == """
        (no scene)
          [application] App, 0 bytes, saved
            ! not preserved: a view has no path

        main
        └ Root Root, 0 bytes, saved, duplicate
            ! duplicate: App.One and App.Two share the path
          └ Lost [view] not preserved
              ! not preserved: its container does not encode it

        """)
    let json = try await home.tool("tree", home.identifier, "--json").output
    #expect(json.contains("\"App.One and App.Two share the path\""))
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
    let tree = try await home.tool("tree", home.identifier).output
    #expect(tree.contains("Lost [object] Lost, 0 bytes, saved, unclaimed\n"), "\(tree)")
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

  @Test("R162: objects of two kinds may share a path, and scenes have trees of their own")
  func kindsAndScenesAreTold() async throws {
    let maker = SnapshotMaker()
    for (kind, scene) in [
      (ObjectKind.controller, "a"), (.view, "a"), (.controller, "b"), (.object, ""),
    ] { maker.record(maker.number("Same", kind, scene: scene), class: "\(kind) \(scene)") }
    let home = try saved(maker)
    #expect(
      try await home.tool("tree", home.identifier).output == """
        (no scene)
          [application] App, 0 bytes, saved
        └ Same [object] object , 0 bytes, saved

        a
        └ Same controller a, 0 bytes, saved
        │ Same [view] view a, 0 bytes, saved

        b
        └ Same controller b, 0 bytes, saved

        """)
    #expect(
      try await home.tool("tree", home.identifier, "--scene", "b").output
        == "b\n└ Same controller b, 0 bytes, saved\n")
    #expect(try await home.tool("tree", home.identifier, "--scene", "c").status == 66)
    let ambiguous = try await home.tool("show", home.identifier, "Same", "--scene", "a")
    #expect(ambiguous.status == 64)
    #expect(ambiguous.errors.contains("--kind controller --scene a, or --kind view --scene a."))
    let one = try await home.tool("show", home.identifier, "Same", "--scene", "a", "--kind", "view")
    #expect(one.output.contains("Class: view a\n"))
  }

  @Test("Deep and wide trees are cut where they are asked to be")
  func treesAreCut() async throws {
    let maker = SnapshotMaker()
    let deep = (1...RestorationPath.maximumDepth).map { "s\($0)" }
    for depth in 1...deep.count {
      maker.record(maker.number(deep.prefix(depth).joined(separator: "/")), class: "C")
    }
    for index in 0..<500 { maker.record(maker.number("s1/w\(index)"), class: "W") }
    let home = try saved(maker)
    let whole = try await home.tool("tree", home.identifier).output
    let lineCount: Int = 2 + 1 + 256 + 500
    #expect(whole.split(separator: "\n").count == lineCount)
    let cut = try await home.tool(
      "tree", home.identifier, "--scene", "main", "--depth", "2", "--width", "2")
    #expect(
      cut.output == """
        main
        └ s1 C, 0 bytes, saved
          ├ s2 C, 0 bytes, saved
          │ └ … 254 more objects
          ├ w0 W, 0 bytes, saved
          └ … 499 more objects

        """)
    #expect(try await home.tool("tree", home.identifier, "--depth", "0").status == 64)
  }

  @Test("R189: show prints one object or value; data as bytes, and only if asked")
  func valuesAreShown() async throws {
    let maker = SnapshotMaker()
    maker.record(maker.number("Root"), class: "Root") {
      $0.encode(Data(0..<20), forKey: "data")
      $0.encode(UInt64.max, forKey: "large")
    }
    let home = try saved(maker)
    #expect(
      try await home.tool("show", home.identifier, "Root", "data").output == "Data, 20 bytes\n")
    #expect(
      try await home.tool("show", home.identifier, "Root", "data", "--reveal").output == """
        00000000  00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f  ................
        00000010  10 11 12 13                                      ....

        """)
    #expect(
      try await home.tool("show", home.identifier, "Root", "large", "--reveal", "--json").output
        == """
        {
          "type" : "integer",
          "value" : 18446744073709551615
        }

        """)
    #expect(
      try await home.tool("show", home.identifier, "(application)").output
        == "[Application]\nClass: App\n")
    let wrongKey = try await home.tool("show", home.identifier, "Root", "date")
    #expect(wrongKey.status == 66)
    #expect(wrongKey.errors.contains("it has data, large."))
  }

  @Test("A path that is not there is answered with those that come near")
  func nearPathsAreNamed() async throws {
    let home = try TemporaryHome()
    try home.save(try photoViewerSnapshot())
    for (wrong, near) in [
      ("navigation", "Navigation"), ("Table", "Navigation/:[0]:/List/Table"),
      ("SepiaFitler", "SepiaFilter"),
    ] {
      let run = try await home.tool("show", home.identifier, wrong)
      #expect(run.status == 66)
      #expect(run.errors.contains("similar paths: \(near)"), "\(run.errors)")
    }
    #expect(
      try await home.tool("show", home.identifier, "Quite another thing").errors.contains("`tree`"))
  }
}
