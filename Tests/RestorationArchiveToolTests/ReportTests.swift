// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive
import Testing

struct ReportTests {
  @Test(
    "R189: without --reveal a page has no value, path or window, with it all of them",
    arguments: Example.allCases)
  func valuesAndPathsAreHidden(_ example: Example) async throws {
    let home = try TemporaryHome()
    let application = try example.install(in: home)
    let (private_, words) = try await privateWords(of: example)
    #expect(private_.count > 10)
    let hidden = try await home.tool("report", application).output
    let revealed = try await home.tool("report", application, "--reveal").output
    for word in private_ where !words.contains(where: { $0.contains(word) }) {
      #expect(!hidden.contains(word), "\(word)")
      #expect(revealed.contains(word), "\(word)")
    }
    #expect(hidden.contains(">object 2<") && !revealed.contains(">object 2<"))
  }

  /// Returns the texts a page hides, and those it always shows.
  ///
  /// Hidden texts come from values, path components and windows.
  private func privateWords(of example: Example) async throws -> (Set<String>, Set<String>) {
    let home = try TemporaryHome()
    let application = try example.install(in: home)
    let store = try FileStore(applicationIdentifier: application, environment: home.environment)
    let keys = try KeyFile(applicationIdentifier: application, environment: home.environment)
    let snapshot = try #require(Archiver(store: store, keys: keys).load().snapshot)
    var hidden: Set<String> = []
    var shown: Set<String> = [
      try await home.tool("report", application).output.headOnly, application,
    ]
    func collect(_ value: ArchivedValue) {
      switch value {
      case .string(let text): if text.count > 2 { hidden.insert(text) }
      case .array(let elements): elements.forEach(collect)
      case .dictionary(let entries):
        for entry in entries { collect(entry.value) }
      default: break
      }
    }
    for number in snapshot.objects {
      guard let record = try snapshot.record(number) else { continue }
      shown.formUnion([record.className, record.restorationClass ?? ""])
      if !record.address.scene.isEmpty { hidden.insert(record.address.scene) }
      hidden.formUnion(record.address.path.components.map(\.description))
      for entry in try snapshot.values(of: record) {
        shown.insert(entry.key)
        collect(entry.value)
      }
    }
    return (hidden, shown)
  }

