// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Corpus
import FoundationEssentials

/// Prints the resident memory per coordinator, without its objects.
///
/// It creates many coordinators with objects, and saves each to an archive in memory.
struct Coordinators: ParsableCommand {
  @OptionGroup var load: Load

  /// The first coordinators pay for memory that a process needs once.
  private static let warmUp = 8

  func run() throws {
    let corpora = (0..<Self.warmUp + load.times).map { _ in Corpus(count: load.objects) }
    var programs = try corpora.prefix(Self.warmUp).map(saved)
    programs.reserveCapacity(corpora.count)
    let before = try residentPages()
    for corpus in corpora.dropFirst(Self.warmUp) { programs.append(try saved(corpus)) }
    let pages = try residentPages() - before
    withExtendedLifetime(programs) { print(pages * 4_096 / load.times) }
  }

  private func saved(_ corpus: Corpus) throws -> RunningProgram {
    let program = RunningProgram(corpus, savingTo: .memory(), makesObjects: false)
    try program.saveAll()
    return program
  }

  private func residentPages() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
      separator: " ")
    return Int(fields[1]) ?? 0
  }
}
