// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive

/// Tells of restored records that nothing has asked for.
extension RestorationCoordinator {
  /// Whether some restored records may never be asked for.
  var hasUnclaimed: Bool { !state.unclaimed.numbers.isEmpty || !state.unclaimed.absent.isEmpty }

  /// Logs how many records nothing has asked for, and notes them.
  func reportUnclaimed() {
    claimLate()  // a parent may have got a path
    let unclaimed = noteUnclaimed()
    let absent = state.unclaimed.absent.filter { tree?.existingObject(at: $0.address) == nil }
    let count = unclaimed.count + absent.count
    guard count > 0 else { return }
    logger.notice(
      """
      Nothing has asked for \(count) restored record\(count == 1 ? "" : "s"); if identifiers have \
      changed, declare formerRestorationIdentifiers
      """)
    guard logger.logLevel <= .debug else { return }
    let issues = absent.map { Diagnostic.nothingAsked(below: $0.nearest).issue(about: $0.address) }
    log(unclaimed.map(\.issue) + issues, nil)
  }

  /// Notes the records that nothing has asked for.
  ///
  /// The next save contains the notes.
  @discardableResult
  func noteUnclaimed() -> [Unclaimed] {
    let found = unclaimedRecords()
    state.notes.didCount(found.prefix(ArchiveLimits.notes).map(\.issue))
    return found
  }

  /// A record that nothing has asked for.
  struct Unclaimed {
    let reader: SnapshotReader
    let record: RecordRow
    /// The nearest record above that something has asked for.
    let nearest: RecordRow?

    var issue: RestorationIssue {
      Diagnostic.nothingAsked(below: nearest.map(reader.address)).issue(
        about: reader.address(of: record))
    }
  }

  /// Returns the unclaimed records.
  ///
  /// Those below an object that the program may leave closed do not count.
  private func unclaimedRecords() -> [Unclaimed] {
    let numbers = state.unclaimed.numbers
    guard !numbers.isEmpty, let base = state.current?.logged.base else { return [] }
    let reader = state.unclaimed.lateRecords(in: base).reader
    return numbers.compactMap { number in
      guard let record = reader.rows[number.index] else { return nil }
      var top = record
      let nearest = reader.nearest(above: record) { above in
        if numbers.contains(above.number) { top = above }
        return !numbers.contains(above.number)
      }
      if nearest == nil, saving.rules.mayStayClosed(reader.archivedClass(of: top).name) {
        return nil
      }
      return Unclaimed(reader: reader, record: record, nearest: nearest)
    }
  }
}

extension SnapshotReader {
  /// Returns the nearest record above another one that a closure accepts.
  func nearest(above record: RecordRow, where isWanted: (RecordRow) -> Bool) -> RecordRow? {
    var next = ancestor(of: record)
    while let above = next?.number, let found = rows[above.index] {
      if isWanted(found) { return found }
      next = ancestor(of: found)
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate func issue(about address: RestorationAddress) -> RestorationIssue {
    RestorationIssue(self, about: address)
  }
}
