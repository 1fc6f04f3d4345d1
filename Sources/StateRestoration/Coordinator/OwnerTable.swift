// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Who has which number, as far as a pass or a restore has found out.
///
/// A table that is begun anew keeps what it knew out of sight: most objects are at their number again
/// in the next pass, and remembering one takes longer than seeing that it is known.
struct OwnerTable: Sequence {
  private struct Row {
    /// Of the registration that the object has; 0 when it has none.
    var serial: UInt64 = 0
    var round: UInt64 = 0
  }

  private var rows: [Row] = []
  /// Of each row, apart from it: a pass reads all rows, and the owners of few.
  private var owners: [WeakObject] = []
  private var round: UInt64 = 1

  /// Makes an empty table.
  ///
  /// - Parameter capacity: How many numbers there may be.
  init(capacity: Int = 0) {
    rows.reserveCapacity(capacity)
    owners.reserveCapacity(capacity)
  }

  init(_ owners: some Sequence<(key: ObjectNumber, value: WeakObject)>) {
    for (number, owner) in owners { self[number] = owner }
  }

  subscript(_ number: ObjectNumber) -> WeakObject? {
    get {
      let index = Int(number.rawValue)
      guard index < rows.count, rows[index].round == round else { return nil }
      return owners[index]
    }
    set {
      let index = place(of: number)
      rows[index] = newValue == nil ? Row() : Row(round: round)
      owners[index] = newValue ?? WeakObject(nil)
    }
  }

  /// Makes room for a number.
  private mutating func place(of number: ObjectNumber) -> Int {
    let index = Int(number.rawValue)
    while rows.count <= index {
      rows.append(Row())
      owners.append(WeakObject(nil))
    }
    return index
  }

  /// Whether an object at a number is gone, for some numbers in turn.
  ///
  /// - Parameters:
  ///   - most: How many numbers are looked at.
  ///   - next: The first of them; afterwards the first of the next time.
  /// - Returns: Whether one is.
  func misses(oneOf most: Int, from next: inout Int) -> Bool {
    // In place, since a copy of a weak reference costs more than all else that is done here.
    owners.withUnsafeBufferPointer { owners in
      for _ in 0..<Swift.min(most, rows.count) {
        if next >= rows.count { next = 0 }
        defer { next += 1 }
        if rows[next].round == round, owners[next].object == nil { return true }
      }
      return false
    }
  }

  /// Whether an object is remembered at a number.
  func holds(_ object: any StateRestoring, at number: ObjectNumber) -> Bool {
    owners.withUnsafeBufferPointer { owners in
      let index = Int(number.rawValue)
      return index < rows.count && rows[index].round == round && owners[index].object === object
    }
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
    let index = place(of: number)
    owners[index].object = object  // in place, since copies of weak references are dear
    rows[index] = Row(serial: serial, round: round)
  }

  var count: Int { rows.count { $0.round == round } }

  func makeIterator() -> AnyIterator<(key: ObjectNumber, value: WeakObject)> {
    var next = 0
    return AnyIterator {
      while next < rows.count {
        defer { next += 1 }
        let number = ObjectNumber(UInt32(next))
        if let owner = self[number] { return (number, owner) }
      }
      return nil
    }
  }
}
