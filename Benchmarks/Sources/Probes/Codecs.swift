// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Corpus
import Floors

/// Links the same libraries and does nothing but print a figure, as others do.
struct Start: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws { try Figure.print([Figure("nothing", .zero)]) }
}

/// Encodes all objects, in the steady state of a program that has saved before.
struct Encode: ParsableCommand {
  @OptionGroup var load: Load

  func run() {
    let program = RunningProgram(Corpus(count: load.objects), savingTo: .memory())
    for _ in 0..<load.times {
      // The cheapest way to change every object.
      for item in program.corpus.items { item.position &+= 1 }
      _ = program.preserveAll()
    }
  }
}

/// Encodes objects whose state is declared, found with mirrors, or none.
struct Declared: ParsableCommand {
  @OptionGroup var load: Load

  @Option(help: "declared, mirror or none.", transform: { DeclaredProgram.Way(rawValue: $0) })
  var way: DeclaredProgram.Way? = .declared

  func run() {
    let program = DeclaredProgram(count: load.objects, way: way ?? .none)
    for _ in 0..<load.times {
      program.changeAll()
      program.preserve()
    }
  }
}

/// Makes all objects of an archive in memory and gives them their values; letting go of them is not
/// counted, for no codec.
struct Decode: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    let place = CorpusPlace.memory()
    try RunningProgram(Corpus(count: load.objects), savingTo: place).saveAll()
    for _ in 0..<load.times {
      let program = RelaunchedProgram(from: place)
      program.restore()
      KeptToTheEnd.keep(program)
    }
  }
}

/// Encodes all objects with the fixed-schema writer.
struct FlatEncode: ParsableCommand {
  @OptionGroup var load: Load

  func run() {
    let corpus = Corpus(count: load.objects)
    var writer = FlatWriter()
    for _ in 0..<load.times { writer.write(corpus.items) }
  }
}

/// Makes all objects anew with the fixed-schema reader; letting go of them is not counted.
struct FlatDecode: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    let corpus = Corpus(count: load.objects)
    var writer = FlatWriter()
    writer.write(corpus.items)
    for _ in 0..<load.times {
      var reader = FlatReader(writer.bytes)
      guard let items = reader.read() else {
        throw ValidationError("What the writer wrote does not read.")
      }
      KeptToTheEnd.keep(items)
    }
  }
}

/// Owns what was decoded until the process ends, which lets go of nothing.
///
/// Restored objects live as long as their program, so letting go of them is no part of decoding.
private final class KeptToTheEnd {
  private let decoded: Any

  private init(_ decoded: Any) { self.decoded = decoded }

  static func keep(_ decoded: Any) { _ = Unmanaged.passRetained(KeptToTheEnd(decoded)) }
}
