// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RestorationArchive
import RestorationTesting
import Testing

/// Power cuts and disk failures at every moment of an application's life.
struct PowerCutTests {
  /// The number of cases tried, for Documentation/Reliability.md.
  struct Figures {
    var moments = 0
    var combinations = 0
    var disks = 0

    /// Prints one line to copy into Documentation/Reliability.md.
    func report(_ name: String) {
      print("\(name): \(moments) moments, \(combinations) combinations, \(disks) different disks")
    }
  }

  /// Cuts the power at every recorded moment of a disk.
  private func cut(
    _ life: Life, hasHardLinks: Bool = true, isDamaged: Bool = false, into figures: inout Figures
  ) throws {
    let effects = life.disk.effects
    let start = life.disk.start
    var opened: [SimulatedDisk.Image: Int?] = [:]
    let first = life.moments.first?.effects ?? 0
    for end in first...effects.count {
      let cut = PowerCut(start, after: effects[..<end])
      let allowed = life.moments.filter { $0.effects <= end }
      // Of several moments with the same effect, each is possible.
      let last = unwrap(allowed.last)
      let states = allowed.filter { $0.effects == last.effects }
        .reduce(into: Set<Int?>()) { $0.formUnion($1.allowed) }
      figures.moments += 1
      figures.combinations += cut.combinations
      for image in cut.images {
        if opened[image] == nil {
          opened[image] = .some(
            try reopen(image, hasHardLinks: hasHardLinks, isDamaged: isDamaged))
          figures.disks += 1
        }
        let found = unwrap(opened[image])
        #expect(
          states.contains(found),
          "\(last.step), effect \(end): found \(found as Int?), not \(states)")
      }
    }
  }

  /// Returns the state that a new process finds on a disk.
  ///
  /// The process must also be able to save and launch again.
  private func reopen(
    _ image: SimulatedDisk.Image, hasHardLinks: Bool, isDamaged: Bool = false
  ) throws -> Int? {
    let disk = SimulatedDisk(image, hasHardLinks: hasHardLinks)
    let archiver = Life.archiver(disk, process: 1)
    let load = archiver.load()
    #expect(load.incidents.isEmpty || isDamaged)
    let found = try Life.marker(load)
    #expect(throws: Never.self) { try archiver.saveAndWait(smallSnapshot(marker: 1_000)) }
    let next = Life.archiver(SimulatedDisk(disk.now), process: 2).load()
    #expect(try Life.marker(next) == 1_000)
    return found
  }

  @Test(
    "R152, R203: a power cut at any moment leaves the old or the new state, whatever is lost",
    arguments: [true, false])
  func everyPowerCutLeavesOldOrNew(hasHardLinks: Bool) throws {
    var figures = Figures()
    let steps = Life.Step.allCases
    let damage = unwrap(steps.firstIndex(of: .relaunchAfterDamage))
    let life = Life(SimulatedDisk(hasHardLinks: hasHardLinks))
    life.run(steps[..<damage])
    #expect(life.failures == 0)
    try cut(life, hasHardLinks: hasHardLinks, into: &figures)
    // From here on, the disk no longer holds the effects before the damage.
    life.run(steps[damage...])
    #expect(life.failures == 0)
    try cut(life, hasHardLinks: hasHardLinks, isDamaged: true, into: &figures)
    #expect(figures.disks > 100)
    figures.report(hasHardLinks ? "power cuts" : "power cuts without hard links")
  }

  @Test(
    "R152, R203: a power cut at any moment of a compaction leaves the old or the new state",
    arguments: [true, false])
  func everyPowerCutOfACompaction(hasHardLinks: Bool) throws {
    var figures = Figures()
    let disk = SimulatedDisk(hasHardLinks: hasHardLinks)
    let life = Life(disk)
    life.run([.launch, .firstSave, .secondSave])
    for _ in 0..<ArchiveLimits.writtenSaves { life.run(.append) }
    let logged = try #require(disk.now.bytes(Life.folder + "/current.archive"))
    disk.settle()
    life.forget()
    life.run(.append)
    // The former base and log together are the previous archive.
    #expect(disk.now.bytes(Life.folder + "/previous.archive") == logged)
    try cut(life, hasHardLinks: hasHardLinks, into: &figures)
    figures.report("power cuts of a compaction")
  }

  @Test(
    "R152, R203: after any failed operation, the state last reported as saved is found",
    arguments: [true, false])
  func everyFaultLeavesOldOrNew(hasHardLinks: Bool) throws {
    // Every operation fails in one of these ways; for the figures it fails in each of them.
    let numbers = [EIO, ENOSPC, EDQUOT, EROFS, EACCES]
    let isComplete = ProcessInfo.processInfo.environment["ALL_FAULTS"] != nil
    var figures = Figures()
    var opened: [SimulatedDisk.Image: Int?] = [:]
    let damage: Set<Life.Step> = [.relaunchAfterDamage, .saveAfterDamage]
    let steps = Life.Step.allCases.filter { !damage.contains($0) }
    let whole = Life(SimulatedDisk(hasHardLinks: hasHardLinks))
    whole.run(steps)
    for moment in 0..<whole.disk.operations {
      for lasts in [false, true] {
        for number in isComplete ? numbers : [numbers[moment % numbers.count]] {
          let fault = SimulatedDisk.Fault(number: number, first: moment, lasts: lasts)
          let life = Life(SimulatedDisk(fault: fault, hasHardLinks: hasHardLinks))
          life.run(steps)
          figures.moments += 1
          if lasts { #expect(life.failures > 0) }
          // The power is cut at the end, too: data lost in a failed sync does not return on its
          // own.
          let cut = PowerCut(life.disk.start, after: life.disk.effects)
          figures.combinations += cut.combinations
          for image in cut.images.union([life.disk.now]) {
            if opened[image] == nil {
              opened[image] = .some(try reopen(image, hasHardLinks: hasHardLinks))
              figures.disks += 1
            }
            let found = unwrap(opened[image])
            #expect(
              life.allowed.contains(found),
              "operation \(moment), lasts \(lasts): found \(found as Int?), not \(life.allowed)")
          }
          // When the disk works again, the same process can save again.
          let failures = life.failures
          life.disk.repair()
          life.readAgain()
          life.run(.append)
          #expect(life.failures == failures)
          let found = try Life.marker(
            Life.archiver(SimulatedDisk(life.disk.now), process: 99).load())
          #expect(life.allowed == [found])
        }
      }
    }
    figures.report(hasHardLinks ? "failing operations" : "failing operations without hard links")
  }

  @Test(
    "R198: saved state survives any file that cannot be read, and comes back afterwards",
    arguments: [true, false])
  func everyUnreadableFileLeavesWhatWasSaved(isDamaged: Bool) throws {
    let life = Life(SimulatedDisk())
    life.run([.launch, .firstSave, .secondSave, .append, .relaunch, .saveOverCandidate, .saveWhole])
    if isDamaged { life.disk.damage(Life.folder + "/current.archive") }
    let readable = SimulatedDisk(life.disk.now)
    let saved = try Life.marker(Life.archiver(readable, process: 1).load())
    #expect(saved != nil)
    let archives = ["current.archive", "previous.archive"].map { Life.folder + "/" + $0 }
    let needed = [nil, "/data/keys/key", isDamaged ? archives[1] : archives[0]]
    for path in [nil] + life.disk.now.names.keys.sorted() {
      for number in [EIO, EMFILE, EACCES, ENOMEM] {
        let disk = SimulatedDisk(life.disk.now)
        disk.failReading(number, of: path)
        var allowed: Set<Int?> = [saved]
        for process in 1...4 {
          let archiver = Life.archiver(disk, process: process)
          let found = try Life.marker(archiver.load())
          #expect(found == nil || allowed.contains(found))
          do {
            _ = try archiver.saveAndWait(smallSnapshot(marker: 1_000 + process))
            allowed = [1_000 + process]
            #expect(!needed.contains(path), "saved without having read \(path ?? "anything")")
          } catch {
            #expect(found == nil, "\(path ?? "nothing") is read, and nothing saved: \(error)")
          }
          disk.end(process: process)
        }
        disk.repair()
        let found = try Life.marker(Life.archiver(disk, process: 9).load())
        #expect(allowed.contains(found), "\(path ?? "all"), \(number): found \(found as Int?)")
      }
    }
  }

  @Test("A failure or power cut while a key is created leaves no partial and no second key")
  func everyFaultLeavesAWholeKey() throws {
    func bytes(_ key: ArchiveKey) -> [UInt8] { key.withUnsafeBytes { Array($0) } }
    let whole = SimulatedDisk()
    let made = bytes(try whole.keyFile().key())
    for end in 0...whole.effects.count {
      for image in PowerCut(whole.start, after: whole.effects[..<end]).images {
        let found = image.bytes("/keys/key")
        #expect(found == nil || found == made || end < whole.effects.count)
        #expect(end < whole.effects.count || found == made)
        #expect(found == nil || found?.count == 32, "effect \(end)")
        let key = bytes(try SimulatedDisk(image).keyFile().key())
        #expect(found == nil || found == key)
      }
    }
    for moment in 0..<whole.operations {
      for lasts in [false, true] {
        let disk = SimulatedDisk(fault: .init(number: EIO, first: moment, lasts: lasts))
        let given = try? bytes(disk.keyFile().key())
        disk.repair()
        let later = bytes(try disk.keyFile().key())
        #expect(given == nil || given == later, "operation \(moment)")
      }
    }
  }
}