  @Test("A page needs no script, and asks for nothing but itself", arguments: Example.allCases)
  func pageIsSelfContained(_ example: Example) async throws {
    let home = try TemporaryHome()
    let page = try await home.tool("report", try example.install(in: home), "--reveal").output
    #expect(page.contains("default-src 'none'"))
    for word in ["<script", "<link", "<iframe", "<object", "javascript:", "@import"] {
      #expect(!page.lowercased().contains(word), "\(word)")
    }
    let references = page.matches(of: /(?:src|href)="([^"]*)"/).map { String($0.output.1) }
    #expect(references.count > 20)
    for reference in references {
      #expect(reference.hasPrefix("#") || reference.hasPrefix("data:"), "\(reference)")
    }
    #expect(!page.contains("url("))
    let anchors = Set(page.matches(of: /\sid="([^"]*)"/).map { "#\($0.output.1)" })
    #expect(anchors.isSuperset(of: references.filter { $0.hasPrefix("#") }))
  }

  @Test("Nothing in an archive can become part of a page", arguments: [[], ["--reveal"]])
  func hostileWords(_ arguments: [String]) async throws {
    let home = try TemporaryHome()
    try home.save(try hostileSnapshot())
    let run = try await home.tool(["report", home.identifier] + arguments)
    #expect(run.status == 0)
    try home.save(try photoViewerSnapshot())
    let tame = try await home.tool(["report", home.identifier] + arguments)
    let (seen, known) = (try tags(of: run.output), try tags(of: tame.output))
    // This state is compared with none; its checks have findings.
    #expect(seen.subtracting(known).isSubset(of: ["code", "ul", "li"]), "\(seen)")
    for scalar in run.output.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(
        category != .control && category != .lineSeparator
          && (category != .format || scalar == "\u{200D}"))
    }
  }

  /// Returns the element names of a page.
  ///
  /// Expects every tag to be closed and every attribute to be quoted.
  private func tags(of page: String) throws -> Set<String> {
    let void: Set<String> = ["meta", "img", "wbr"]
    var (open, seen): ([String], Set<String>) = ([], [])
    let body = try #require(page.firstRange(of: "<html"))
    let markup = page[body.lowerBound...].replacing(/<style>[^<]*<\/style>/, with: "")
    for piece in markup.split(separator: "<").dropFirst(markup.hasPrefix("<") ? 0 : 1) {
      let match = try #require(
        piece.prefixMatch(of: /(\/?)([a-zA-Z0-9]+)((?: [a-zA-Z-]+(?:="[^"<>]*")?)*)(\/?)>/),
        "\(piece)")
      let name = String(match.output.2)
      seen.insert(name)
      if match.output.1 == "/" {
        let last = open.popLast()
        #expect(last == name, "\(piece)")
      } else if match.output.4 != "/", !void.contains(name) {
        open.append(name)
      }
      #expect(!piece[match.range.upperBound...].contains(">"), "\(piece)")
    }
    #expect(open.isEmpty)
    return seen
  }

  @Test("The generation before is compared with; if there is none, the page says so")
  func changes() async throws {
    let home = try TemporaryHome()
    try home.save(try photoViewerSnapshot())
    #expect(
      try await home.tool("report", home.identifier).output.contains(
        "no generation before this one"))
    let maker = SnapshotMaker()
    maker.record(maker.tables.number(for: .application), class: "AppDelegate") {
      $0.encode("1234-0000", forKey: "lastImage")
    }
    maker.record(maker.number("NewScreen"), class: "NewController")
    try home.save(try maker.finish())
    let page = try await home.tool("report", home.identifier, "--reveal").output
    for words in [
      "1 added, 9 dropped, 1 changed", "+ [View Controller] NewScreen (scene main)",
      "- [Restorable Object] SepiaFilter", "~ lastImage: 8993-455F-7D5C-2110 → 1234-0000",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    let hidden = try await home.tool("report", home.identifier).output
    #expect(hidden.contains("1 added, 9 dropped, 1 changed"))
    #expect(!hidden.contains("NewScreen") && !hidden.contains("SepiaFilter"))
    #expect(hidden.contains(">String, 9 bytes</span>"))
    let previous = try home.store().path(of: .previous)
    #expect(
      try await home.tool("report", previous).output.contains(
        "Only the current archive is compared"))
    try Data("damage".utf8).write(to: URL(fileURLWithPath: previous))
    #expect(
      try await home.tool("report", home.identifier).output.contains(
        "before this one cannot be opened"))
  }

  @Test("What is missing from the archive is told, as verify tells it")
  func missingObjects() async throws {
    let home = try TemporaryHome()
    let maker = SnapshotMaker()
    let gone = maker.number("Gone")
    maker.record(maker.number("Here"), class: "Here", prerequisite: gone) {
      $0.encode(ArchivedValue.reference(gone), forKey: "gone")
    }
    try home.save(try maker.finish())
    let page = try await home.tool("report", home.identifier, "--reveal").output
    #expect(page.contains("Here requires Gone, which was not saved."))
    #expect(page.contains("Here, gone leads to Gone, which was not saved."))
    #expect(page.contains("<span class=\"badge warning\">not in this archive</span>"))
    #expect(page.contains("not all of it may come back"))
    let hidden = try await home.tool("report", home.identifier).output
    #expect(!hidden.contains("Gone") && hidden.contains(", 1 finding"))
  }

  @Test("Five hundred objects make a page, each folded up")
  func manyObjects() async throws {
    let home = try TemporaryHome()
    try home.save(try wideSnapshot(500))
    let page = try await home.tool("report", home.identifier).output
    #expect(page.matches(of: /<div class="inside" id="object-/).count == 500)
    #expect(!page.contains("<details class=\"card\" open>"))
    #expect(page.utf8.count < 2 << 20)
  }
}

extension String {
  /// The page's head and styles.
  fileprivate var headOnly: String {
    firstRange(of: "</head>").map { String(self[..<$0.lowerBound]) } ?? ""
  }
}
#endif
