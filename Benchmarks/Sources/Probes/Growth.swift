// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Corpus
import FoundationEssentials

/// How far memory grows, at its peak, over what the program's own objects take.
struct Growth: ParsableCommand {
  enum Activity: String, ExpressibleByArgument, CaseIterable { case save, restore }

  @OptionGroup var load: Load

  @Argument(help: "What to do: save makes the archive, restore reads it.")
  var activity: Activity

  func run() throws {
    let place = CorpusPlace.folder(load.folder)
    let corpus = Corpus(count: load.objects)
    switch activity {
    case .save:
      let unregistered = Memory.now
      let program = RunningProgram(corpus, savingTo: place)
      let registered = Memory.startPeak()
      try program.saveAll()
      let first = Memory.peak - registered
      corpus.changeAll()
      try program.saveAll()
      try Figure.print([
        Figure("memory of registering", registered - unregistered, "bytes"),
        Figure("peak memory of the first save", first, "bytes"),
        Figure("peak memory of saving", Memory.peak - registered, "bytes"),
      ])
    case .restore:
      let alone = Memory.now
      let copies = corpus.items.map(Self.copy)
      let own = Memory.startPeak() - alone
      let program = RelaunchedProgram(from: place)
      program.restore()
      let peak = Memory.peak - alone - 2 * own
      guard program.items.count == copies.count else {
        throw ValidationError("\(load.folder) does not hold \(load.objects) objects.")
      }
      try Figure.print([
        Figure("memory of the objects", own, "bytes"),
        Figure("peak memory of restoring", peak, "bytes"),
      ])
    }
  }

  /// An object with storage of its own, as a restored one has.
  private static func copy(_ item: Item) -> Item {
    let copy = type(of: item).init()
    (copy.stamp, copy.position, copy.zoom) = (item.stamp, item.position, item.zoom)
    copy.title = String(decoding: Array(item.title.utf8), as: UTF8.self)
    copy.note = String(decoding: Array(item.note.utf8), as: UTF8.self)
    copy.series = item.series.map { $0 }
    return copy
  }
}

/// What the kernel counts as this process's memory, in bytes.
private enum Memory {
  static var now: Int { status("VmRSS:") }
  /// The most there was since ``startPeak()``.
  static var peak: Int { status("VmHWM:") }

  /// Forgets the peak so far.
  ///
  /// - Returns: What there is now.
  static func startPeak() -> Int {
    try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    return now
  }

  private static func status(_ field: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }
      .map { $0 * 1_024 } ?? 0
  }
}
