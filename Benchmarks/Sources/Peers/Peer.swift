// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Corpus

/// Another way of keeping the state of a corpus.
///
/// Encoding begins with live objects and decoding ends with live objects that refer to each other,
/// as a program needs them.
public protocol Peer: AnyObject {
  /// The name shown in tables.
  var name: String { get }

  /// The name used by figures and goals.
  var key: String { get }

  /// Encodes objects and keeps the result for ``decode()``.
  ///
  /// - Parameter items: Objects that refer to each other by their indices.
  /// - Throws: The codec's error.
  func encode(_ items: [Item]) throws

  /// Creates objects from the last encoding.
  ///
  /// - Returns: The objects, in their order.
  /// - Throws: The codec's error.
  func decode() throws -> [Item]

  /// The size of the last encoding.
  var byteCount: Int { get }
}

/// A saved object that a peer cannot read.
struct UnreadableItem: Error {
  let what: String
}

/// Creates objects of the saved classes.
struct ItemMaker {
  private var items: [Item] = []
  private var links: [Int] = []

  init(count: Int) {
    items.reserveCapacity(count)
    links.reserveCapacity(count)
  }

  /// Creates one object with a place in the tree, but without values.
  mutating func make(className: String, path: String, link: Int) throws -> Item {
    guard let type = ItemClasses.byName[className] else { throw UnreadableItem(what: className) }
    let item = type.init()
    (item.index, item.path) = (items.count, path)
    items.append(item)
    links.append(link)
    return item
  }

  /// Sets the references between the objects, and returns them.
  func finish() throws -> [Item] {
    for (item, link) in zip(items, links) {
      guard items.indices.contains(link) else { throw UnreadableItem(what: "link") }
      item.link = items[link]
    }
    return items
  }

  /// Returns objects created from their states.
  static func items(from states: [ItemState]) throws -> [Item] {
    var maker = ItemMaker(count: states.count)
    for state in states {
      let item = try maker.make(className: state.className, path: state.path, link: state.link)
      (item.stamp, item.position, item.zoom) = (state.stamp, state.position, state.zoom)
      (item.isExpanded, item.title, item.note) = (state.isExpanded, state.title, state.note)
      item.series = state.series
    }
    return try maker.finish()
  }
}
