// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

extension RestorationCoordinator {
  /// Registers what makes the objects of the corpus at restore.
  ///
  /// - Parameter keep: Takes each object and its path, and owns the object from then on.
  func registerItemClasses(keep: @escaping (Item, [String]) -> Void) {
    for type in ItemClasses.all { register(itemClass: type, keep: keep) }
  }

  private func register<Object: Item>(
    itemClass type: Object.Type, keep: @escaping (Item, [String]) -> Void
  ) {
    register(type) { path, _ in
      let item = type.init()
      keep(item, path)
      return item
    }
  }
}
