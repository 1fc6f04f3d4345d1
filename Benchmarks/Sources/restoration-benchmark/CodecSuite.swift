// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Foundation
import Measuring
import Peers

/// Encodes and decodes one corpus with every codec, in turns, in memory.
///
/// It also compares every object.
struct CodecSuite {
  let size: Size
  let rounds: Rounds

  func run() throws -> [Figure] {
    let corpus = Corpus(count: size.count)
    let place = CorpusPlace.memory()
    let program = RunningProgram(corpus, savingTo: place)
    var files: [String: Data] = [:]
    let encode = try rounds.measure(
      [Subject(name: Keepers.ours) { _ = program.preserveAll() }]
        + Keepers.codecs.map { codec in
          Subject(name: codec.key) { files[codec.key] = try codec.encode(corpus.items) }
        }, beforeRound: corpus.changeAll)
    // All decode the state saved here.
    try program.saveAll()
    for codec in Keepers.codecs { files[codec.key] = try codec.encode(corpus.items) }

    var programs: [String: RestoredProgram] = [:]
    var relaunched = RelaunchedProgram(from: place)
    let decode = try rounds.measure(
      [
        Subject(name: Keepers.ours, prepare: { relaunched = RelaunchedProgram(from: place) }) {
          relaunched.restore()
        }
      ]
        + Keepers.codecs.map { codec in
          Subject(name: codec.key, prepare: { programs[codec.key] = nil }) {
            programs[codec.key] = try codec.decode(files[codec.key] ?? Data())
          }
        })
    programs[Keepers.ours] = relaunched
    files[Keepers.ours] = Data(try place.archive())
    return try files.sorted { $0.key < $1.key }.flatMap { key, file in
      guard programs[key]?.states == corpus.states else { throw Difference(key, size.count) }
      return [
        Figure("encode:\(key)", each(encode[key]), "ns"),
        Figure("decode:\(key)", each(decode[key]), "ns"),
        Figure("size:\(key)", Double(file.count) / Double(size.count), "bytes"),
      ]
    }
  }

  /// The times for one object.
  private func each(_ sample: Sample) -> Sample {
    Sample(sample.values.map { $0 / Double(size.count) })
  }
}

/// A way of keeping state that restored other values, which makes its times meaningless.
struct Difference: Error, CustomStringConvertible {
  let name: String
  let count: Int

  init(_ name: String, _ count: Int) { (self.name, self.count) = (name, count) }

  var description: String { "\(name) does not restore \(count) objects as they were." }
}
