// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Floors
import Foundation
import Measuring

/// Brings a whole corpus to the disk, beside what sealing and writing as many bytes takes.
struct SaveSuite {
  let count: Int
  let rounds: Rounds
  let folder: String

  func run() throws -> [Figure] {
    let corpus = Corpus(count: count)
    let files = CorpusPlace.folder(folder + "/save-\(count)")
    let program = RunningProgram(corpus, savingTo: files)
    let inMemory = RunningProgram(corpus, savingTo: .memory())
    try program.saveAll()
    let bytes = try files.archive()
    var copy = [UInt8](repeating: 0, count: bytes.count)
    var chunks = SealedChunks()
    let file = try DurableFile(in: folder)

    let samples = try rounds.measure(
      [
        Subject(name: "save") { try program.saveAll() },
        Subject(name: "seal and replace") {
          try bytes.withUnsafeBytes { try chunks.seal($0) }
          try chunks.sealed.withUnsafeBytes { try file.replace(with: $0) }
        },
        Subject(name: "capture and seal") { try inMemory.saveAll() },
        Subject(name: "copy and seal") {
          copy.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
          try copy.withUnsafeBytes { try chunks.seal($0) }
        },
      ], beforeRound: corpus.changeAll)

    let size = "\(NumberText.short(Double(count))) objects"
    var figures: [Figure] = []
    for (name, what) in [
      ("save", "full save"), ("seal and replace", "floor: seal and replace as many bytes"),
      ("capture and seal", "encode and seal"), ("copy and seal", "floor: copy and seal"),
    ] {
      guard let sample = samples[name] else { continue }
      figures.append(Figure("\(name)@\(count)", sample, "ns", what: "\(what), \(size)"))
    }
    for (name, part, whole) in [
      ("save/floor", "save", "seal and replace"),
      ("sealed/floor", "capture and seal", "copy and seal"),
    ] {
      guard let ours = samples[part], let floor = samples[whole] else { continue }
      let what = "\(part) / \(whole), \(size)"
      figures.append(Figure("\(name)@\(count)", ours.ratios(to: floor), "x", what: what))
    }
    return figures
  }
}
