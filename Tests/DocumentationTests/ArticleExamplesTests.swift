// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// All Swift code in articles and pages is compiled.
///
/// Each block is in a file of the tests or examples, word for word except for its indentation.
/// As a rule this is the file in `ArticleExamples` with the page's name. A block with a file name
/// above it is a file of a program that the reader makes; `Scripts/Release/follow-article` makes
/// and checks those programs.
@Suite struct ArticleExamplesTests {
  private static func pages() throws -> [String] {
    try Repository.files("md", in: "Sources") + Repository.files("md", in: "Documentation")
  }

  @Test("Swift blocks of articles and pages are in compiled files")
  func blocksAreCompiled() throws {
    let files = try ["Tests", "Examples/Tests", "Examples/Sources"].flatMap { folder in
      try Repository.files("swift", in: folder)
    }
    let code = CompiledCode(try files.map(Repository.text))
    var count = 0
    for page in try Self.pages() {
      let blocks = CodeBlock.all(in: try Repository.text(page))
      for block in blocks where block.file == nil {
        count += 1
        let isCompiled = code.contains(block.lines)
        #expect(isCompiled, "\(page):\(block.line)")
      }
    }
    try #require(count > 10)
  }

  @Test(
    "Blocks of other languages in articles are in the examples, word for word",
    arguments: [("python", "py"), ("c", "c"), ("vala", "vala"), ("rust", "rs")])
  func blocksOfOtherLanguagesAreRun(language: String, ending: String) throws {
    let files = try Repository.files(ending, in: "Examples/Languages")
    let code = CompiledCode(try files.map(Repository.text))
    for page in try Self.pages() {
      for block in CodeBlock.all(in: try Repository.text(page), language: language) {
        let isRun = code.contains(block.lines)
        #expect(isRun, "\(page):\(block.line)")
      }
    }
  }

  @Test("A program in an article imports only one module of the package")
  func oneImportIsEnough() throws {
    let sources = Repository.root.appendingPathComponent("Sources").path
    let modules = Set(try FileManager.default.contentsOfDirectory(atPath: sources))
    var count = 0
    for page in try Self.pages() + ["README.md"] {
      for block in CodeBlock.all(in: try Repository.text(page)) {
        let imported = block.lines.compactMap { $0.wholeMatch(of: /import (\w+)/)?.1 }
          .filter { modules.contains(String($0)) }
        count += imported.count
        #expect(imported.count <= 1, "\(page):\(block.line)")
      }
    }
    try #require(count >= 5)
  }

  @Test("./test follows the pages whose blocks are files of a program")
  func programsAreFollowed() throws {
    let script = try Repository.text("test")
      .replacing(/\\\n\s*/, with: "")  // long commands continue on the next line
    let programs = try Self.pages().filter { page in
      CodeBlock.all(in: try Repository.text(page)).contains { $0.file != nil }
    }
    try #require(!programs.isEmpty)
    for page in programs {
      let isFollowed = script.contains("Scripts/Release/follow-article \(page)")
      #expect(isFollowed, "\(page)")
    }
  }

  @Test("A block is found with other indentation, but not with other words or in pieces of lines")
  func blocksAreFound() {
    let code = CompiledCode(["struct A {\n  func b() {\n    c()\n\n    d()\n  }\n}\n"])
    #expect(code.contains(["func b() {", "  c()", "", "  d()", "}"]))
    #expect(code.contains(["  c()", "", "  d()"]))
    #expect(!code.contains(["func b() {", "c()"]))
    #expect(!code.contains(["c()", "d()"]))
    #expect(!code.contains(["c("]))
    #expect(!code.contains(["d()", "}", "}", "}"]))
  }
}

/// A block of code in a page.
struct CodeBlock {
  /// The page's line on which the block begins, counted from 1.
  var line: Int
  var lines: [String]
  /// The name of the file that the block shows.
  ///
  /// `nil` unless the last line of text above the block is a file name.
  var file: String?

  static func all(in page: String, language: String = "swift") -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var open: CodeBlock?
    var isOther = false
    var above = ""
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, line) in lines.enumerated() {
      let text = line.trimmingCharacters(in: .whitespaces)
      if let block = open {
        if text == "```" {
          blocks.append(block)
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if isOther {
        isOther = text != "```"
      } else if text == "```" + language {
        let file = above.wholeMatch(of: /`([\w\/.-]+\.swift)`:/).map { String($0.1) }
        open = CodeBlock(line: index + 1, lines: [], file: file)
      } else if text.hasPrefix("```") {
        isOther = true
      }
      if !text.isEmpty { above = text }
    }
    return blocks
  }
}

/// The lines of compiled files.
struct CompiledCode {
  private let files: [[String]]
  /// Maps each line's text, without indentation, to its positions.
  private var places: [String: [(file: Int, line: Int)]] = [:]

  init(_ texts: [String]) {
    files = texts.map { $0.components(separatedBy: "\n") }
    for (file, lines) in files.enumerated() {
      for (line, text) in lines.enumerated() where !text.isEmpty {
        places[text.trimmingCharacters(in: .whitespaces), default: []].append((file, line))
      }
    }
  }

  /// Returns whether a file contains the lines without a gap.
  ///
  /// The indentation of all lines may differ by the same amount.
  func contains(_ block: [String]) -> Bool {
    guard let first = block.first(where: { !$0.isEmpty }) else { return true }
    let lines = Array(block.drop { $0.isEmpty })
    let known = places[first.trimmingCharacters(in: .whitespaces), default: []]
    return known.contains { place in
      let rest = files[place.file][place.line...]
      guard rest.count >= lines.count else { return false }
      let shift = Self.indentation(of: rest[place.line]) - Self.indentation(of: first)
      return zip(rest, lines).allSatisfy { stands, shown in
        shown.isEmpty
          ? stands.isEmpty
          : stands.drop { $0 == " " } == shown.drop { $0 == " " }
            && Self.indentation(of: stands) - Self.indentation(of: shown) == shift
      }
    }
  }

  private static func indentation(of line: String) -> Int { line.prefix { $0 == " " }.count }
}
