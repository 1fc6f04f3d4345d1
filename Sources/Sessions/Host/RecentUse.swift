// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// In which order sessions were used last.
///
/// Each use is noted at the end; notes that a later one makes void are passed over when they come to the
/// front, and removed when there are too many.
struct RecentUse {
  private var notes: Deque<Note> = []
  private var newest: [SessionName: UInt64] = [:]
  private var lastNumber: UInt64 = 0

  private struct Note {
    let name: SessionName
    let number: UInt64
    let time: Duration
  }

  mutating func use(_ name: SessionName, at time: Duration) {
    lastNumber += 1
    newest[name] = lastNumber
    notes.append(Note(name: name, number: lastNumber, time: time))
    if notes.count > 2 * newest.count + 64 { notes.removeAll { newest[$0.name] != $0.number } }
  }

  mutating func remove(_ name: SessionName) { newest[name] = nil }

  /// The session that was not used for the longest time, and when it was.
  mutating func oldest() -> (name: SessionName, time: Duration)? {
    while let first = notes.first {
      if newest[first.name] == first.number { return (first.name, first.time) }
      notes.removeFirst()
    }
    return nil
  }
}
