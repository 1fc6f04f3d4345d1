// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

/// A relaunched program whose objects are registered one by one.
public final class LateProgram {
  private let corpus: Corpus
  private let coordinator: RestorationCoordinator
  private let saved: [ItemState]
  private var next = 0

  /// Saves a corpus and relaunches the program, which restores no object yet.
  ///
  /// - Parameter count: The number of objects.
  /// - Throws: The error of saving.
  public init(count: Int) throws {
    corpus = Corpus(count: count)
    let place = CorpusPlace.memory()
    try RunningProgram(corpus, savingTo: place, makesObjects: false).saveAll()
    coordinator = RestorationCoordinator(CorpusPlace.program, archiver: place.archiver())
    _ = coordinator.restore()
    saved = corpus.states
    corpus.changeAll()
  }

  /// Registers the next object, which restores its state.
  public func registerNext() {
    coordinator.register(corpus.items[next])
    next += 1
  }

  /// Whether every registered object has its saved values.
  ///
  /// References are not compared, since their objects may not be registered yet.
  public var isRestored: Bool {
    zip(corpus.items, saved).prefix(next).allSatisfy { item, saved in
      var state = ItemState(item)
      state.link = saved.link
      return state == saved
    }
  }
}
