// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import StateRestoration

/// A running program whose objects are those of a corpus.
public final class RunningProgram {
  /// Its objects.
  public let corpus: Corpus
  private let coordinator: RestorationCoordinator

  /// Launches the program, which restores nothing.
  ///
  /// - Parameters:
  ///   - corpus: Its objects.
  ///   - place: Where it keeps its state.
  ///   - makesObjects: Whether the archive is to say what makes the objects again.
  public init(_ corpus: Corpus, savingTo place: CorpusPlace, makesObjects: Bool = true) {
    self.corpus = corpus
    coordinator = RestorationCoordinator(CorpusPlace.program, archiver: place.archiver())
    if makesObjects { coordinator.registerItemClasses { _, _ in } }
    for item in corpus.items { coordinator.register(item) }
  }

  /// Encodes every object; nothing is written until the pass is committed.
  public func preserveAll() -> PreservationPass { coordinator.preserve(reason: .explicit) }

  /// Encodes what was marked changed.
  public func preserveChanged() -> PreservationPass {
    coordinator.preserve(reason: .changed, everything: false)
  }

  /// Gives one object other values and marks it changed.
  ///
  /// - Parameter index: Which.
  public func change(_ index: Int) {
    corpus.change(index)
    coordinator.invalidate(corpus.items[index])
  }

  /// Encodes every object, and returns when they are on disk.
  ///
  /// - Throws: What saving throws.
  public func saveAll() throws { try preserveAll().commitAndWait() }

  /// Encodes what was marked changed, and returns when it is on disk.
  ///
  /// - Throws: What saving throws.
  public func saveChanged() throws { try preserveChanged().commitAndWait() }
}
