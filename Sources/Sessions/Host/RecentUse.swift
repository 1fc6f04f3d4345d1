// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// The order in which sessions were last used.
///
/// Each use adds a note at the end. A later note makes earlier ones void; void notes are skipped at
/// the front, and removed when there are too many.
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

  /// Returns the least recently used session, and the time of that use.
  mutating func oldest() -> (name: SessionName, time: Duration)? {
    while let first = notes.first {
      if newest[first.name] == first.number { return (first.name, first.time) }
      notes.removeFirst()
    }
    return nil
  }
}
