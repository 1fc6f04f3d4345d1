// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ObjectCounting

/// Finds small numbers by the identity of objects.
///
/// A dictionary would hash the identity with care, for which there is no need: nobody chooses where
/// objects lie. This is looked into for every reference of every save.
final class IdentityTable {
  private struct Slot {
    var key: UInt = 0
    var value: UInt32 = 0
    /// One more than what is noted; 0 for nothing.
    var note: UInt32 = 0
  }

  // A pointer and unchecked exclusivity, since checks would take longer than the search.
  @exclusivity(unchecked) private var slots: UnsafeMutablePointer<Slot>
  @exclusivity(unchecked) private var bits: Int
  @exclusivity(unchecked) private var count = 0

  init(capacity: Int = 0) {
    (bits, slots) = Self.empty(capacity)
  }

  private static func empty(_ capacity: Int) -> (bits: Int, slots: UnsafeMutablePointer<Slot>) {
    var bits = 6
    while capacity > most(in: bits) { bits += 1 }
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: 1 << bits)
    slots.initialize(repeating: Slot(), count: 1 << bits)
    return (bits, slots)
  }

  deinit { slots.deallocate() }

  /// The number of an identity; nobody says whether the object there is still the same.
  subscript(_ id: ObjectIdentifier) -> Int? {
    @inline(__always) get {
      let slot = slots[place(of: UInt(bitPattern: id))]
      return slot.key == 0 ? nil : Int(slot.value)
    }
  }

  /// Whether an identity has a number.
  func holds(_ key: UInt) -> Bool { key != 0 && slots[place(of: key)].key != 0 }

  /// Asks the processor for the memory where an identity is going to be looked for.
  @inline(__always)
  func prefetchPlace(of key: UInt) { restoration_prefetch(UInt(bitPattern: slots + home(of: key))) }

  // MARK: Notes

  // In the slots, so that who looks for a note looks in one place: where objects lie in no order,
  // waiting for memory takes longer than all else.

  /// What is noted of an identity.
  @inline(__always)
  func note(of id: ObjectIdentifier) -> UInt32? {
    let slot = slots[place(of: UInt(bitPattern: id))]
    return slot.note == 0 ? nil : slot.note &- 1
  }

  /// Notes a number, other than the largest, of an identity that has one in the table.
  @inline(__always)
  func setNote(_ note: UInt32, of id: ObjectIdentifier) {
    let place = place(of: UInt(bitPattern: id))
    if slots[place].key != 0 { slots[place].note = note &+ 1 }
  }

  /// Forgets what is noted of all.
  func removeNotes() {
    for place in 0..<1 << bits { slots[place].note = 0 }
  }

  // MARK: Growing

  /// Takes an identity in, unless it has a number already.
  @inline(__always)
  func insert(_ id: ObjectIdentifier, _ value: Int) {
    if count >= Self.most(in: bits) { grow(to: bits + 1) }
    let key = UInt(bitPattern: id)
    let place = place(of: key)
    guard slots[place].key == 0 else { return }
    slots[place] = Slot(key: key, value: UInt32(value))
    count += 1
  }

  /// Three of four slots are taken at most: a smaller table stays in the cache.
  @inline(__always)
  private static func most(in bits: Int) -> Int { 3 &<< (bits &- 2) }

  /// Where a key lies, or would.
  @inline(__always)
  private func place(of key: UInt) -> Int {
    let mask = 1 &<< bits &- 1
    var place = home(of: key)
    while slots[place].key != key, slots[place].key != 0 { place = (place &+ 1) & mask }
    return place
  }

  /// Where a key lies, unless another one was there first.
  @inline(__always)
  private func home(of key: UInt) -> Int {
    // Objects lie sixteen bytes apart; the factor is the golden ratio's, which scatters well.
    Int(truncatingIfNeeded: ((key &>> 4) &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- UInt(bits)))
  }

  /// Makes room for so many in all.
  func reserve(_ capacity: Int) {
    var enough = bits
    while capacity > Self.most(in: enough) { enough += 1 }
    if enough > bits { grow(to: enough) }
  }

  /// Forgets all, and has room for so many from now on.
  func removeAll(capacity: Int) {
    slots.deallocate()
    (bits, slots) = Self.empty(capacity)
    count = 0
  }

  private func grow(to newBits: Int) {
    let old = UnsafeMutableBufferPointer(start: slots, count: 1 << bits)
    bits = newBits
    slots = .allocate(capacity: 1 << bits)
    slots.initialize(repeating: Slot(), count: 1 << bits)
    for slot in old where slot.key != 0 { slots[place(of: slot.key)] = slot }
    old.deallocate()
  }
}
