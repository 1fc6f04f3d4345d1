// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Dispatch
import Floors
import Foundation
import Measuring
import Peers

/// Whole jobs: one change until it is on disk, and a file until the objects live.
///
/// All ways of keeping state save the same corpus, in turns.
struct JobSuite {
  let size: Size
  let rounds: Rounds
  let folder: String

  private static let floor = "append and sync"

  func run() throws -> [Figure] {
    let folder = "\(folder)/jobs-\(size.name)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let corpus = Corpus(count: size.count)
    let keepers = try Keepers.names.compactMap { key, _ in
      try Keepers.make(key, corpus, in: folder).map { (key: key, keeper: $0) }
    }
    CorpusPlace.letKeysAge()

    var index = 0
    let changeNext = {
      index = (index + 7_919) % size.count
      corpus.change(index)
    }
    var bytes: [String: [Double]] = [:]
    for _ in 0..<9 {
      changeNext()
      for (key, keeper) in keepers {
        let before = try WrittenBytes.count()
        try keeper.beginSaving(index)()
        bytes[key, default: []].append(Double(try WrittenBytes.count() - before))
      }
    }
    let written = bytes.mapValues { Sample($0) }
    let saves = try rounds.measure(
      [try floor(Int(written[Keepers.ours]?.median ?? 0), in: folder)]
        + keepers.map { key, keeper in
          var wait: () throws -> Void = {}
          return Subject(
            name: key, run: { wait = try keeper.beginSaving(index) }, rest: { try wait() })
        }, beforeRound: changeNext)
    let launches = try launches(of: keepers, corpus.states)

    return lines("owner", "ns") { saves[$0] }
      + lines("durable", "ns") { saves.whole($0) }
      + lines("bytes", "bytes") { written[$0] ?? Sample([]) }
      + lines("live", "ns") { launches[$0] }
      + [
        Figure(
          "live/protobuf@\(size.name)",
          launches[Keepers.ours].ratios(to: launches["protobuf"]), "x",
          what: "\(size.text): until objects live / protobuf"),
        Figure(
          "change/floor@\(size.name)",
          saves.whole(Keepers.ours).ratios(to: saves.whole(Self.floor)), "x",
          what: "\(size.text): one change / append and sync"),
      ]
  }

  /// The figures of every way of keeping state, and the ratio of this package to the best other.
  private func lines(_ name: String, _ unit: String, _ sample: (String) -> Sample) -> [Figure] {
    // Before protobuf no launch has to be.
    let others = Keepers.names.map(\.key).filter {
      $0 != Keepers.ours && (name != "live" || $0 != "protobuf")
    }
    let best = others.map(sample).min { $0.median < $1.median } ?? Sample([])
    return Keepers.names.map { key, _ in
      Figure("\(name):\(key)@\(size.name)", sample(key), unit)
    } + [
      Figure(
        "\(name)/best@\(size.name)", sample(Keepers.ours).ratios(to: best), "x",
        what: "\(size.text): \(name) / the best other's")
    ]
  }

  /// The least work for a change: appends as many bytes to an open file, and syncs it.
  private func floor(_ count: Int, in folder: String) throws -> Subject {
    let (file, bytes) = (try DurableFile(in: folder), [UInt8](repeating: 7, count: count))
    let queue = DispatchQueue(label: "floor", qos: .userInitiated)
    var wait: () throws -> Void = {}
    return Subject(
      name: Self.floor,
      run: {
        wait = Completion.of(queue) { try bytes.withUnsafeBytes { try file.append($0) } }
      }, rest: { try wait() })
  }

  private func launches(
    of keepers: [(key: String, keeper: any Keeper)], _ states: [ItemState]
  ) throws -> Rounds.Samples {
    // Each lives until its next launch, so that its end counts in no time.
    var programs: [String: RestoredProgram] = [:]
    let launches = try rounds.measure(
      keepers.map { key, keeper in
        Subject(name: key, prepare: { programs[key] = nil }) {
          programs[key] = try keeper.relaunch()
        }
      })
    for (key, program) in programs where program.states != states {
      throw Difference(key, size.count)
    }
    return launches
  }
}

/// The bytes that this process has written, as the kernel counts them.
private enum WrittenBytes {
  static func count() throws -> Int {
    let lines = try String(contentsOfFile: "/proc/self/io", encoding: .utf8).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("wchar: ") }
    guard let count = line.flatMap({ Int($0.dropFirst(7)) }) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return count
  }
}
