// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

/// A program whose objects declare four properties each, or take part without any.
public final class DeclaredProgram {
  private let objects: [any StateRestoring]
  private let coordinator: RestorationCoordinator

  private final class Bare: StateRestoring {}

  private final class Declared: StateRestoring {
    @Restorable var page = 1
    @Restorable var zoom = 1.0
    @Restorable var isOpen = false
    @Restorable var search = "nothing yet"
    var width = 0.0
    var height = 0.0
    var caption = ""
    var isBusy = false
  }

  /// Makes the objects and registers them.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - isDeclared: Whether they declare properties.
  public init(count: Int, isDeclared: Bool) {
    objects = (0..<count).map { _ -> any StateRestoring in isDeclared ? Declared() : Bare() }
    coordinator = RestorationCoordinator(
      CorpusPlace.program, archiver: CorpusPlace.memory().archiver())
    for (index, object) in objects.enumerated() {
      coordinator.registerObject(forStateRestoration: object, restorationIdentifier: "o-\(index)")
    }
  }

  /// Encodes every object.
  public func preserve() { _ = coordinator.preserve(reason: .explicit) }

  /// Gives every object another value.
  public func changeAll() {
    for object in objects { (object as? Declared)?.page += 1 }
  }

  /// Finds the declared properties of every object as a program without tables would.
  ///
  /// - Returns: How many there are.
  public func findWithMirrors() -> Int {
    objects.reduce(0) { count, object in
      count
        + Mirror(reflecting: object).children.reduce(0) { $0 + ($1.label?.first == "_" ? 1 : 0) }
    }
  }
}
