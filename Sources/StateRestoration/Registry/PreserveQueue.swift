// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The objects that a walk encodes, in order, with their numbers.
///
/// It retains them until the walk ends, so that their identities stay unique.
struct PreserveQueue {
  struct Entry {
    let object: AnyObject
    let number: ObjectNumber
    /// The index of its class in ``ParticipantClasses``.
    let classIndex: Int
    /// The index of its registration, if it has one.
    let registration: Int?
    /// The serial of its registration; 0 when it has none.
    let serial: UInt64
  }

  private var entries: [Entry] = []
  /// The indices of entries by number.
  private var indices: [ObjectNumber: Int] = [:]
  private var next = 0

  func isClaimed(_ number: ObjectNumber) -> Bool { indices[number] != nil }

  /// Returns the entry of the object that encodes at a number.
  func claimant(of number: ObjectNumber) -> Entry? { indices[number].map { entries[$0] } }

  /// Queues an object at a number that is still unclaimed.
  mutating func append(_ entry: Entry) {
    indices[entry.number] = entries.count
    entries.append(entry)
  }

  /// Returns the next object to encode; `nil` at the end.
  mutating func takeNext() -> Entry? {
    guard next < entries.count else { return nil }
    defer { next += 1 }
    return entries[next]
  }
}
