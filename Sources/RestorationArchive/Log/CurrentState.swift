// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The state that the next pass goes on with, and the newest record of each object that changed.
package struct CurrentState {
  package private(set) var logged: LoggedState
  private var changed: [ObjectNumber: ChangedRecord] = [:]

  package init(_ snapshot: RestorationSnapshot) { logged = LoggedState(snapshot) }

  /// The newest record of an object.
  package func record(_ number: ObjectNumber) -> ChangedRecord? {
    changed[number] ?? logged.base.changedRecord(number)
  }

  /// Whether it is time to make one snapshot of the log, which the archiver has not done.
  ///
  /// Later than the archiver makes one, so that only a program that saves nothing comes to this.
  package var isLong: Bool {
    let grown = logged.recordBytes - logged.base.sectionRange(.records).count
    let limit = max(logged.base.byteCount, AppendableArchive.smallLog)
    return logged.changeCount >= AppendableArchive.mostSaves * 3 / 2 || grown > limit
  }

  /// Whether tables hold nothing but strings that this state does not know.
  package func knowsAllObjects(of tables: SnapshotTables) -> Bool {
    tables.addresses.count == logged.base.objectCount
      && tables.nodes.count * BodyLayout.pathRowSize == logged.base.sectionRange(.paths).count
  }

  /// Goes on with what a pass has changed.
  package mutating func append(_ change: SnapshotChange) {
    logged = logged.appending(change)
    for record in change.records { changed[record.number] = record }
  }

  /// Takes over the base that the archiver has made of the log, if it has.
  package mutating func adoptNewerBase() {
    guard let newer = logged.withOfferedBase() else { return }
    logged = newer
    changed = [:]
    for change in newer.changes { for record in change.records { changed[record.number] = record } }
  }

  /// Makes one snapshot of the log.
  package mutating func flatten() -> RestorationSnapshot {
    guard logged.changeCount > 0 else { return logged.base }
    let snapshot = logged.flattened()
    logged = logged.replacingBase(with: snapshot)
    changed = [:]
    return snapshot
  }
}
