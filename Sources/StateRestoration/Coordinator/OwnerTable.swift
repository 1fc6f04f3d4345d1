// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Who has which number, as far as a pass or a restore has found out.
///
/// A table that is begun anew keeps what it knew out of sight: most objects are at their number again
/// in the next pass, and remembering one takes longer than seeing that it is known.
struct OwnerTable: Sequence {
  private struct Row {
    weak var owner: (any StateRestoring)?
    /// Of the registration that the object has; 0 when it has none.
    var serial: UInt64 = 0
    var round: UInt64 = 0

    // Lent, since a copy of a weak reference costs more than all else that is done with it.
    @inline(__always) borrowing func isCurrent(_ round: UInt64) -> Bool { self.round == round }
    @inline(__always) borrowing func isGone() -> Bool { owner == nil }
    @inline(__always) borrowing func isOwned(by object: any StateRestoring) -> Bool {
      owner === object
    }
  }

  private var rows: [Row] = []
  private var round: UInt64 = 1

  /// Makes an empty table.
  ///
  /// - Parameter capacity: How many numbers there may be.
  init(capacity: Int = 0) { rows.reserveCapacity(capacity) }

  init(_ owners: some Sequence<(key: ObjectNumber, value: WeakObject)>) {
    for (number, owner) in owners { self[number] = owner }
  }

  subscript(_ number: ObjectNumber) -> WeakObject? {
    get {
      let index = Int(number.rawValue)
      guard index < rows.count, rows[index].round == round else { return nil }
      return WeakObject(rows[index].owner)
    }
    set {
      let index = Int(number.rawValue)
      while rows.count <= index { rows.append(Row()) }
      rows[index] = newValue.map { Row(owner: $0.object, round: round) } ?? Row()
    }
  }

  /// Whether an object at a number is gone, for some numbers in turn.
  ///
  /// - Parameters:
  ///   - most: How many numbers are looked at.
  ///   - next: The first of them; afterwards the first of the next time.
  /// - Returns: Whether one is.
  func misses(oneOf most: Int, from next: inout Int) -> Bool {
    rows.withUnsafeBufferPointer { rows in
      for _ in 0..<Swift.min(most, rows.count) {
        if next >= rows.count { next = 0 }
        defer { next += 1 }
        if rows[next].isCurrent(round), rows[next].isGone() { return true }
      }
      return false
    }
  }

  /// Whether an object is remembered at a number.
  func holds(_ object: any StateRestoring, at number: ObjectNumber) -> Bool {
    rows.withUnsafeBufferPointer { rows in
      let index = Int(number.rawValue)
      return index < rows.count && rows[index].isCurrent(round) && rows[index].isOwned(by: object)
    }
  }

  /// Forgets all.
  mutating func begin() { round += 1 }

  /// Remembers an object that is alive.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - number: Its number.
  ///   - serial: That of its registration; 0 when it has none.
  mutating func set(_ object: any StateRestoring, at number: ObjectNumber, serial: UInt64) {
    let index = Int(number.rawValue)
    if serial != 0, index < rows.count, rows[index].serial == serial {
      rows[index].round = round
    } else {
      while rows.count <= index { rows.append(Row()) }
      rows[index].owner.object = object  // in place, since copies of weak references are dear
      (rows[index].serial, rows[index].round) = (serial, round)
    }
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
