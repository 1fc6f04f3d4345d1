// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Corpus

/// Another way of keeping the state of a corpus.
///
/// Encoding begins with live objects and decoding ends with live objects that refer to each other,
/// as a program needs them.
public protocol Peer: AnyObject {
  /// What tables call it.
  var name: String { get }

  /// What figures and goals call it.
  var key: String { get }

  /// Encodes objects; what it made is kept for ``decode()``.
  ///
  /// - Parameter items: Objects that refer to each other by their indices.
  /// - Throws: What the codec throws.
  func encode(_ items: [Item]) throws

  /// Makes objects from what was encoded last.
  ///
  /// - Returns: The objects, in their order.
  /// - Throws: What the codec throws.
  func decode() throws -> [Item]

  /// The size of what was encoded last.
  var byteCount: Int { get }
}

/// What a peer cannot read.
struct UnreadableItem: Error {
  let what: String
}

/// Makes objects of the saved classes.
struct ItemMaker {
  private var items: [Item] = []
  private var links: [Int] = []

  init(count: Int) {
    items.reserveCapacity(count)
    links.reserveCapacity(count)
  }

  /// Makes one object, without values but for where it lies.
  mutating func make(className: String, path: String, link: Int) throws -> Item {
    guard let type = ItemClasses.byName[className] else { throw UnreadableItem(what: className) }
    let item = type.init()
    (item.index, item.path) = (items.count, path)
    items.append(item)
    links.append(link)
    return item
  }

  /// Lets the objects refer to each other.
  func finish() throws -> [Item] {
    for (item, link) in zip(items, links) {
      guard items.indices.contains(link) else { throw UnreadableItem(what: "link") }
      item.link = items[link]
    }
    return items
  }

  /// Makes objects from their states.
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
