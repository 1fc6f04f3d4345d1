// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Who has which number, as far as a pass or a restore has found out.
///
/// A table that is begun anew keeps what it knew out of sight: most objects are at their number again
/// in the next pass, and remembering one takes longer than seeing that it is known.
struct OwnerTable {
  private struct Row {
    /// Of the registration that the object has; 0 when it has none.
    var serial: UInt64 = 0
    /// In which the object was set; 0 for none.
    var round: UInt64 = 0
  }

  /// Holds the objects that are registered, so that these are not held weakly once more.
  private let registry: ObjectRegistry
  private var rows: [Row] = []
  /// The other objects, at the same index as far as there are any.
  private var others: [WeakObject?] = []
  private var round: UInt64 = 1

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - registry: Where objects are registered.
  ///   - capacity: How many numbers there may be.
  init(_ registry: ObjectRegistry, capacity: Int = 0) {
    self.registry = registry
    rows.reserveCapacity(capacity)
  }

  /// The numbers that objects are remembered at, some of which may be gone.
  var numbers: some Sequence<ObjectNumber> {
    rows.indices.lazy.filter { rows[$0].round == round }.map { ObjectNumber(UInt32($0)) }
  }

  /// Whether an object is remembered at a number; it may be gone.
  func knows(_ number: ObjectNumber) -> Bool {
    let index = Int(number.rawValue)
    return index < rows.count && rows[index].round == round
  }

  /// The object at a number, if it lives.
  subscript(_ number: ObjectNumber) -> (any StateRestoring)? {
    knows(number) ? object(at: Int(number.rawValue)) : nil
  }

  /// The object of a row that is set.
  private func object(at index: Int) -> (any StateRestoring)? {
    if rows[index].serial != 0 { return registry.object(ofSerial: rows[index].serial) }
    return index < others.count ? others[index]?.object : nil
  }

  /// Looks for objects that are gone, at some numbers in turn.
  ///
  /// - Parameters:
  ///   - most: How many numbers are looked at.
  ///   - next: The first of them; afterwards the first of the next time.
  /// - Returns: The numbers whose object is.
  func missing(among most: Int, from next: inout Int) -> [ObjectNumber] {
    var missing: [ObjectNumber] = []
    var place = 0
    for _ in 0..<min(most, rows.count) {
      if next >= rows.count { next = 0 }
      defer { next += 1 }
      guard rows[next].round == round else { continue }
      if rows[next].serial == 0 {
        if object(at: next) == nil { missing.append(ObjectNumber(UInt32(next))) }
        continue
      }
      // Mostly, objects have their numbers in the order in which they were registered.
      let found = registry.index(ofSerial: rows[next].serial, near: place)
      if let found { place = found + 1 }
      if found.map({ registry.isAlive(at: $0) }) != true {
        missing.append(ObjectNumber(UInt32(next)))
      }
    }
    return missing
  }

  /// The serial of the registered object that is remembered at a number, and may be gone.
  func serial(at number: ObjectNumber) -> UInt64? {
    knows(number) ? rows[number.index].serial : nil
  }

  /// Whether an object is remembered at a number.
  func holds(_ object: any StateRestoring, at number: ObjectNumber) -> Bool {
    self[number] === object
  }

  /// Whether the object of a registration is remembered at a number.
  func holds(_ serial: UInt64, at number: ObjectNumber) -> Bool {
    let index = number.index
    return index < rows.count && rows[index].round == round && rows[index].serial == serial
  }

  /// Forgets who is at a number.
  mutating func forget(_ number: ObjectNumber) {
    if knows(number) { rows[number.index] = Row() }
  }

  /// Forgets all.
  mutating func begin() { round += 1 }

  /// Remembers a registered object that is alive, if it was at the same number before.
  ///
  /// - Parameters:
  ///   - serial: That of its registration.
  ///   - number: Its number.
  /// - Returns: `false` when it is yet to be set.
  @inline(__always)
  mutating func renew(_ serial: UInt64, at number: ObjectNumber) -> Bool {
    let index = Int(number.rawValue)
    guard index < rows.count, rows[index].serial == serial else { return false }
    rows[index].round = round
    return true
  }

  /// Remembers an object that is alive.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - number: Its number.
  ///   - serial: That of its registration; 0 when it has none.
  mutating func set(_ object: any StateRestoring, at number: ObjectNumber, serial: UInt64) {
    set(Row(serial: serial, round: round), serial == 0 ? object : nil, at: Int(number.rawValue))
  }

  /// Remembers a registered object.
  ///
  /// - Parameters:
  ///   - serial: That of its registration.
  ///   - number: Its number.
  mutating func set(_ serial: UInt64, at number: ObjectNumber) {
    let row = Row(serial: serial, round: round)
    if number.index == rows.count, others.isEmpty {
      rows.append(row)
    } else {
      set(row, nil, at: number.index)
    }
  }

  /// Remembers what another table does at a number, an object that is gone included.
  mutating func take(_ number: ObjectNumber, from other: OwnerTable, at place: ObjectNumber) {
    guard other.knows(number) else { return }
    let index = Int(number.rawValue)
    let serial = other.rows[index].serial
    set(
      Row(serial: serial, round: round), serial == 0 ? other.object(at: index) : nil,
      at: Int(place.rawValue))
  }

  private mutating func set(_ row: Row, _ other: (any StateRestoring)?, at index: Int) {
    while rows.count <= index { rows.append(Row()) }
    rows[index] = row
    guard other != nil || index < others.count else { return }
    while others.count <= index { others.append(nil) }
    others[index] = other.map { WeakObject($0) }
  }

  /// How many numbers have an object, which may be gone.
  var count: Int { rows.count { $0.round == round } }
}
