// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationTesting
import Testing

/// Damaged files, as the user sees them.
///
/// Two real processes run, and a test damages a file between them.
@Suite struct DamageTests {
  let home: ProgramHome

  init() throws { home = try ProgramHome() }

  private var folder: URL { home.archives(of: "org.example.Headless") }
  private var current: URL { folder.appendingPathComponent("current.archive") }
  private var key: URL { home.key(of: "org.example.Headless") }

  @Test("R48, R127: a flipped byte restores the previous generation and sets the file aside")
  func flippedByteLeadsToTheGenerationBefore() throws {
    try home.save(times: 2)
    var bytes = try Data(contentsOf: current)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: current)

    let session = try home.start()
    #expect(try session.line(after: "restored") == "restored 1")
    session.kill()
    #expect(session.errors.split(separator: "\n").count == 1)
    #expect(session.errors.contains("set aside"))
    #expect(try Data(contentsOf: folder.appendingPathComponent("damaged-1.archive")) == bytes)
  }

  @Test("R48: a wrong key leads to a clean launch and leaves the archive in place")
  func wrongKeyLaunchesClean() throws {
    try home.save(times: 2)
    let archive = try Data(contentsOf: current)
    let rightKey = try Data(contentsOf: key)
    try Data((0..<32).map { UInt8($0) }).write(to: key)

    let session = try home.start()
    #expect(try session.line(after: "restored") == "restored nothing")
    try session.send("next")
    _ = try session.line(after: "saved")
    session.kill()
    #expect(try Data(contentsOf: current) == archive)

    try rightKey.write(to: key)
    let owner = try home.start()
    #expect(try owner.line(after: "restored") == "restored 2")
    owner.kill()
  }

  @Test("R134: a program whose folders are gone works and saves again")
  func missingFoldersAreMadeAnew() throws {
    try home.save(times: 2)
    for folder in ["state", "data"] {
      try FileManager.default.removeItem(at: home.folder.appendingPathComponent(folder))
    }
    let session = try home.start()
    #expect(try session.line(after: "restored") == "restored nothing")
    try session.send("next")
    #expect(try session.line(after: "saved") == "saved 1")
    session.kill()
    #expect(session.errors.isEmpty)
  }
}
