// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring

/// Something whose time is measured: what is set up before does not count.
struct Subject {
  let name: String
  /// Whether three repetitions have to do.
  var isSlow = false
  var prepare: () throws -> Void = {}
  let run: () throws -> Void
}

/// Runs subjects in turn, so that they share the machine's moods.
struct Rounds {
  let count: Int
  /// How often slow subjects run.
  let slowCount: Int
  /// Ends the measurement early, once ``leastCount`` rounds are done.
  var limit = Duration.seconds(30)

  private static let leastCount = 9

  /// Measures all subjects, once each in every round, after a round that does not count.
  ///
  /// Whoever runs first pays for memory and caches that all later runs find: in the whole run for what
  /// is done once, in each round for the objects. So every other round goes backwards.
  ///
  /// - Parameters:
  ///   - subjects: Neighbours are compared best.
  ///   - beforeRound: What has to change between repetitions.
  /// - Returns: Nanoseconds, by name.
  /// - Throws: What a subject throws.
  func measure(_ subjects: [Subject], beforeRound: () throws -> Void = {}) throws
    -> [String: Sample]
  {
    let clock = ContinuousClock()
    var times: [String: [Double]] = [:]
    try beforeRound()
    for subject in subjects {
      try subject.prepare()
      try subject.run()
    }
    let began = clock.now
    for round in 0..<count where round < Self.leastCount || clock.now - began < limit {
      try beforeRound()
      let order = round % 2 == 0 ? subjects : subjects.reversed()
      for subject in order where !subject.isSlow || round < slowCount {
        try subject.prepare()
        let time = try clock.measure(subject.run)
        times[subject.name, default: []].append(time / .nanoseconds(1))
      }
    }
    return times.mapValues { Sample($0) }
  }
}
