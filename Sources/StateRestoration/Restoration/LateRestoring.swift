// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Logging

/// Restores records after launch.
extension RestorePass {
  /// Restores records claimed by registered objects, and their dependents.
  ///
  /// It looks at no other records: a program may register thousands of objects one by one.
  func restoreLate(with late: LateRecords) {
    var followed: Set<ObjectNumber> = []
    while true {
      for number in coordinator.state.index.claimed(places) where wasUnclaimed(number) {
        obtain(number)
      }
      obtainDependents(late, &followed)
      take(Set(resolver.lookedAt.filter(wasUnclaimed)).sorted())
      // Decoding looks at the other records again, so it runs only if an object is ready. The next
      // round handles whatever decoding obtains.
      guard undecoded.contains(where: { !objects.hasResult($0) && objects.isObtained($0) })
      else {
        break
      }
      decodeAll()
    }
    finish()
  }

  /// Obtains the records that wait for obtained objects, transitively.
  private func obtainDependents(_ late: LateRecords, _ followed: inout Set<ObjectNumber>) {
    var next = 0
    while next < resolver.lookedAt.count {
      let number = resolver.lookedAt[next]
      next += 1
      guard objects.isObtained(number), wasUnclaimed(number),
        followed.insert(number).inserted
      else { continue }
      late.dependents(of: number, among: coordinator.state.unclaimed.numbers).forEach(obtain)
    }
  }

  private func obtain(_ number: ObjectNumber) {
    if let record = rows[number.index] { resolver.obtain(record) }
  }

  private func wasUnclaimed(_ number: ObjectNumber) -> Bool {
    coordinator.state.unclaimed.numbers.contains(number)
  }
}

/// Matches registered objects with their records, during or after a restore.
extension RestorationCoordinator {
  /// Returns the identifiers of the former paths of a registered object.
  package func formerPaths(of object: any StateRestoring) -> [[String]] {
    state.registry.formerAddresses(of: object, in: tree).map(\.path.identifiers)
  }

  /// Restores the unclaimed records of objects registered after launch.
  func claimLate() {
    while phase == .idle, !state.unclaimed.numbers.isEmpty, !state.index.isEmpty,
      let base = state.current?.logged.base
    {
      let records = state.unclaimed.lateRecords(in: base)
      let places = RegisteredPlaces(of: state.registry, in: { self.tree }, records.reader)
      guard state.index.claimed(places).contains(where: state.unclaimed.numbers.contains) else {
        return state.index.wait(unclaimed: state.unclaimed.numbers)
      }
      state.steady = nil
      state.index.resumeWaiting()
      run(.restoring) { restoreLate(records) }
      noteOwnValues(isLate: true)
      state.index.wait(unclaimed: state.unclaimed.numbers)
    }
  }

  private func restoreLate(_ records: LateRecords) {
    let trace = newTrace(.restore)
    trace?.say("begin", "objects that were registered late")
    let pass = RestorePass(late: records, coordinator: self, trace: trace)
    pass.trail?.beginLate(records.reader)
    pass.restoreLate(with: records)
    pass.trail?.endLate()
    pass.note(in: &state.owners)
    pass.noteKnowledge(in: &state)
    state.moved.merge(pass.moved) { _, new in new }
    state.unclaimed.numbers.subtract(pass.claimed)
    let issues = state.index.duplicates + pass.issues
    state.notes.didRestore(pass.results, issues)
    for record in pass.claimed.compactMap({ pass.rows[$0.index] }) {
      launch.lateResults[pass.address(of: record)] = pass.objects[result: record.number]
    }
    state.notes.didClaim { pass.claimed.compactMap { pass.rows[$0.index] }.map(pass.address) }
    log(issues, trace)
    records.objects.letGo(pass.resolver.lookedAt)
  }
}

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
