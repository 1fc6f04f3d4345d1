// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring

/// A piece of work whose time is measured.
struct Subject {
  let name: String
  /// The number of runs in each round; their times are added.
  var times = 1
  /// Work done before each run, outside the measured time.
  var prepare: () throws -> Void = {}
  /// The work itself, or the part of it that the objects' actor waits for.
  let run: () throws -> Void
  /// The rest of the work.
  var rest: () throws -> Void = {}
}

/// Runs subjects in turns.
///
/// So a machine that is slow for a while slows all of them.
struct Rounds {
  let count: Int
  /// The time limit, which applies once ``leastCount`` rounds are done.
  var limit = Duration.seconds(30)

  private static let leastCount = 9

  /// The nanoseconds of each subject, by name.
  struct Samples {
    fileprivate var runs: [String: [Double]] = [:]
    fileprivate var wholes: [String: [Double]] = [:]

    subscript(_ name: String) -> Sample { Sample(runs[name] ?? []) }

    /// The time of the work with its rest.
    func whole(_ name: String) -> Sample { Sample(wholes[name] ?? []) }
  }

  /// Measures every subject once per round, after an uncounted round.
  ///
  /// Every second round runs in reverse order, so that no subject always profits from caches warmed
  /// by another.
  ///
  /// - Parameters:
  ///   - subjects: The subjects; neighbours are compared best.
  ///   - beforeRound: Prepares each round.
  /// - Returns: The times.
  /// - Throws: An error from a subject.
  func measure(_ subjects: [Subject], beforeRound: () throws -> Void = {}) throws -> Samples {
    let clock = ContinuousClock()
    var samples = Samples()
    try beforeRound()
    for subject in subjects {
      try subject.prepare()
      try subject.run()
      try subject.rest()
    }
    let began = clock.now
    for round in 0..<count where round < Self.leastCount || clock.now - began < limit {
      try beforeRound()
      for subject in round % 2 == 0 ? subjects : subjects.reversed() {
        var (run, whole) = (Duration.zero, Duration.zero)
        for _ in 0..<subject.times {
          try subject.prepare()
          let began = clock.now
          try subject.run()
          run += clock.now - began
          try subject.rest()
          whole += clock.now - began
        }
        samples.runs[subject.name, default: []].append(run / .nanoseconds(1))
        samples.wholes[subject.name, default: []].append(whole / .nanoseconds(1))
      }
    }
    return samples
  }
}
