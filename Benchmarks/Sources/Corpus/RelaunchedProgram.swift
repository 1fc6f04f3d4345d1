// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import StateRestoration

/// The launch of a program that has saved before.
///
/// It has no objects until it restores them.
public final class RelaunchedProgram {
  private let coordinator: RestorationCoordinator
  /// The restored objects in creation order; the program owns them.
  public var items: [Item] { kept.items }
  private let kept = KeptItems()

  /// Launches the program, which reads nothing yet.
  ///
  /// - Parameters:
  ///   - place: The place where its state is kept.
  ///   - keepsPaths: Whether objects note their paths, for a comparison.
  public init(from place: CorpusPlace, keepsPaths: Bool = false) {
    coordinator = RestorationCoordinator(CorpusPlace.program, archiver: place.archiver())
    coordinator.registerItemClasses { [kept] item, path in
      if keepsPaths { item.path = path.joined(separator: "/") }
      kept.items.append(item)
    }
  }

  deinit { for item in items { item.link = nil } }

  /// Reads the archive, creates the objects and gives them their values.
  ///
  /// - Returns: The outcome for every object.
  @discardableResult
  public func restore() -> RestorationReport { coordinator.restore() }

  /// The state of all objects, in the order of their corpus.
  public var states: [ItemState] {
    for item in items { item.index = item.stamp % items.count }
    return items.sorted { $0.index < $1.index }.map { ItemState($0) }
  }
}

/// Owns the objects; shared with the closures that create them.
private final class KeptItems {
  var items: [Item] = []
}
