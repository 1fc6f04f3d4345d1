// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// A program that was launched again, and has registered its objects before it restores them.
public final class EarlyProgram {
  private let corpus: Corpus
  private let place = CorpusPlace.memory()
  private let saved: [ItemState]
  private var coordinator: RestorationCoordinator?
  private var archiver: Archiver?

  /// Saves a corpus.
  ///
  /// - Parameter count: How many objects there are.
  /// - Throws: What saving throws.
  public init(count: Int) throws {
    corpus = Corpus(count: count)
    try RunningProgram(corpus, savingTo: place, makesObjects: false).saveAll()
    saved = corpus.states
  }

  /// Launches the program, whose registered objects have other values than it saved.
  ///
  /// - Parameter count: So many of them, those above the others first; `nil` for all.
  public func launch(registering count: Int? = nil) {
    let registered = corpus.items.prefix(count ?? .max)
    for index in registered.indices { corpus.change(index) }
    let archiver = place.archiver()
    let coordinator = RestorationCoordinator(CorpusPlace.program, archiver: archiver)
    for item in registered { coordinator.register(item) }
    (self.archiver, self.coordinator) = (archiver, coordinator)
  }

  /// Gives each object the values it was saved with.
  public func restore() { _ = coordinator?.restore() }

  /// Opens the archive, and restores nothing.
  public func open() { _ = archiver?.load() }

  /// Whether every object has the values it was saved with.
  public var isRestored: Bool { corpus.states == saved }

  /// Whether the first object has the values it was saved with, but for what it refers to, which may not
  /// have come.
  public var isFirstRestored: Bool {
    var state = ItemState(corpus.items[0])
    state.link = saved[0].link
    return state == saved[0]
  }
}
