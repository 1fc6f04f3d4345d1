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

  /// Registers an object of the corpus under the last name of its path.
  ///
  /// - Parameter item: Registered after the one above it.
  func register(_ item: Item) {
    let identifier = item.path.split(separator: "/").last.map(String.init) ?? ""
    registerObject(forStateRestoration: item, restorationIdentifier: identifier)
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
