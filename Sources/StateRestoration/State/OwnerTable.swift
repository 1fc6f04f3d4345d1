// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Maps numbers to their objects, as found by passes and restores.
///
/// A table that begins again keeps its old rows out of sight: most objects get the same number in
/// the next pass, and recognizing an object is faster than remembering it.
struct OwnerTable {
  private struct Row {
    /// The serial of the object's registration; 0 when it has none.
    var serial: UInt64 = 0
    /// The round in which the object was set; 0 for none.
    var round: UInt64 = 0
  }

  /// Holds the registered objects, which need no second weak reference here.
  private let registry: ObjectRegistry
  private var rows: [Row] = []
  /// The unregistered objects, at the same index; may be shorter.
  private var others: [WeakObject?] = []
  private var round: UInt64 = 1

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - registry: The registry of the objects.
  ///   - capacity: The number of rows to reserve.
  init(_ registry: ObjectRegistry, capacity: Int = 0) {
    self.registry = registry
    rows.reserveCapacity(capacity)
  }

  /// The numbers with a remembered object, which may be released.
  var numbers: some Sequence<ObjectNumber> {
    rows.indices.lazy.filter { rows[$0].round == round }.map { ObjectNumber(UInt32($0)) }
  }

  /// Whether an object is remembered at a number, even if released.
  func knows(_ number: ObjectNumber) -> Bool {
    let index = Int(number.rawValue)
    return index < rows.count && rows[index].round == round
  }

  /// The object at a number, if it is alive.
  subscript(_ number: ObjectNumber) -> (any StateRestoring)? {
    knows(number) ? object(at: Int(number.rawValue)) : nil
  }

  /// Returns the object of a row that is set.
  private func object(at index: Int) -> (any StateRestoring)? {
    if rows[index].serial != 0 { return registry.object(ofSerial: rows[index].serial) }
    return index < others.count ? others[index]?.object : nil
  }

  /// Finds released objects by checking some numbers in turn.
  ///
  /// - Parameters:
  ///   - most: How many numbers to check.
  ///   - next: The index to start at; then the index to start at the next time.
  /// - Returns: The numbers whose objects were released.
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

  /// Returns the serial of the object at a number.
  ///
  /// The object may be released; 0 means that it is not registered.
  func serial(at number: ObjectNumber) -> UInt64? {
    knows(number) ? rows[number.index].serial : nil
  }

  /// Whether a number has this object.
  func holds(_ object: any StateRestoring, at number: ObjectNumber) -> Bool {
    self[number] === object
  }

  /// Whether a number has the object of this registration.
  func holds(_ serial: UInt64, at number: ObjectNumber) -> Bool {
    let index = number.index
    return index < rows.count && rows[index].round == round && rows[index].serial == serial
  }

  /// Forgets the object at a number.
  mutating func forget(_ number: ObjectNumber) {
    if knows(number) { rows[number.index] = Row() }
  }

  /// Forgets all objects, keeping their rows out of sight.
  mutating func begin() { round += 1 }

  /// Remembers a living registered object at its previous number.
  ///
  /// - Parameters:
  ///   - serial: The serial of its registration.
  ///   - number: Its number.
  /// - Returns: `false` when the number had another object; call `set` then.
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
  ///   - serial: The serial of its registration; 0 when it has none.
  mutating func set(_ object: any StateRestoring, at number: ObjectNumber, serial: UInt64) {
    set(Row(serial: serial, round: round), serial == 0 ? object : nil, at: Int(number.rawValue))
  }

  /// Remembers a registered object.
  ///
  /// - Parameters:
  ///   - serial: The serial of its registration.
  ///   - number: Its number.
  mutating func set(_ serial: UInt64, at number: ObjectNumber) {
    let row = Row(serial: serial, round: round)
    if number.index == rows.count, others.isEmpty {
      rows.append(row)
    } else {
      set(row, nil, at: number.index)
    }
  }

  /// Copies the entry of another table, even for a released object.
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

  /// The count of numbers with an object, which may be released.
  var count: Int { rows.count { $0.round == round } }
}
