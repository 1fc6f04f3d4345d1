// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import StateRestoration

/// A running program with the objects of a corpus.
public final class RunningProgram {
  /// The program's objects.
  public let corpus: Corpus
  private let coordinator: RestorationCoordinator

  /// Launches the program, which restores nothing.
  ///
  /// - Parameters:
  ///   - corpus: The program's objects.
  ///   - place: The place where it keeps its state.
  ///   - makesObjects: Whether the archive names the class that creates each object again.
  public init(_ corpus: Corpus, savingTo place: CorpusPlace, makesObjects: Bool = true) {
    self.corpus = corpus
    coordinator = RestorationCoordinator(CorpusPlace.program, archiver: place.archiver())
    if makesObjects { coordinator.registerItemClasses { _ in } }
    for item in corpus.items { coordinator.register(item) }
  }

  /// Encodes every object; writes nothing until the pass is committed.
  public func preserveAll() -> PreservedState { coordinator.preserve(reason: .explicit) }

  /// Encodes the objects that were marked changed.
  public func preserveChanged() -> PreservedState {
    coordinator.preserve(reason: .changed, scope: .changes)
  }

  /// Marks one object changed.
  ///
  /// - Parameter index: The object's index.
  public func invalidate(_ index: Int) { coordinator.invalidate(corpus.items[index]) }

  /// Encodes every object, and returns when all are on disk.
  ///
  /// - Throws: The error of saving.
  public func saveAll() throws { try preserveAll().commitAndWait() }

  /// Encodes the changed objects, and returns when they are on disk.
  ///
  /// - Throws: The error of saving.
  public func saveChanged() throws { try preserveChanged().commitAndWait() }

  /// Saves twice, so that there is an older archive to fall back on.
  ///
  /// Only then are changes appended. The objects have their values again afterwards.
  ///
  /// - Throws: The error of saving.
  public func saveTwice() throws {
    for step in [1, -1] {
      corpus.items[0].position += step
      try saveAll()
    }
  }
}
