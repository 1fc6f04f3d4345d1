// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

/// A program that was launched again, and has registered its objects before it restores them.
public final class EarlyProgram {
  private let corpus: Corpus
  private let place = CorpusPlace.memory()
  private let saved: [ItemState]
  private var coordinator: RestorationCoordinator?

  /// Saves a corpus.
  ///
  /// - Parameter count: How many objects there are.
  /// - Throws: What saving throws.
  public init(count: Int) throws {
    corpus = Corpus(count: count)
    try RunningProgram(corpus, savingTo: place, makesObjects: false).saveAll()
    saved = corpus.states
  }

  /// Launches the program: its objects have other values than it saved, and are registered.
  public func launch() {
    corpus.changeAll()
    let coordinator = RestorationCoordinator(CorpusPlace.program, archiver: place.archiver())
    for item in corpus.items { coordinator.register(item) }
    self.coordinator = coordinator
  }

  /// Gives each object the values it was saved with.
  public func restore() { _ = coordinator?.restore() }

  /// Whether every object has the values it was saved with.
  public var isRestored: Bool { corpus.states == saved }
}
