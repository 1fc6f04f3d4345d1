// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A reproducible tree of objects with eight values each.
///
/// Apart from the few objects above them, objects lie three to five levels deep. Names are unique
/// among siblings only, as in real trees: every list begins with a `row-0`.
public final class Corpus {
  /// The objects, parents before their children.
  public let items: [Item]
  private var revision = 0
  private let seed: UInt64

  /// Creates the objects and gives them values.
  ///
  /// - Parameters:
  ///   - count: The number of objects, at least 1.
  ///   - seed: The seed of the values.
  public init(count: Int, seed: UInt64 = 7) {
    self.seed = seed
    items = (0..<count).map { ItemClasses.all[$0 % ItemClasses.all.count].init() }
    for (index, place) in TreeShape(count: count).places.enumerated() {
      items[index].index = index
      items[index].parent = place.parent.map { items[$0] }
      items[index].path = (items[index].parent.map { $0.path + "/" } ?? "") + place.name
    }
    changeAll()
  }

  deinit { for item in items { item.link = nil } }

  /// Gives every object new values.
  public func changeAll() {
    revision += 1
    for index in items.indices { give(index) }
  }

  /// Gives one object new values.
  ///
  /// - Parameter index: The object's index.
  public func change(_ index: Int) {
    revision += 1
    give(index)
  }

  /// The state of all objects, in their order.
  public var states: [ItemState] { items.map { ItemState($0) } }

  private func give(_ index: Int) {
    var numbers = SeededNumbers(
      seed: seed &+ UInt64(index) &* 0x1000_0001 &+ UInt64(revision) << 40)
    let item = items[index]
    item.stamp = index + revision % 1024 * items.count
    item.position = Int.random(in: 0..<10_000, using: &numbers)
    item.zoom = Double.random(in: 0..<100, using: &numbers)
    item.isExpanded = Bool.random(using: &numbers)
    item.title = Self.text(of: 12...24, &numbers)
    item.note = Self.text(of: 20...40, &numbers)
    item.series = (0..<4).map { _ in Double.random(in: -1_000..<1_000, using: &numbers) }
    item.link = items[Int.random(in: items.indices, using: &numbers)]
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz   ".utf8)

  /// Returns a text whose length in bytes lies in a range.
  ///
  /// One text in sixteen has a letter beyond ASCII, as real titles do.
  private static func text(of bytes: ClosedRange<Int>, _ numbers: inout SeededNumbers) -> String {
    let count = Int.random(in: bytes, using: &numbers)
    let isForeign = numbers.next() % 16 == 0
    let plain = (0..<(isForeign ? count - 2 : count)).map { _ in
      letters[Int(truncatingIfNeeded: numbers.next() >> 8) & 0xFFFF % letters.count]
    }
    return String(decoding: isForeign ? plain + [0xC3, 0xA9] : plain, as: UTF8.self)
  }
}
