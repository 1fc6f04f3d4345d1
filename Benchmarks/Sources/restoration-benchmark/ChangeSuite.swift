// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Floors
import Foundation
import Measuring

/// Saves one changed object of few and of many, beside appending as many bytes to a file.
struct ChangeSuite {
  let few: Int
  let many: Int
  let rounds: Rounds
  let folder: String

  func run() throws -> [Figure] {
    let small = try makeProgram(few)
    let large = try makeProgram(many)
    let growth = try growth(of: large)
    CorpusPlace.letKeysAge()
    let bytes = [UInt8](repeating: 7, count: Int(growth.median))
    let file = try DurableFile(in: folder)
    var next = 0

    let samples = try rounds.measure(
      [
        Subject(name: "change@\(many)", prepare: { large.change(next % many) }) {
          try large.program.saveChanged()
        },
        Subject(name: "append@\(many)") {
          try bytes.withUnsafeBytes { try file.append($0) }
        },
        Subject(name: "change@\(few)", prepare: { small.change(next % few) }) {
          try small.program.saveChanged()
        },
        Subject(name: "nothing@\(many)") { try large.program.saveChanged() },
      ], beforeRound: { next += 7_919 })

    let size = { (count: Int) in NumberText.short(Double(count)) }
    var figures: [Figure] = []
    for (name, what) in [
      ("change@\(few)", "one change of \(size(few))"),
      ("change@\(many)", "one change of \(size(many))"),
      ("append@\(many)", "floor: append as many bytes and sync"),
      ("nothing@\(many)", "nothing changed, of \(size(many))"),
    ] {
      guard let sample = samples[name] else { continue }
      figures.append(Figure(name, sample, "ns", what: what))
    }
    figures.append(
      Figure(
        "change.bytes@\(many)", growth, "bytes", what: "one change of \(size(many)), bytes"))
    for (name, part, whole, what) in [
      ("change/floor@\(many)", "change@\(many)", "append@\(many)", "one change / append"),
      (
        "change@\(many)/\(few)", "change@\(many)", "change@\(few)",
        "one change of \(size(many)) / of \(size(few))"
      ),
    ] {
      guard let part = samples[part], let whole = samples[whole] else { continue }
      figures.append(Figure(name, part.ratios(to: whole), "x", what: what))
    }
    return figures
  }

  private struct Saved {
    let program: RunningProgram
    let place: CorpusPlace

    func change(_ index: Int) { program.change(index) }
  }

  /// Saved twice, since a change is appended only where a generation is left to fall back on.
  private func makeProgram(_ count: Int) throws -> Saved {
    let place = CorpusPlace.folder(folder + "/change-\(count)")
    let program = RunningProgram(Corpus(count: count), savingTo: place)
    try program.saveAll()
    program.corpus.changeAll()
    try program.saveAll()
    return Saved(program: program, place: place)
  }

  /// By how many bytes the archive grows with each change.
  private func growth(of saved: Saved) throws -> Sample {
    var sizes: [Double] = []
    for index in 0..<32 {
      saved.change(index)
      try saved.program.saveChanged()
      sizes.append(Double(try saved.place.archive().count))
    }
    return Sample(zip(sizes.dropFirst(), sizes).map { $0 - $1 }.filter { $0 > 0 })
  }
}
