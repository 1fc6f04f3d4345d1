// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The notes that the next save writes into the archive.
struct PassNotes {
  private var preserving: [RestorationNote] = []
  private var restoring: [RestorationNote] = []
  /// The records that nothing has asked for; `nil` before they were counted.
  private var unclaimed: [RestorationNote]?

  /// All notes, those of preserving first.
  var all: [RestorationNote] { preserving + restoring + (unclaimed ?? []) }

  /// Whether the records that nothing has asked for were counted.
  var hasCounted: Bool { unclaimed != nil }

  /// Takes over the issues of a pass.
  ///
  /// A pass after a change looks only at what changed. Notes on other objects stay, unless these
  /// objects were saved before and no longer are.
  ///
  /// - Parameters:
  ///   - report: The report of the pass.
  ///   - scope: Which objects the pass has encoded.
  ///   - addresses: Returns the addresses of the objects with a result.
  mutating func didPreserve(
    _ report: PreservationReport, scope: PreservationScope,
    addresses: (_ isWanted: (PreservationReport.Result) -> Bool) -> Set<RestorationAddress>
  ) {
    let new = report.issues.compactMap(\.note)
    guard scope == .changes, !preserving.isEmpty else { return preserving = Self.limited(new) }
    var said = Set(new)
    let encoded = addresses { result in
      switch result {
      case .encoded, .incomplete: true
      case .carried, .unclaimed, .leftOut, .unreached: false
      }
    }
    let carried = addresses { $0 == .carried }
    let kept = preserving.filter { note in
      let isGone = note.outcome != .notPreserved && !carried.contains(note.address)
      return !isGone && !encoded.contains(note.address) && said.insert(note).inserted
    }
    preserving = Self.limited(kept + new)
  }

  /// Takes over the issues of an incremental pass.
  ///
  /// - Parameters:
  ///   - encoded: The objects that encoded.
  ///   - gone: The objects that are no longer saved.
  ///   - issues: The issues of the pass.
  mutating func didPreserve(
    encoded: Set<RestorationAddress>, gone: Set<RestorationAddress>, _ issues: [RestorationIssue]
  ) {
    let new = issues.compactMap(\.note)
    guard !preserving.isEmpty else { return preserving = Self.limited(new) }
    var said = Set(new)
    let kept = preserving.filter { note in
      let isGone = note.outcome != .notPreserved && gone.contains(note.address)
      return !isGone && !encoded.contains(note.address) && said.insert(note).inserted
    }
    preserving = Self.limited(kept + new)
  }

  /// Takes over the failures of a restore, at launch or later.
  mutating func didRestore(
    _ results: RestorationResults, _ issues: [RestorationIssue]
  ) {
    let fromOutcomes = results.failures.compactMap { outcome -> RestorationNote? in
      switch outcome.result {
      case .defaulted(let reason):
        RestorationNote(address: outcome.address, outcome: .defaulted, sentence: reason)
      case .dropped(let reason):
        RestorationNote(address: outcome.address, outcome: .dropped, sentence: reason)
      case .restored, .referenced, .unclaimed: nil
      }
    }
    restoring = Self.limited(restoring + issues.compactMap(\.note) + fromOutcomes)
  }

  /// Takes over the records that nothing has asked for.
  mutating func didCount(_ issues: [RestorationIssue]) { unclaimed = issues.compactMap(\.note) }

  /// Forgets records that were claimed since they were counted.
  mutating func didClaim(_ addresses: () -> [RestorationAddress]) {
    guard let known = unclaimed, !known.isEmpty else { return }
    let claimed = Set(addresses())
    unclaimed = known.filter { !claimed.contains($0.address) }
  }

  private static func limited(_ notes: [RestorationNote]) -> [RestorationNote] {
    Array(notes.prefix(ArchiveLimits.notes))
  }
}
