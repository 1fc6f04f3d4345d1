// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The state that the next pass goes on with, and the newest record of each object that changed.
package struct CurrentState {
  package private(set) var logged: LoggedState
  private var changed: [ObjectNumber: ChangedRecord] = [:]
  /// Objects of the base that have no record any more.
  private var gone: Set<ObjectNumber> = []

  package init(_ snapshot: RestorationSnapshot) { logged = LoggedState(snapshot) }

  /// The newest record of an object.
  package func record(_ number: ObjectNumber) -> ChangedRecord? {
    if let record = changed[number] { return record }
    return gone.contains(number) ? nil : logged.base.changedRecord(number)
  }

  /// Looks for a record that refers to one of some objects.
  ///
  /// - Parameters:
  ///   - objects: The objects.
  ///   - others: Whose records do not count.
  /// - Returns: Whether there is one.
  package func refers(to objects: [ObjectNumber], besides others: (ObjectNumber) -> Bool) -> Bool {
    var isSought = Array(repeating: false, count: logged.objectCount)
    for object in objects { isSought[Int(object.rawValue)] = true }
    let isFound = changed.values.contains { record in
      !others(record.number)
        && record.references.contains { isSought[Int($0.rawValue)] }
    }
    return isFound
      || logged.base.refers(to: isSought) { number in
        changed[number] != nil || gone.contains(number) || others(number)
      }
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
    tables.addresses.count == logged.objectCount && tables.nodes.count == logged.pathCount
  }

  /// Goes on with what a pass has changed.
  package mutating func append(_ change: SnapshotChange) {
    logged = logged.appending(change)
    take(change)
  }

  private mutating func take(_ change: SnapshotChange) {
    for record in change.records {
      changed[record.number] = record
      gone.remove(record.number)
    }
    for place in change.moves?.gone ?? [] {
      changed[ObjectNumber(place.number)] = nil
      gone.insert(ObjectNumber(place.number))
    }
  }

  /// Takes over the base that the archiver has made of the log.
  ///
  /// - Returns: Whether it has made one.
  package mutating func adoptNewerBase() -> Bool {
    guard let newer = logged.withOfferedBase() else { return false }
    logged = newer
    (changed, gone) = ([:], [])
    newer.changes.forEach { take($0) }
    return true
  }

  /// Makes one snapshot of the log.
  package mutating func flatten() -> RestorationSnapshot {
    guard logged.changeCount > 0 else { return logged.base }
    let snapshot = logged.flattened()
    logged = logged.replacingBase(with: snapshot)
    (changed, gone) = ([:], [])
    return snapshot
  }
}
