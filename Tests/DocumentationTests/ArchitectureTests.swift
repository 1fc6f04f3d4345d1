// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Rules of Architecture.md about modules that the compiler does not enforce.
@Suite struct ArchitectureTests {
  @Test(
    "The engine imports FoundationEssentials, never Foundation",
    arguments: ["RestorationArchive", "StateRestoration"])
  func engineKnowsFoundationEssentialsAlone(module: String) throws {
    let files = try Repository.files("swift", in: "Sources/\(module)")
    try #require(files.count > 50)
    for file in files {
      let source = try Repository.text(file)
      let importsFoundation = source.contains(/(?m)^.*\bimport (\w+ )?Foundation\b/)
      #expect(!importsFoundation, "\(file)")
    }
  }

  @Test("No folder uses one that comes after it in its module's order")
  func foldersStandInFloorOrder() throws {
    let page = try Repository.text("Documentation/Architecture.md")
    let section = try #require(page.firstMatch(of: #/(?s)## The order of folders\n(.*?)\n## /#)).1
    let orders = section.matches(of: /(?m)^\| `([\w-]+)` \| ([\w, ]+) \|$/).map {
      (module: String($0.1), folders: $0.2.split(separator: ", ").map(String.init))
    }
    try #require(!orders.isEmpty)
    for (module, folders) in orders {
      // Re-exports of other modules are beside the folders.
      let sources = try SourceFile.all(in: "Sources/\(module)")
        .filter { $0.path != "Exports.swift" }
      // Files beside the folders come first.
      let folders = [""] + folders
      #expect(Set(sources.map(\.folder)).union([""]) == Set(folders), "\(module)")
      let owners = SourceFile.owners(among: sources)
      try #require(owners.count > 10)
      for source in sources {
        for name in source.usedTypes {
          guard let owner = owners[name], let place = folders.firstIndex(of: source.folder),
            let other = folders.firstIndex(of: owner.folder)
          else { continue }
          #expect(other <= place, "\(source.path) uses \(name) of \(owner.path)")
        }
      }
    }
  }

  @Test(
    "At most four files of a module depend on each other in a circle",
    arguments: ["RestorationArchive", "StateRestoration"])
  func filesKnowEachOtherInSmallCircles(module: String) throws {
    let sources = try SourceFile.all(in: "Sources/\(module)")
    let owners = SourceFile.owners(among: sources)
    try #require(owners.count > 50)
    var uses: [String: Set<String>] = [:]
    for source in sources {
      uses[source.path] = Set(source.usedTypes.compactMap { owners[$0]?.path })
    }
    let reached = uses.mapValues { first in
      var (known, next) = (first, Array(first))
      while let path = next.popLast() {
        for other in uses[path] ?? [] where known.insert(other).inserted { next.append(other) }
      }
      return known
    }
    for path in uses.keys {
      let circle = (reached[path] ?? []).filter { reached[$0]?.contains(path) == true }
      #expect(circle.count <= 4, "\(path): \(circle.sorted())")
    }
  }

  @Test("Only the files that the page names use unsafe memory")
  func unsafeFilesAreNamed() throws {
    let page = try Repository.text("Documentation/Architecture.md")
    let section = try #require(
      page.firstMatch(of: #/(?s)## Memory that Swift does not check\n(.*?)\n## /#)
    ).1
    let named = Set(section.matches(of: #/(?m)^\| `([\w/+.]+)` /#).map { String($0.1) })
    let sources = try ["RestorationArchive", "StateRestoration"].flatMap {
      try SourceFile.all(in: "Sources/\($0)")
    }
    let found = sources.filter { $0.code.contains(/\b(unsafe|Unsafe\w+|Unmanaged)\b/) }
    #expect(Set(found.map(\.path)) == named)
    #expect(found.count <= 12)
  }

  @Test("Only one module imports the C library in Swift code")
  func oneModuleImportsTheCLibrary() throws {
    let files = try Repository.files("swift", in: "Sources")
      .filter { !$0.hasPrefix("Sources/PosixSupport/") }
    try #require(files.count > 300)
    for file in files {
      let source = try Repository.text(file)
      let importsLibrary = source.contains(
        /(?m)^.*\bimport (\w+ )?(Glibc|SwiftGlibc|Musl|Android|Bionic|Darwin)\b/)
      #expect(!importsLibrary, "\(file)")
    }
  }
}

/// A source file of a module: the types it declares and uses.
private struct SourceFile {
  /// The file's folder in the module, and its path below the module.
  let folder, path: String
  /// The file's text without comments and string literals.
  let code: String

  static func all(in folder: String) throws -> [SourceFile] {
    try Repository.files("swift", in: folder)
      .map { SourceFile(String($0.dropFirst(folder.count + 1)), try Repository.text($0)) }
  }

  /// Maps each declared type to its source file.
  static func owners(among sources: [SourceFile]) -> [String: SourceFile] {
    Dictionary(
      sources.flatMap { source in source.declaredTypes.map { ($0, source) } },
      uniquingKeysWith: { first, _ in first })
  }

  private init(_ path: String, _ source: String) {
    self.path = path
    folder = path.split(separator: "/").dropLast().joined(separator: "/")
    code = source.replacing(/\/\/[^\n]*/, with: "")
      .replacing(/"(\\.|[^"\\\n])*"/, with: "\"\"")
  }

  /// The types at file level that other files can see.
  var declaredTypes: [String] {
    code.matches(
      of: /(?m)^((?:@\S+ )*(?:\w+ )*?)(?:struct|class|enum|protocol|actor|typealias) (\w+)/
    ).filter { !$0.1.contains("private") && !$0.1.contains("import") }.map { String($0.2) }
  }

  var usedTypes: Set<String> { Set(code.matches(of: /\b[A-Z]\w+/).map { String($0.0) }) }
}
