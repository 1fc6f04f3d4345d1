// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What Architecture.md says of the modules, and the compiler does not see to.
@Suite struct ArchitectureTests {
  @Test(
    "The engine knows FoundationEssentials alone",
    arguments: ["RestorationArchive", "StateRestoration"])
  func engineKnowsFoundationEssentialsAlone(module: String) throws {
    let folder = ConformanceTests.root.appending(path: "Sources/\(module)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    try #require(files.count > 50)
    for file in files {
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let importsFoundation = source.contains(/(?m)^.*\bimport (\w+ )?Foundation\b/)
      #expect(!importsFoundation, "\(file)")
    }
  }

  @Test("Of what is in Swift, one module alone imports the C library")
  func oneModuleImportsTheCLibrary() throws {
    let folder = ConformanceTests.root.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("PosixSupport/") }
    try #require(files.count > 300)
    for file in files {
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let importsLibrary = source.contains(
        /(?m)^.*\bimport (\w+ )?(Glibc|SwiftGlibc|Musl|Android|Bionic|Darwin)\b/)
      #expect(!importsLibrary, "\(file)")
    }
  }
}
