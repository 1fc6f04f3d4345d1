// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// An opened archive, as every command sees it.
struct ArchiveReading {
  /// The state, and how many saves made it.
  let state: OpenedArchive.State
  /// The records that can be read, in the order in which the objects were first met.
  let records: [ObjectRecord]
  /// The objects whose rows contradict each other.
  let unreadable: [ObjectNumber]

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
  }

  /// Whether something in the archive could not be read; reads all of it.
  var isDamaged: Bool {
    !unreadable.isEmpty || records.contains { (try? snapshot.values(of: $0)) == nil }
  }

  /// The record that the delegate's hooks share (R4).
  var application: ObjectRecord? { records.first { $0.address.kind == .application } }

  /// Who made the newest save.
  var origin: RecordOrigin? {
    application?.origin ?? records.map(\.origin).max { $0.timestamp < $1.timestamp }
  }
}
