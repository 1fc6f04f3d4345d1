// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// An opened archive, as every command sees it.
struct ArchiveReading {
  /// The state, and the number of saves that made it.
  let state: OpenedArchive.State
  /// The readable records, in the order of first appearance.
  let records: [ObjectRecord]
  /// The objects whose rows contradict each other.
  let unreadable: [ObjectNumber]
  /// The record that the delegate's hooks share.
  let application: ObjectRecord?
  /// The origin of the newest save.
  let origin: RecordOrigin?

  var snapshot: RestorationSnapshot { state.snapshot }

  init(_ state: OpenedArchive.State) {
    self.state = state
    var records: [ObjectRecord] = []
    var unreadable: [ObjectNumber] = []
    for number in state.snapshot.objects {
      do throws(ArchiveError) {
        if let record = try state.snapshot.record(number) { records.append(record) }
      } catch { unreadable.append(number) }
    }
    (self.records, self.unreadable) = (records, unreadable)
    application = records.first { $0.address.kind == .application }
    origin = application?.origin ?? records.map(\.origin).max { $0.timestamp < $1.timestamp }
  }

  /// Whether any part of the archive is unreadable; reads all of it.
  var isDamaged: Bool {
    state.end == .damaged || !unreadable.isEmpty
      || records.contains { (try? snapshot.values(of: $0)) == nil }
  }
}

extension OpenedArchive.State {
  /// Returns a description of a damaged or torn end; `nil` if whole.
  func endText(_ style: Style) -> String? {
    switch end {
    case .whole: nil
    case .torn: style("(The file ends in bytes that do not open.)", .warning)
    case .damaged:
      style("(An appended save was changed since; this is the state before it.)", .bad)
    }
  }
}

extension RestorationSnapshot {
  /// Returns whether an object has a readable record.
  func holds(_ number: ObjectNumber) -> Bool { (try? record(number)) != nil }
}

extension RecordOrigin {
  /// Returns whether another record has equal application version, system and idiom.
  ///
  /// The times are not compared: a save leaves the records of unchanged objects as they are.
  func isOfSameProgram(as other: RecordOrigin?) -> Bool {
    applicationVersion == other?.applicationVersion && systemVersion == other?.systemVersion
      && idiom == other?.idiom
  }
}
