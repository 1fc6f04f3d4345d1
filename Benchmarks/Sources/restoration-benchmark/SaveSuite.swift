// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Floors
import Measuring

/// Writes a whole corpus to disk.
///
/// The baseline seals as many bytes and replaces a file with them.
struct SaveSuite {
  let size: Size
  let rounds: Rounds
  let folder: String

  func run() throws -> [Figure] {
    let corpus = Corpus(count: size.count)
    let files = CorpusPlace.folder("\(folder)/save-\(size.name)")
    let program = RunningProgram(corpus, savingTo: files)
    try program.saveAll()
    let bytes = try files.archive()
    var chunks = SealedChunks()
    let file = try DurableFile(in: folder)

    let samples = try rounds.measure(
      [
        Subject(name: "save") { try program.saveAll() },
        Subject(name: "floor") {
          try bytes.withUnsafeBytes { try chunks.seal($0) }
          try chunks.sealed.withUnsafeBytes { try file.replace(with: $0) }
        },
      ], beforeRound: corpus.changeAll)
    let (save, floor) = (samples["save"], samples["floor"])
    return [
      Figure("save@\(size.name)", save, "ns", what: "full save of \(size.text)"),
      Figure(
        "save.floor@\(size.name)", floor, "ns",
        what: "seal and replace the bytes of \(size.text)"),
      Figure(
        "save/floor@\(size.name)", save.ratios(to: floor), "x",
        what: "full save of \(size.text) / seal and replace"),
    ]
  }
}
