// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Measuring
import Peers

/// Encodes and decodes one corpus with every codec, in turns.
///
/// It also compares every object.
struct CodecSuite {
  let size: Size
  let rounds: Rounds
  let folder: String

  /// The results of one codec.
  struct Row {
    let codec: String
    /// The name used by figures and goals.
    let key: String
    let encode: Cost
    let decode: Cost
    let byteCount: Int
  }

  /// The time for all objects.
  struct Cost {
    let time: Sample
    /// The time divided by this package's time.
    let ratio: Sample
  }

  private static let ours = "this package"

  /// Measures all codecs.
  ///
  /// - Returns: One row per codec, this package's first.
  func run() throws -> [Row] {
    let corpus = Corpus(count: size.count)
    let place = CorpusPlace.memory()
    let program = RunningProgram(corpus, savingTo: place)
    // Slow codecs take turns of their own, since they clear the caches.
    let groups: [[any Peer]] = [
      [ProtobufPeer(), try DatabasePeer(path: "\(folder)/\(size.name).sqlite")],
      [JSONPeer(), KeyedArchiverPeer()],
    ]
    let encode = try costs(groups, beforeRound: corpus.changeAll) { group in
      [Subject(name: Self.ours) { _ = program.preserveAll() }]
        + group.map { peer in Subject(name: peer.name) { try peer.encode(corpus.items) } }
    }
    // All decode the state saved here.
    try program.saveAll()
    for peer in groups.joined() { try peer.encode(corpus.items) }

    var relaunched = RelaunchedProgram(from: place)
    let kept = KeptItems()
    let decode = try costs(groups) { group in
      [
        Subject(name: Self.ours, prepare: { relaunched = RelaunchedProgram(from: place) }) {
          relaunched.restore()
        }
      ]
        + group.map { peer in
          Subject(name: peer.name, prepare: kept.letGo) { kept.items = try peer.decode() }
        }
    }
    try compare(place, Array(groups.joined()), corpus.states)

    let ours = (Self.ours, "ours", try place.archive().count)
    return ([ours] + groups.joined().map { ($0.name, $0.key, $0.byteCount) }).compactMap {
      name, key, byteCount in
      guard let encode = encode[name], let decode = decode[name] else { return nil }
      return Row(codec: name, key: key, encode: encode, decode: decode, byteCount: byteCount)
    }
  }

  /// Measures each group of codecs together with this package.
  ///
  /// This package's own times are those from the first group.
  private func costs(
    _ groups: [[any Peer]], beforeRound: () -> Void = {}, subjects: ([any Peer]) -> [Subject]
  ) throws -> [String: Cost] {
    var costs: [String: Cost] = [:]
    for group in groups {
      let samples = try rounds.measure(subjects(group), beforeRound: beforeRound)
      for name in [Self.ours] + group.map(\.name) where costs[name] == nil {
        costs[name] = Cost(
          time: samples[name], ratio: samples[name].ratios(to: samples[Self.ours]))
      }
    }
    return costs
  }

  private func compare(_ place: CorpusPlace, _ peers: [any Peer], _ states: [ItemState]) throws {
    let program = RelaunchedProgram(from: place, keepsPaths: true)
    program.restore()
    guard program.states == states else { throw Difference(codec: Self.ours, size) }
    let kept = KeptItems()
    for peer in peers {
      kept.letGo()
      kept.items = try peer.decode()
      guard kept.items.map({ ItemState($0) }) == states else {
        throw Difference(codec: peer.name, size)
      }
    }
  }
}

/// The last decoded objects, kept until the next round.
///
/// So releasing them counts in no codec's time.
private final class KeptItems {
  var items: [Item] = []

  func letGo() {
    for item in items { item.link = nil }
    items = []
  }

  deinit { letGo() }
}

/// A codec that restored other values, which makes its times meaningless.
struct Difference: Error, CustomStringConvertible {
  let codec: String
  let count: Int

  init(codec: String, _ size: Size) { self.init(codec: codec, count: size.count) }

  init(codec: String, count: Int) { (self.codec, self.count) = (codec, count) }

  var description: String { "\(codec) does not restore \(count) objects as they were." }
}
