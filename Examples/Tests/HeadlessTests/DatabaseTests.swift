// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import Foundation
import RestorationTesting
import Testing

private let database = ProcessInfo.processInfo.environment["RESTORATION_DATABASE"]

/// Two machines that share a database and a key.
///
/// Each has its own home folder, which is the only difference a program can see.
@Suite(.enabled(if: database != nil)) struct DatabaseTests {
  @Test("R156: a program killed on one machine continues on another")
  func anotherMachine() throws {
    let store = try #require(database)
    let (first, second) = (try ProgramHome(), try ProgramHome())
    let session = try first.start("--store", store)
    try session.send("next")
    _ = try session.line(after: "saved")
    let key = first.key(of: "org.example.Headless")
    let copy = second.key(of: "org.example.Headless")
    try FileManager.default.createDirectory(
      at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: key, to: copy)
    session.kill()
    let place = try #require(session.lines.last { $0.hasPrefix("2026") })

    let next = try second.start("--store", store)
    #expect(try next.line(after: "restored") != "restored nothing")
    #expect(try next.line(after: "2026") == place)
    next.kill()
  }
}
#endif
