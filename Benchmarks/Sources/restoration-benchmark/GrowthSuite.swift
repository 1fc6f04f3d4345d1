// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Measuring

/// Encodes and decodes many small trees, and one large tree with as many objects.
///
/// It also saves one change in a small tree and in the large one.
struct GrowthSuite {
  let few: Size
  let many: Size
  let rounds: Rounds
  /// One change is short, and needs more rounds.
  let changeRounds: Rounds
  let folder: String

  func run() throws -> [Figure] {
    let changes = try [changing(few), changing(many)]
    CorpusPlace.letKeysAge()
    return try figures("encode", "encode, an object", [encoding(few), encoding(many)], in: rounds)
      + figures("decode", "decode, an object", [decoding(few), decoding(many)], in: rounds)
      + figures("change", "one change", changes, in: changeRounds)
  }

  private func figures(
    _ name: String, _ what: String, _ subjects: [Subject], in rounds: Rounds
  ) throws -> [Figure] {
    let samples = try rounds.measure(subjects)
    return [
      Figure(
        "\(name)@\(many.name)/\(few.name)", samples[many.text].ratios(to: samples[few.text]), "x",
        what: "\(what) of \(many.text) / of \(few.text)")
    ]
  }

  private func encoding(_ size: Size) -> Subject {
    let program = RunningProgram(Corpus(count: size.count), savingTo: .memory())
    return Subject(
      name: size.text, times: many.count / size.count, prepare: program.corpus.changeAll
    ) {
      _ = program.preserveAll()
    }
  }

  private func decoding(_ size: Size) throws -> Subject {
    let place = CorpusPlace.memory()
    try RunningProgram(Corpus(count: size.count), savingTo: place).saveAll()
    var program: RelaunchedProgram?
    return Subject(
      name: size.text, times: many.count / size.count,
      prepare: {
        // Releases the objects of the previous round first.
        program = nil
        program = RelaunchedProgram(from: place)
      },
      run: {
        program?.restore()
        guard program?.items.count == size.count else { throw Difference("A restore", size.count) }
      })
  }

  private func changing(_ size: Size) throws -> Subject {
    let place = CorpusPlace.folder("\(folder)/growth-\(size.name)")
    let program = RunningProgram(Corpus(count: size.count), savingTo: place)
    try program.saveTwice()
    var index = 0
    return Subject(
      name: size.text,
      prepare: {
        index = (index + 7_919) % size.count
        program.corpus.change(index)
        program.invalidate(index)
      }, run: { try program.saveChanged() })
  }
}
