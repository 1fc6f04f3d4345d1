// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring

/// Something whose time is measured.
struct Subject {
  let name: String
  /// How often it runs in each round; its time is the sum.
  var times = 1
  /// Runs before each time and doesn't count.
  var prepare: () throws -> Void = {}
  let run: () throws -> Void
}

/// Runs subjects in turns, so that a machine that is slow for a while slows all of them.
struct Rounds {
  let count: Int
  /// Ends the measurement early, once ``leastCount`` rounds are done.
  var limit = Duration.seconds(30)

  private static let leastCount = 9

  /// The nanoseconds of each subject, by its name.
  struct Samples {
    fileprivate var times: [String: [Double]] = [:]

    subscript(_ name: String) -> Sample { Sample(times[name] ?? []) }
  }

  /// Measures all subjects, once each in every round, after a round that doesn't count.
  ///
  /// Every second round runs in reverse order, so that no subject always profits from caches warmed by
  /// another.
  ///
  /// - Parameters:
  ///   - subjects: Neighbours are compared best.
  ///   - beforeRound: What has to change between repetitions.
  /// - Returns: What was measured.
  /// - Throws: What a subject throws.
  func measure(_ subjects: [Subject], beforeRound: () throws -> Void = {}) throws -> Samples {
    let clock = ContinuousClock()
    var samples = Samples()
    try beforeRound()
    for subject in subjects {
      try subject.prepare()
      try subject.run()
    }
    let began = clock.now
    for round in 0..<count where round < Self.leastCount || clock.now - began < limit {
      try beforeRound()
      for subject in round % 2 == 0 ? subjects : subjects.reversed() {
        var time = Duration.zero
        for _ in 0..<subject.times {
          try subject.prepare()
          time += try clock.measure(subject.run)
        }
        samples.times[subject.name, default: []].append(time / .nanoseconds(1))
      }
    }
    return samples
  }
}
