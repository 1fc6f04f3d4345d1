// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// From which record each object has decoded, by identity; the pass keeps the objects alive.
///
/// A dictionary without its hash, which would take longer than all else that is done with an object.
struct DecodedObjects {
  /// The identity 0 is an empty place.
  private var places: [(identity: UInt, number: ObjectNumber)]
  private var count = 0

  /// - Parameter capacity: How many objects are expected.
  init(capacity: Int) {
    var size = 16
    while size < 2 * capacity { size *= 2 }
    places = Array(repeating: (0, ObjectNumber(0)), count: size)
  }

  /// Takes an object in, unless it is there.
  ///
  /// - Returns: The number that the object has already; `nil` when it is new.
  mutating func insert(_ object: AnyObject, _ number: ObjectNumber) -> ObjectNumber? {
    if 2 * count >= places.count { grow() }
    let identity = UInt(bitPattern: ObjectIdentifier(object))
    let place = place(of: identity)
    guard places[place].identity == 0 else { return places[place].number }
    places[place] = (identity, number)
    count += 1
    return nil
  }

  /// Where an identity lies, or would.
  private func place(of identity: UInt) -> Int {
    // Objects lie at multiples of 16; the product spreads what differs over its upper bits.
    let product = identity &* 0x9E37_79B9_7F4A_7C15
    var place = Int(product >> 32) & (places.count - 1)
    while places[place].identity != 0, places[place].identity != identity {
      place = (place + 1) & (places.count - 1)
    }
    return place
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: (0, ObjectNumber(0)), count: 2 * old.count)
    for entry in old where entry.identity != 0 { places[place(of: entry.identity)] = entry }
  }
}
