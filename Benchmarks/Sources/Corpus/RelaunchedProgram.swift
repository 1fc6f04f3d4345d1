// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import StateRestoration

/// The launch of a program that has saved before.
///
/// It has no objects until it restores them.
public final class RelaunchedProgram: RestoredProgram {
  private let coordinator: RestorationCoordinator

  /// Launches the program, which reads nothing yet.
  ///
  /// - Parameter place: The place where its state is kept.
  public init(from place: CorpusPlace) {
    coordinator = RestorationCoordinator(CorpusPlace.program, archiver: place.archiver())
    super.init([])
    coordinator.registerItemClasses { [unowned self] item in self.items.append(item) }
  }

  /// Reads the archive, creates the objects and gives them their values.
  ///
  /// - Returns: The outcome for every object.
  @discardableResult
  public func restore() -> RestorationReport { coordinator.restore() }

  public override var states: [ItemState] {
    for item in items {
      item.index = item.stamp % items.count
      item.path = item.identifiers.joined(separator: "/")
    }
    return items.sorted { $0.index < $1.index }.map { ItemState($0) }
  }
}
