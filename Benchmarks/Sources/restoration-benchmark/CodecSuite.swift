// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Floors
import Foundation
import Measuring
import Peers

/// Encodes and decodes one corpus with every codec, in turn, and compares every object.
struct CodecSuite {
  let count: Int
  let rounds: Rounds
  let folder: String

  /// What one codec took, per repetition for all objects.
  struct Row {
    let codec: String
    /// What figures and goals call it.
    let key: String
    let encode: Sample
    let decode: Sample
    let byteCount: Int
  }

  static let ours = "this package"
  static let flat = "fixed schema (floor)"

  /// Codecs that take seconds are left out beyond this many objects.
  private static let slowLimit = 10_000

  func run() throws -> [Row] {
    let corpus = Corpus(count: count)
    let place = CorpusPlace.memory()
    let program = RunningProgram(corpus, savingTo: place)
    let (peers, slowPeers) = try makePeers()
    var writer = FlatWriter()

    // The flat writer is the neighbour of what is measured against it.
    var subjects = [
      Subject(name: Self.ours) { _ = program.preserveAll() },
      Subject(name: Self.flat) { writer.write(corpus.items) },
    ]
    for peer in peers + slowPeers {
      let isSlow = slowPeers.contains { $0 === peer }
      subjects.append(Subject(name: peer.name, isSlow: isSlow) { try peer.encode(corpus.items) })
    }
    let encode = try rounds.measure(subjects, beforeRound: corpus.changeAll)

    // All codecs decode the same state: slow ones have sat out the last rounds.
    try program.saveAll()
    writer.write(corpus.items)
    for peer in peers + slowPeers { try peer.encode(corpus.items) }
    let states = corpus.states
    let decode = try measureDecoding(
      place, writer.bytes, peers: peers, slowPeers: slowPeers, states: states)

    var sizes = [Self.flat: writer.bytes.count]
    sizes[Self.ours] = try place.archive().count
    for peer in peers + slowPeers { sizes[peer.name] = peer.byteCount }
    let keys = [Self.ours: "ours", Self.flat: "flat"].merging(
      (peers + slowPeers).map { ($0.name, $0.key) }
    ) { $1 }
    return subjects.compactMap { subject in
      let name = subject.name
      guard let encode = encode[name], let decode = decode[name] else { return nil }
      return Row(
        codec: name, key: keys[name] ?? name, encode: encode, decode: decode,
        byteCount: sizes[name] ?? 0)
    }
  }

  private func makePeers() throws -> (fast: [any Peer], slow: [any Peer]) {
    let fast: [any Peer] = [
      ProtobufPeer(), try DatabasePeer(in: folder, isSynchronous: false),
      try DatabasePeer(in: folder, isSynchronous: true),
    ]
    let slow: [any Peer] = [
      CodablePeer.json(), CodablePeer.propertyList(), KeyedArchiverPeer(isNested: false),
      KeyedArchiverPeer(isNested: true),
    ]
    return (fast, count <= Self.slowLimit ? slow : [])
  }

  private func measureDecoding(
    _ place: CorpusPlace, _ flat: UnsafeRawBufferPointer, peers: [any Peer], slowPeers: [any Peer],
    states: [ItemState]
  ) throws -> [String: Sample] {
    var relaunched = RelaunchedProgram(from: place)
    let kept = KeptItems()
    var subjects = [
      Subject(
        name: Self.ours, prepare: { relaunched = RelaunchedProgram(from: place) },
        run: { relaunched.restore() }),
      Subject(
        name: Self.flat, prepare: kept.letGo,
        run: {
          var reader = FlatReader(flat)
          kept.items = reader.read() ?? []
        }),
    ]
    for peer in peers + slowPeers {
      subjects.append(
        Subject(
          name: peer.name, isSlow: slowPeers.contains { $0 === peer }, prepare: kept.letGo,
          run: { kept.items = try peer.decode() }))
    }
    let samples = try rounds.measure(subjects)

    relaunched = RelaunchedProgram(from: place, keepsPaths: true)
    relaunched.restore()
    guard relaunched.states == states else { throw Difference(codec: Self.ours, count: count) }
    for subject in subjects.dropFirst() {
      try subject.prepare()
      try subject.run()
      guard kept.items.map({ ItemState($0) }) == states else {
        throw Difference(codec: subject.name, count: count)
      }
    }
    return samples
  }
}

/// What was decoded last, kept until the next round: letting go of it takes nobody's time.
private final class KeptItems {
  var items: [Item] = []

  func letGo() {
    for item in items { item.link = nil }
    items = []
  }

  deinit { letGo() }
}

/// A codec that did not bring back what it was given: its times mean nothing.
struct Difference: Error, CustomStringConvertible {
  let codec: String
  let count: Int

  var description: String { "\(codec) does not bring back \(count) objects as they were." }
}
