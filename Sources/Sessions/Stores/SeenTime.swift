// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The time that a store has seen pass, in which unused sessions grow old.
///
/// What passes between two looks at the clock counts as a day at most. So a clock that jumps makes
/// no session old, and a process that starts with a wrong clock removes none.
package struct SeenTime: Codable {
  private struct Look: Codable {
    let time: Date
    /// What had passed by then, in seconds.
    let passed: Double
  }

  /// The looks at the clock, the newest last.
  private var looks: [Look] = []

  /// Begins, before the first look.
  package init() {}

  /// Looks at the clock.
  ///
  /// - Parameters:
  ///   - now: The time by the clock.
  ///   - age: The age at which sessions are removed.
  /// - Returns: A session that was last used by this time is as old; `nil` when none can be.
  package mutating func look(at now: Date, for age: Duration) -> Date? {
    // Those of a clock that was ahead.
    looks.removeAll { $0.time > now }
    let age = age / .seconds(1)
    let most = min(age / 4, 86_400)
    let last = looks.last ?? Look(time: now, passed: 0)
    let passed = last.passed + min(now.timeIntervalSince(last.time), most)
    if looks.isEmpty || now.timeIntervalSince(last.time) > most / 16 {
      looks.append(Look(time: now, passed: passed))
    }
    guard let oldest = looks.last(where: { $0.passed <= passed - age }) else { return nil }
    looks.removeAll { $0.time < oldest.time }
    return oldest.time
  }
}
