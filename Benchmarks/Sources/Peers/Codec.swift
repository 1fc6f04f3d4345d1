// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Corpus
public import Foundation

/// Turns the values of objects into the bytes of a file, and these into objects.
///
/// Decoding ends with objects that refer to each other, as a program needs them.
public protocol Codec: Sendable {
  associatedtype Values: Sendable

  /// The name used by figures, goals and files.
  var key: String { get }

  /// Copies the objects' values, so that another thread can encode them.
  func values(of items: [Item]) -> Values

  /// Encodes values.
  ///
  /// - Throws: The codec's error.
  func encode(_ values: Values) throws -> Data

  /// Creates objects from encoded values.
  ///
  /// - Throws: The codec's error.
  func decode(_ bytes: Data) throws -> RestoredProgram
}

extension Codec {
  /// Encodes the values of objects.
  ///
  /// - Throws: The codec's error.
  public func encode(_ items: [Item]) throws -> Data { try encode(values(of: items)) }
}

/// A saved object that can't be read.
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

  /// Sets the references between the objects.
  ///
  /// - Returns: A program that owns them.
  func finish() throws -> RestoredProgram {
    for (item, link) in zip(items, links) {
      guard items.indices.contains(link) else { throw UnreadableItem(what: "link") }
      item.link = items[link]
    }
    return RestoredProgram(items)
  }

  /// Creates objects from their states.
  static func program(from states: [ItemState]) throws -> RestoredProgram {
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
