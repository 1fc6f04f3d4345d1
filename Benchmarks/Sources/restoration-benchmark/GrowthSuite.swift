// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Measuring

/// Encodes and decodes many small trees, and one large tree.
///
/// Both have the same number of objects.
struct GrowthSuite {
  let few: Size
  let many: Size
  let rounds: Rounds

  func run() throws -> [Figure] {
    try figures("encode", [encoding(few), encoding(many)])
      + figures("decode", [decoding(few), decoding(many)])
  }

  private func figures(_ name: String, _ subjects: [Subject]) throws -> [Figure] {
    let samples = try rounds.measure(subjects)
    let each = samples[many.text].values.map { $0 / Double(many.count) }
    return [
      Figure(
        "\(name).object@\(many.name)", Sample(each), "ns",
        what: "\(name), an object of \(many.text)"
      ),
      Figure(
        "\(name)@\(many.name)/\(few.name)", samples[many.text].ratios(to: samples[few.text]), "x",
        what: "\(name), an object of \(many.text) / of \(few.text)"),
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
        guard program?.items.count == size.count else { throw Difference(codec: "A restore", size) }
      })
  }
}
