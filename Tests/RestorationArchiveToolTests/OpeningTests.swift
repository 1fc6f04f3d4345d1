// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive
import Testing

/// The file and key that a command line selects.
struct OpeningTests {
  private func state(of className: String) throws -> RestorationSnapshot {
    let maker = SnapshotMaker()
    maker.record(maker.tables.number(for: .application), class: className)
    return try maker.finish()
  }

  @Test("R195, R196: each kept generation is opened by its word")
  func generationsAreOpened() async throws {
    let home = try TemporaryHome()
    let contents: [(String, StoredFile.Content)] = [
      ("current", .archive(.current)), ("previous", .archive(.previous)),
      ("last-good", .archive(.lastGood)), ("candidate", .candidate), ("damaged-1", .damaged(1)),
      ("damaged-2", .damaged(2)), ("damaged-3", .damaged(3)),
    ]
    for (word, content) in contents { try home.put(state(of: "Class \(word)"), content) }
    for (word, _) in contents {
      let run = try await home.run(home.identifier, "--outline", "--generation", word)
      #expect(run.output.contains("Class \(word),"), "\(run.errors)")
    }
    let file = try home.store().path(of: .previous)
    #expect(try await home.run(file, "--outline").output.contains("Class previous,"))
    let both = try await home.run(file, "--generation", "previous")
    #expect(both.status == 64)
    #expect(both.errors.contains("is one file"))
  }

  @Test("R156: what a process beside others saved is opened by its number")
  func instancesAreOpened() async throws {
    let home = try TemporaryHome()
    try home.put(state(of: "First"), .archive(.current))
    try home.put(state(of: "Second"), .archive(.current), slot: "instance-2")
    let slot = "slot-0123456789abcdef-1.1"
    try home.put(state(of: "Third"), .archive(.current), slot: slot)
    #expect(
      try await home.run(home.identifier, "--outline", "--instance", "2").output.contains("Second"))
    let third = try home.store().path(of: .current, slot: slot)
    #expect(try await home.run(third, "--outline").output.contains("Third"))
    let missing = try await home.run(home.identifier, "--instance", "3")
    #expect(missing.status == 66)
    #expect(missing.errors.contains("no current archive of instance 3"))
    #expect(try await home.run(home.identifier, "--instance", "9").status == 64)
  }

  @Test("While a key is being replaced, both keys open what they have sealed")
  func nextKeyOpens() async throws {
    let home = try TemporaryHome()
    try home.put(state(of: "Old"), .archive(.previous))
    let next = try home.keyFile().makeNextKey()
    let bytes = try ArchiveSeal.seal(state(of: "New").bytes, with: next, sequenceNumber: 2)
    try home.put(bytes, .archive(.current))
    for arguments in [[], ["--key", try home.keyFile().path]] {
      let new = try await home.tool(["inspect", home.identifier, "--outline"] + arguments)
      #expect(new.output.contains("New"), "\(new.errors)")
      let old = try await home.tool(
        ["inspect", home.identifier, "--outline", "--generation", "previous"] + arguments)
      #expect(old.output.contains("Old"), "\(old.errors)")
    }
  }

  @Test("Asking for the keyring makes nothing and ends with a sentence")
  func keyringIsAskedForOnly() async throws {
    let home = try TemporaryHome()
    try home.put(state(of: "App"), .archive(.current))
    let before = home.contents
    let run = try await home.run(home.identifier, "--keyring")
    #if SecretService
    #expect(run.status == 77)
    #else
    #expect(run.status == 64)
    #expect(run.errors.contains("--traits SecretService"))
    #endif
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(home.contents == before)
    #expect(try await home.run(home.identifier, "--keyring", "--key", "x").status == 64)
    let newer = try await home.tool(
      "diff", home.identifier, home.identifier, "--keyring", "--new-key", "/no/such.key")
    #expect(newer.errors.contains("no key file /no/such.key"))
  }
}
#endif
