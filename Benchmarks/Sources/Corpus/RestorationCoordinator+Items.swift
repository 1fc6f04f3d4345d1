// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

extension RestorationCoordinator {
  /// Registers closures that create the objects of the corpus at restore.
  ///
  /// - Parameter keep: Takes each object, and owns it from then on.
  func registerItemClasses(keep: @escaping (Item) -> Void) {
    for type in ItemClasses.all { register(itemClass: type, keep: keep) }
  }

  /// Registers an object under the last identifier of its path.
  ///
  /// - Parameter item: The object; its parent must be registered already.
  func register(_ item: Item) {
    let identifier = item.path.split(separator: "/").last.map(String.init) ?? ""
    registerObject(forStateRestoration: item, restorationIdentifier: identifier)
  }

  private func register<Object: Item>(itemClass type: Object.Type, keep: @escaping (Item) -> Void) {
    register(type) { path, _ in
      let item = type.init()
      item.identifiers = path
      keep(item)
      return item
    }
  }
}
