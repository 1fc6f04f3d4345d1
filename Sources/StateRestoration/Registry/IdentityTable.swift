// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A hash table from object identities to small numbers.
///
/// A dictionary hashes identities as if an attacker could choose them. No one chooses the addresses
/// of objects, and every reference of every save is looked up here.
struct IdentityTable: ~Copyable {
  private struct Slot {
    var key: UInt = 0
    var value: UInt32 = 0
    /// The note plus one; 0 for no note.
    var note: UInt32 = 0
  }

  private var slots: [Slot]
  private var bits: Int
  private var count = 0

  init(capacity: Int = 0) {
    bits = Self.bits(for: capacity)
    slots = Array(repeating: Slot(), count: 1 << bits)
  }

  private static func bits(for capacity: Int) -> Int {
    var bits = 6
    while capacity > most(in: bits) { bits += 1 }
    return bits
  }

  /// Returns the number of an identity; another object may have it now.
  subscript(_ id: ObjectIdentifier) -> Int? {
    let slot = slots[place(of: UInt(bitPattern: id))]
    return slot.key == 0 ? nil : Int(slot.value)
  }

  // MARK: Notes

  /// Returns the note of an identity.
  func note(of id: ObjectIdentifier) -> UInt32? {
    let slot = slots[place(of: UInt(bitPattern: id))]
    return slot.note == 0 ? nil : slot.note &- 1
  }

  /// Sets the note of an identity that is in the table.
  ///
  /// A note is any number except the largest.
  mutating func setNote(_ note: UInt32, of id: ObjectIdentifier) {
    let place = place(of: UInt(bitPattern: id))
    if slots[place].key != 0 { slots[place].note = note &+ 1 }
  }

  /// Removes all notes.
  mutating func removeNotes() {
    for place in slots.indices { slots[place].note = 0 }
  }

  // MARK: Growing

  /// Sets the number of an identity, replacing an earlier one.
  mutating func set(_ value: Int, for id: ObjectIdentifier) {
    if count >= Self.most(in: bits) { grow(to: bits + 1) }
    let key = UInt(bitPattern: id)
    let place = place(of: key)
    if slots[place].key == 0 { count += 1 }
    slots[place] = Slot(key: key, value: UInt32(value))
  }

  /// Reserves room for a total number of identities.
  mutating func reserve(_ capacity: Int) {
    let enough = Self.bits(for: capacity)
    if enough > bits { grow(to: enough) }
  }

  /// Returns the largest count for a size: three of four slots.
  private static func most(in bits: Int) -> Int { 3 &<< (bits &- 2) }

  /// Returns the slot of a key, or the free slot for it.
  private func place(of key: UInt) -> Int {
    let mask = 1 &<< bits &- 1
    // Objects are 16 bytes apart. The factor comes from the golden ratio, which scatters well.
    let scattered = ((key &>> 4) &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- UInt(bits))
    var place = Int(truncatingIfNeeded: scattered)
    while slots[place].key != key, slots[place].key != 0 { place = (place &+ 1) & mask }
    return place
  }

  private mutating func grow(to newBits: Int) {
    let old = slots
    bits = newBits
    slots = Array(repeating: Slot(), count: 1 << newBits)
    for slot in old where slot.key != 0 { slots[place(of: slot.key)] = slot }
  }
}
