// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Logging
import RestorationArchive

/// Keeps records within the budget and drops expired unclaimed records.
extension PreservePass {
  /// Keeps records held back, and those not asked for since launch.
  ///
  /// The latter up to an age limit.
  func keepUnclaimed() {
    for number in heldBack where !builder.hasRecord(number) {
      if keep(number, isUnclaimed: true) { note(number, .unclaimed) }
    }
    for number in unclaimed where !builder.hasRecord(number) {
      if isTooOld(number) {
        note(number, .leftOut(Diagnostic.tooOld(budget.unclaimedAge).description))
      } else if keep(number, isUnclaimed: true) {
        note(number, .unclaimed)
      }
    }
  }

  private func isTooOld(_ number: ObjectNumber) -> Bool {
    .seconds(86_400 * days(of: number)) >= budget.unclaimedAge
  }

  private func days(of number: ObjectNumber) -> Int {
    coordinator.state.unclaimed.ages?.days(of: number, in: before.logged.base) ?? 0
  }

  /// Trims an archive that is too large.
  ///
  /// Records and values go in the order of ``PreservationBudget``.
  func trimArchive() {
    let limit = budget.recordBytes
    guard builder.recordByteCount > limit else { return }
    let spare = unclaimed.filter { !owners.knows($0) && builder.hasRecord($0) }
      .compactMap { try? before.logged.base.record($0) }
      .map { (days: days(of: $0.number), time: $0.origin.timestamp, number: $0.number) }
      .sorted { ($1.days, $0.time, $0.number) < ($0.days, $1.time, $1.number) }
    let omissions = builder.trimRecords(to: limit, dispensable: spare.map(\.number))
    // Another object's change may make room for what is left out now.
    mayBeFollowedByChanges = false
    report(omissions, limit: limit, ofArchive: true)
    report.results.replace(
      Set(omissions.filter { $0.key == nil }.map(\.number)),
      with: .leftOut(Diagnostic.noRoom(limit: limit).description))
  }

  /// The objects that lost values to the budget.
  ///
  /// Their values may fit the next time.
  var trimmed: ChangedObjects {
    var objects = ChangedObjects()
    for omission in report.omissions where omission.key != nil {
      let number = builder.tables.number(for: omission.address)
      if let owner = owners[number] { objects.insert(owner) }
    }
    return objects
  }

  func report(_ omissions: [RecordOmission], limit: Int, ofArchive isArchive: Bool) {
    for omission in omissions {
      guard let address = builder.tables.address(of: omission.number) else { continue }
      report.omissions.append(
        .init(
          address: address, className: omission.className, key: omission.key,
          byteCount: omission.byteCount, isTypedText: omission.isTyped,
          keepsFormerValue: omission.keepsFormer))
      let diagnostic = Diagnostic.omitted(
        className: omission.className, key: omission.key, byteCount: omission.byteCount,
        limit: limit, ofArchive: isArchive, keepsFormer: omission.keepsFormer)
      diagnose(diagnostic, number: omission.number)
      guard !coordinator.isPreviewing else { continue }  // the next save logs it
      // The warning omits path and key: both are as private as values (R189).
      if coordinator.state.omissions.loggedClasses.insert(omission.className).inserted {
        let whole = isArchive ? "an archive" : "an object"
        coordinator.logger.warning(
          """
          \(omission.byteCount) bytes of an object of \(omission.className) are not saved, since \
          \(whole) may have \(limit) bytes; the report and the debug log name it
          """)
      }
    }
  }
}
