// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Synchronization

/// The outcome of every record of a restore.
///
/// Addresses are put together on demand.
final class RestorationOutcomes: Sendable {
  private let snapshot: RestorationSnapshot?
  private let numbers: [ObjectNumber]
  private let results: RestoreResults
  private let made = Mutex<[RestorationReport.Outcome]?>(nil)

  static let none = RestorationOutcomes(
    of: nil, numbers: [], results: RestoreResults(count: 0))

  init(of snapshot: RestorationSnapshot?, numbers: [ObjectNumber], results: RestoreResults) {
    (self.snapshot, self.numbers, self.results) = (snapshot, numbers, results)
  }

  var count: Int { numbers.count }

  /// The results alone, in the order of the archive.
  var all: some Sequence<RestorationReport.Result> { numbers.lazy.compactMap { self.results[$0] } }

  /// The outcomes, in the order of the archive.
  var outcomes: [RestorationReport.Outcome] {
    made.withLock { made in
      if let made { return made }
      let outcomes = numbers.compactMap(outcome)
      made = outcomes
      return outcomes
    }
  }

  /// Returns the outcomes with new ones for records claimed since.
  ///
  /// - Parameter result: Returns the result for an address; `nil` while its record is unclaimed.
  /// - Returns: All outcomes.
  func updated(_ result: (RestorationAddress) -> RestorationReport.Result?) -> RestorationOutcomes {
    var results = results
    for number in numbers where results[number] == .unclaimed {
      guard let address = snapshot?.address(of: number), let new = result(address) else { continue }
      results.set(new, for: number)
    }
    return RestorationOutcomes(of: snapshot, numbers: numbers, results: results)
  }

  /// The outcomes of objects that did not come back.
  var failures: [RestorationReport.Outcome] {
    numbers.filter { number in
      switch results[number] {
      case .defaulted, .dropped: true
      case .restored, .referenced, .unclaimed, nil: false
      }
    }.compactMap(outcome)
  }

  private func outcome(of number: ObjectNumber) -> RestorationReport.Outcome? {
    guard let record = try? snapshot?.record(number), let result = results[number] else {
      return nil
    }
    return .init(address: record.address, className: record.className, result: result)
  }
}
