// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

/// A program that was launched again, and whose objects come one by one afterwards.
public final class LateProgram {
  private let corpus: Corpus
  private let coordinator: RestorationCoordinator
  private let saved: [ItemState]
  private var next = 0

  /// Saves a corpus, and launches the program again, which restores no object yet.
  ///
  /// - Parameter count: How many objects there are.
  /// - Throws: What saving throws.
  public init(count: Int) throws {
    corpus = Corpus(count: count)
    let place = CorpusPlace.memory()
    try RunningProgram(corpus, savingTo: place, makesObjects: false).saveAll()
    coordinator = RestorationCoordinator(CorpusPlace.program, archiver: place.archiver())
    _ = coordinator.restore()
    saved = corpus.states
    corpus.changeAll()
  }

  /// Registers the next object, which has its state thereby.
  public func registerNext() {
    coordinator.register(corpus.items[next])
    next += 1
  }

  /// Whether every object that came has the values it was saved with, but for what it refers to, which
  /// may not have come.
  public var isRestored: Bool {
    zip(corpus.items, saved).prefix(next).allSatisfy { item, saved in
      var state = ItemState(item)
      state.link = saved.link
      return state == saved
    }
  }
}
