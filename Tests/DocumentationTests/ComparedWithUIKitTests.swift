// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import Subprocess
import Testing

/// The article that compares restoration code with UIKit's.
///
/// It counts the lines of the examples, and the lines that the same programs need with UIKit.
@Suite struct ComparedWithUIKitTests {
  private static let folder = "Documentation/ComparedWithUIKit"
  private static let programs = ["PhotoViewer", "Schedule"]

  /// Code for features that UIKit's controller restoration lacks.
  ///
  /// These are several windows and locked keys.
  private static let exclusions = [
    "windowWithRestorationIdentifier", "Window(application", "application.windows", "restoreLate",
  ]

  private static func article() throws -> String {
    try Repository.text(
      "Sources/StateRestoration/StateRestoration.docc/Articles/ComparedWithUIKit.md")
  }

  /// Returns the example's files of a kind.
  private static func sources(of program: String, _ kind: String) throws -> [String] {
    try Repository.files(kind, in: "Examples/Sources/\(program)").map(Repository.text)
  }

  /// Returns the same program's code for UIKit.
  private static func codeForUIKit(of program: String) throws -> String {
    try Repository.text("\(folder)/\(program).swift")
  }

  /// Counts the program's lines for UIKit and for this package.
  ///
  /// The storyboard counts for both.
  private static func count(_ program: String) throws -> (
    theirs: RestorationLines, own: RestorationLines
  ) {
    let storyboards = try sources(of: program, "storyboard").map(
      RestorationLines.init(storyboard:))
    let theirs = RestorationLines(swift: try codeForUIKit(of: program))
    let own = try sources(of: program, "swift").map { source in
      RestorationLines(swift: source, excluding: exclusions)
    }
    return (storyboards.reduce(theirs, +), (storyboards + own).reduce(RestorationLines(), +))
  }

  @Test("The article's table has the counted lines")
  func tableIsCounted() throws {
    let counts = try Self.programs.map(Self.count)
    try #require(counts.allSatisfy { $0.theirs.total > 50 && $0.own.total > 10 })
    var rows = RestorationLines.Category.allCases.map { category in
      [category.rawValue] + counts.flatMap { ["\($0.theirs[category])", "\($0.own[category])"] }
    }
    let shared = rows.removeLast()
    rows.append(["All"] + counts.flatMap { ["\($0.theirs.total)", "\($0.own.total)"] })
    rows.append(shared)
    let table = rows.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    let article = try Self.article()
    #expect(article.contains(table), "The table should be:\n\(table)")
    let all = RestorationLines.Category.allCases
    let parts: [(String, [RestorationLines.Category])] = [
      ("All", all.filter { $0 != .shared }),
      ("All but identifiers", all.filter { ![.shared, .identifiers].contains($0) }),
      ("All, and what is in lines that are there anyway", all),
    ]
    for (name, categories) in parts {
      let ratios = counts.map { theirs, own in
        let ratio =
          Double(categories.map { theirs[$0] }.reduce(0, +))
          / Double(categories.map { own[$0] }.reduce(0, +))
        return ratio.formatted(.number.precision(.fractionLength(1)))
      }
      let row = "| \(name) | \(ratios.joined(separator: " | ")) |"
      #expect(article.contains(row), "The row should be: \(row)")
    }
  }

  @Test("Restoration takes at least five times fewer lines than with UIKit")
  func fiveTimesFewerLines() throws {
    for (theirs, own) in try Self.programs.map(Self.count) {
      #expect(theirs.total >= 5 * own.total, "\(theirs.total) / \(own.total)")
    }
  }

  @Test("The examples have no import for restoration alone")
  func noImportIsForRestorationAlone() throws {
    let modules = ["import RestorationArchive", "import StateRestoration"]
    let lines = try Self.programs.flatMap { program in
      try Self.sources(of: program, "swift").flatMap { $0.split(separator: "\n") }
    }
    #expect(!lines.contains { modules.contains(String($0)) })
  }

  @Test("The article's code is, word for word, in the examples and in the UIKit code")
  func blocksAreTheCode() throws {
    let own = try Self.programs.flatMap { try Self.sources(of: $0, "swift") }
    let theirs = try Self.programs.map(Self.codeForUIKit)
    let blocks = try Self.article().matches(of: /(?m)^```(swift(?:-uikit)?)\n((?:.*\n)*?)```$/)
    try #require(blocks.count >= 6)
    for block in blocks {
      let places = block.1 == "swift" ? own : theirs
      #expect(places.contains { Self.lines($0).contains(Self.lines(String(block.2))) })
    }
    #expect(blocks.count { $0.1 == "swift" } * 2 == blocks.count)
  }

  /// Returns the lines without their indentation.
  private static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  @Test("The UIKit code compiles against UIKit's declarations")
  func codeForUIKitTypeChecks() async throws {
    let module = FileManager.default.temporaryDirectory
      .appendingPathComponent("uikit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: module, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: module) }
    let folder = Repository.root.appendingPathComponent(Self.folder).path
    let common = ["-swift-version", "6", "-parse-as-library"]
    try await Self.compile(
      common + [
        "-emit-module", "-module-name", "UIKit", "-o", module.path + "/UIKit.swiftmodule",
        folder + "/StandIns/UIKit.swift",
      ])
    for program in Self.programs {
      try await Self.compile(
        common + [
          "-typecheck", "-warnings-as-errors", "-I", module.path,
          folder + "/StandIns/Models.swift", folder + "/\(program).swift",
        ])
    }
  }

  private static func compile(_ arguments: [String]) async throws {
    let end = try await Subprocess.run(
      .name("swiftc"), arguments: Arguments(arguments), output: .currentStandardOutput,
      error: .currentStandardError)
    #expect(end.terminationStatus.isSuccess, "\(arguments.joined(separator: " "))")
  }

  @Test("Each line of restoration is counted once, and no other line is")
  func linesAreCounted() {
    let code = """
      import StateRestoration

      /// Restores nothing on its own.
      final class Reader: ViewController {
        @Restorable var page = 1 { didSet { show("restored") } }
        var font = "restorationIdentifier"  // restored, too
        let text = TextView(restorationIdentifier: "Text")

        init() {
          super.init()
          restorationIdentifier = "Reader"
          restoration.register(Reader.self) { _, _ in
            Reader()
          }
          sheet = Sheet(
            size: 1,
            restorationIdentifier: "Sheet")
        }

        private enum Key {
          static let page = "page"
        }

        func encodeRestorableState(with coder: Encoder) {
          if page > 1 {
            coder.encode(page, forKey: Key.page)
          }
        }

        func turn() { page += 1 }
      }

      extension Reader: UIViewControllerRestoration {
        static func viewController(
          withRestorationIdentifierPath path: [String], coder: Decoder
        ) -> ViewController? { Reader() }
      }
      """
    let lines = RestorationLines(swift: code)
    #expect(
      lines.counts == [.shared: 2, .identifiers: 2, .keys: 3, .encode: 5, .lookup: 8])
    let excluded = RestorationLines(swift: code, excluding: ["UIViewControllerRestoration"])
    #expect(excluded.total == lines.total - 5)
    let storyboard = #"<view restorationIdentifier="A"/><view storyboardIdentifier="B"/>"#
    #expect(RestorationLines(storyboard: storyboard).counts == [.shared: 1])
  }
}
#endif
