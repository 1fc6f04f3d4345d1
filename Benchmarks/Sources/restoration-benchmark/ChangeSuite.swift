// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Floors
import Measuring

/// Saves one changed object in trees of three sizes.
///
/// The baseline appends as many bytes to a file.
struct ChangeSuite {
  let few: Size
  let middle: Size
  let many: Size
  let rounds: Rounds
  let folder: String

  func run() throws -> [Figure] {
    let (small, medium, large) = (
      try SavedTree(few, folder), try SavedTree(middle, folder), try SavedTree(many, folder)
    )
    let growth = try medium.growth()
    CorpusPlace.letKeysAge()
    let bytes = [UInt8](repeating: 7, count: Int(growth.median))
    let file = try DurableFile(in: folder)

    let samples = try rounds.measure([
      medium.subject,
      Subject(name: "floor") { try bytes.withUnsafeBytes { try file.append($0) } },
      small.subject, large.subject,
      Subject(name: "nothing") { try large.program.saveChanged() },
    ])
    let change = { (size: Size) in
      Figure("change@\(size.name)", samples[size.text], "ns", what: "one change of \(size.text)")
    }
    return [
      change(few), change(middle), change(many),
      Figure("change.floor", samples["floor"], "ns", what: "append as many bytes and sync"),
      Figure(
        "nothing@\(many.name)", samples["nothing"], "ns", what: "nothing changed, of \(many.text)"),
      Figure(
        "change.bytes@\(middle.name)", growth, "bytes", what: "one change of \(middle.text), bytes"),
      Figure(
        "change/floor@\(middle.name)", samples[middle.text].ratios(to: samples["floor"]), "x",
        what: "one change of \(middle.text) / append and sync"),
      Figure(
        "change@\(many.name)/\(few.name)", samples[many.text].ratios(to: samples[few.text]), "x",
        what: "one change of \(many.text) / of \(few.text)"),
    ]
  }
}

/// A program that appends changes to its archive.
private final class SavedTree {
  let program: RunningProgram
  private let size: Size
  private let place: CorpusPlace
  private var next = 0

  /// Saves twice, so that an older archive exists.
  ///
  /// A change is appended only if an older archive remains to fall back on.
  init(_ size: Size, _ folder: String) throws {
    self.size = size
    place = CorpusPlace.folder("\(folder)/change-\(size.name)")
    program = RunningProgram(Corpus(count: size.count), savingTo: place)
    try program.saveAll()
    program.corpus.changeAll()
    try program.saveAll()
  }

  var subject: Subject {
    Subject(name: size.text, prepare: changeOne) { try self.program.saveChanged() }
  }

  private func changeOne() {
    next = (next + 7_919) % size.count
    program.change(next)
  }

  /// Returns the growth of the archive with each change, in bytes.
  func growth() throws -> Sample {
    let sizes = try (0..<32).map { _ in
      changeOne()
      try program.saveChanged()
      return Double(try place.archive().count)
    }
    return Sample(zip(sizes.dropFirst(), sizes).map { $0 - $1 }.filter { $0 > 0 })
  }
}
