// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// One pass over what changed alone, where nothing but the contents of objects has changed (R30).
///
/// Costs what the changed objects cost, however many others there are. As soon as something is met
/// that only a walk over all objects can settle, ``isSufficient`` is `false`; the walk then takes
/// over what has been encoded, so that no hook is called twice.
final class ChangePass {
  /// An object that has encoded, and what it refers to.
  struct Encoded {
    let object: (any StateRestoring)?
    let record: ChangedRecord
    let hasSameValues: Bool
    let referenced: [(number: ObjectNumber, object: any StateRestoring)]
  }

  private let coordinator: RestorationCoordinator
  let reason: PreservationReason
  private let builder: ChangeBuilder
  private let applicationRecord: ChangedRecord
  private let known: [ObjectNumber: WeakObject]
  private(set) var encoded: [ObjectNumber: Encoded] = [:]
  private(set) var complaints: [Complaint] = []
  /// Whether this pass can say all that has changed.
  private(set) var isSufficient = true
  private var referenced: [(number: ObjectNumber, object: any StateRestoring)] = []
  private var holder = RestorationAddress.application

  /// - Returns: `nil` when a walk over all objects is due from the start.
  init?(_ coordinator: RestorationCoordinator, reason: PreservationReason) {
    let application = coordinator.state.tables.number(for: .application)
    guard let current = coordinator.state.current, !current.isLong, coordinator.isSteady,
      let record = current.record(application)
    else { return nil }
    applicationRecord = record
    self.coordinator = coordinator
    self.reason = reason
    known = coordinator.state.owners
    builder = ChangeBuilder(tables: coordinator.state.tables, origin: coordinator.currentOrigin)
  }

  /// Lets the application's hooks write the record they share (R4).
  ///
  /// - Parameter hooks: What writes; `false` ends the pass.
  /// - Returns: What the hooks returned.
  func encodeApplication(_ hooks: (RestorationEncoder) -> Bool) -> Bool {
    let encoder = builder.begin(applicationRecord.number, references: self)
    let isAllowed = hooks(encoder)
    end(encoder, nil, replacing: applicationRecord)
    return isAllowed
  }

  /// Encodes what was invalidated, as long as this pass is sufficient.
  ///
  /// - Parameter changed: The objects.
  func encode(_ changed: ChangedObjects) {
    var objects: [(object: any StateRestoring, record: ChangedRecord)] = []
    for object in changed.objects {
      guard isSufficient, let object, let record = steadyRecord(of: object) else {
        return isSufficient = false
      }
      objects.append((object, record))
    }
    for (object, record) in objects.sorted(by: { $0.record.number < $1.record.number }) {
      holder = coordinator.state.tables.address(of: record.number) ?? .application
      let encoder = builder.begin(record.number, references: self)
      coordinator.encodeState(of: object, with: encoder)
      end(encoder, object, replacing: record)
      guard isSufficient else { return }
    }
    let before = coordinator.state.current?.logged.recordBytes ?? 0
    let size = encoded.values.reduce(before) { $0 + $1.record.size }
    if !coordinator.isSteady || coordinator.state.tables.isNearlyFull
      || size > coordinator.budget.recordBytes
    {
      isSufficient = false
    }
  }

  /// What has changed, to go on with.
  ///
  /// - Parameters:
  ///   - notes: What is to be said of objects, if that is something else than before.
  ///   - hasNotes: Whether anything is said, new or not.
  /// - Returns: `nil` when nothing has changed.
  func finish(notes: [RestorationNote]?, hasNotes: Bool) -> SnapshotChange? {
    let records = encoded.values.filter { !$0.hasSameValues }.map(\.record)
    guard !records.isEmpty else { return nil }
    guard let before = coordinator.state.current?.logged else { return nil }
    return builder.finish(
      records, same: encoded.values.filter(\.hasSameValues).map(\.record.number),
      stringCount: before.stringCount, notes: notes, hasNotes: hasNotes)
  }

  /// The objects that have encoded, without the application.
  var encodedNumbers: [ObjectNumber] {
    encoded.values.filter { $0.object != nil }.map(\.record.number)
  }

  var encodedAddresses: Set<RestorationAddress> {
    Set(encodedNumbers.compactMap { coordinator.state.tables.address(of: $0) })
  }

  // MARK: Encoding

  /// The record of an object that lies, and is made, as it was in the pass before.
  private func steadyRecord(of object: any StateRestoring) -> ChangedRecord? {
    guard let number = number(of: object), known[number]?.object === object,
      let record = coordinator.state.current?.record(number)
    else { return nil }
    let type = type(of: object)
    let prerequisite = coordinator.tree?.prerequisite(of: object)
    let prerequisiteNumber = prerequisite.flatMap { self.number(of: $0) }
    guard prerequisite == nil || prerequisiteNumber != nil,
      builder.isRecord(record, dependentOn: prerequisiteNumber),
      builder.isRecord(
        record, ofClass: archivedClassName(of: type),
        restorationClass: coordinator.restorationClass(of: object, type: type)?.name,
        schemaVersion: MigrationTable.schemaVersion(of: object))
    else { return nil }
    return record
  }

  private func end(
    _ encoder: RestorationEncoder, _ object: (any StateRestoring)?,
    replacing old: ChangedRecord
  ) {
    encoder.report(to: self)
    let record = builder.end(encoder, replacing: old)
    encoded[record.number] = Encoded(
      object: object, record: record, hasSameValues: record.hasSameValues(as: old),
      referenced: referenced)
    referenced = []
    // What is not referred to any more may be reached no more, but for what is a root itself.
    let reachesAll = coordinator.tree == nil || record.keepsReferences(of: old)
    if !reachesAll || record.size > max(0, coordinator.budget.objectSize) {
      isSufficient = false
    }
  }

  private func number(of object: any StateRestoring) -> ObjectNumber? {
    (try? coordinator.address(of: object)).map { coordinator.state.tables.number(for: $0) }
  }
}

extension ChangePass: ReferenceEncoding, DiagnosticSink {
  func number(for object: AnyObject, key: String) -> ObjectNumber? {
    let name = archivedClassName(of: type(of: object))
    guard let object = object as? any StateRestoring else {
      complaints.append(.init(.doesNotConform(key: key, className: name), about: holder))
      return nil
    }
    do throws(BrokenLink) {
      let number = coordinator.state.tables.number(for: try coordinator.address(of: object))
      if known[number]?.object !== object { isSufficient = false }
      referenced.append((number, object))
      return number
    } catch {
      complaints.append(
        .init(.referenceIsNil(key: key, className: name, error), about: holder))
      return nil
    }
  }

  func diagnose(_ message: String, number: ObjectNumber) {
    complaints.append(Complaint(message, about: holder, outcome: .incomplete))
  }

  func diagnose(_ diagnostic: Diagnostic, number: ObjectNumber) {
    complaints.append(Complaint(diagnostic, about: holder))
  }
}

extension PreservationBudget {
  /// How many bytes all records together may have.
  var recordBytes: Int { min(max(0, archiveSize), ArchiveLimits.records) }
}
