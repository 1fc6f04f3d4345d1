// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// One pass over what changed alone (R30): contents of objects, and without a tree which there are.
///
/// Costs what the changed objects cost, however many others there are. As soon as something is met
/// that only a walk over all objects can settle, ``isSufficient`` is `false`; the walk then takes
/// over what has been encoded, so that no hook is called twice.
final class ChangePass {
  typealias Referenced = (number: ObjectNumber, object: any StateRestoring)

  /// An object that has encoded, and what it refers to.
  struct Encoded {
    let object: (any StateRestoring)?
    let record: ChangedRecord
    let hasSameValues: Bool
    let referenced: [Referenced]
  }

  let coordinator: RestorationCoordinator
  let tree: (any RestorationTree)?
  let reason: PreservationReason
  let builder: ChangeBuilder
  private let applicationRecord: ChangedRecord
  let known: OwnerTable
  let registry: ObjectRegistry
  let participants: ParticipantClasses
  let tables: SnapshotTables
  /// One for each object.
  @exclusivity(unchecked) private(set) var encoded: [Encoded] = []
  /// The same by number, for who looks some up once all have encoded.
  private(set) lazy var encodedByNumber = Dictionary(
    uniqueKeysWithValues: encoded.map { ($0.record.number, $0) })
  private(set) var complaints: [Complaint] = []
  /// Whether this pass can say all that has changed.
  @exclusivity(unchecked) var isSufficient = true
  /// The last object that was registered when the pass began.
  let lastSerial: UInt64
  /// Objects that have come, at their numbers, and these in the order in which they were registered.
  var arrived: [ObjectNumber: any StateRestoring] = [:]
  var arrivedNumbers: [ObjectNumber] = []
  /// The numbers of objects that have gone.
  var gone: [ObjectNumber] = []
  @exclusivity(unchecked) private var referenced: [Referenced] = []
  /// Who is encoding.
  private var holder: ObjectNumber

  /// - Returns: `nil` when a walk over all objects is due from the start.
  init?(_ coordinator: RestorationCoordinator, reason: PreservationReason) {
    let tables = coordinator.state.tables
    let application = tables.application
    guard let current = coordinator.state.current, !current.isLong, coordinator.isSteady,
      let record = current.record(application)
    else { return nil }
    applicationRecord = record
    (self.coordinator, tree) = (coordinator, coordinator.tree)
    self.reason = reason
    self.tables = tables
    holder = application
    known = coordinator.state.owners
    registry = coordinator.state.registry
    participants = coordinator.state.participants
    lastSerial = registry.serial
    builder = ChangeBuilder(tables: tables, origin: coordinator.currentOrigin)
  }

  /// Lets the application's hooks write the record they share (R4).
  ///
  /// - Parameter hooks: What writes; `false` ends the pass.
  /// - Returns: What the hooks returned.
  func encodeApplication(_ hooks: (RestorationEncoder) -> Bool) -> Bool {
    let encoder = builder.begin(applicationRecord, references: self)
    let isAllowed = hooks(encoder)
    end(encoder, nil, replacing: applicationRecord)
    return isAllowed
  }

  /// Encodes what was invalidated or has come, and finds what has gone, as long as this pass is
  /// sufficient.
  ///
  /// - Parameter changed: What was invalidated.
  func encode(_ changed: ChangedObjects) {
    var objects = arrivals()
    for object in changed.objects {
      guard isSufficient else { return }
      guard let object else { continue }  // found to be gone below
      if !arrived.isEmpty, let number = try? number(of: object), arrived[number] === object {
        continue
      }
      guard let changed = steadyRecord(of: object) else { return isSufficient = false }
      objects.append(changed)
    }
    for changed in objects.sorted(by: { $0.record.number < $1.record.number }) {
      holder = changed.record.number
      let encoder = builder.begin(changed.record, references: self)
      coordinator.encodeState(
        of: changed.object, changed.type, in: tree, with: encoder)
      end(encoder, changed.object, replacing: changed.record)
      guard isSufficient else { return }
    }
    findGone(
      looksAtAll: lastSerial != coordinator.state.steady?.serial
        || changed.hasGone)
    let before = coordinator.state.current?.logged.recordBytes ?? 0
    let size = encoded.reduce(before) { $0 + $1.record.size }
    if !coordinator.isSteady || tables.isNearlyFull
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
    let records = encoded.filter { !$0.hasSameValues }.map(\.record)
    guard !records.isEmpty || !gone.isEmpty else { return nil }
    guard let before = coordinator.state.current?.logged else { return nil }
    return builder.finish(
      records, same: encoded.filter(\.hasSameValues).map(\.record.number), gone: gone,
      roots: arrivedNumbers, since: before, notes: notes, hasNotes: hasNotes)
  }

  /// The objects that have encoded, without the application.
  var encodedNumbers: [ObjectNumber] {
    encoded.filter { $0.object != nil }.map(\.record.number)
  }

  /// Where some numbers lie.
  func addresses(of numbers: [ObjectNumber]) -> Set<RestorationAddress> {
    Set(numbers.compactMap { tables.address(of: $0) })
  }

  // MARK: Encoding

  /// An object that is to encode.
  struct Changed {
    let object: any StateRestoring
    let type: ParticipantClass
    let record: ChangedRecord
  }

  /// The record of an object that lies, and is made, as it was in the pass before.
  private func steadyRecord(of object: any StateRestoring) -> Changed? {
    let index = registry.index(of: object)
    guard let number = try? number(of: object, at: index), known.holds(object, at: number),
      let record = coordinator.state.current?.record(number)
    else { return nil }
    let classIndex =
      index.map { registry.marks[$0].classIndex } ?? participants.index(of: Swift.type(of: object))
    let type = participants.list[classIndex]
    let prerequisite = tree?.prerequisite(of: object)
    let prerequisiteNumber = prerequisite.flatMap { try? self.number(of: $0) }
    guard prerequisite == nil || prerequisiteNumber != nil,
      builder.isRecord(record, dependentOn: prerequisiteNumber),
      builder.isRecord(
        record, ofClass: type.name,
        restorationClass: coordinator.restorationClass(
          of: object, naming: object.objectRestorationClass)?.name,
        schemaVersion: type.schemaVersion)
    else { return nil }
    return Changed(object: object, type: type, record: record)
  }

  private func end(
    _ encoder: RestorationEncoder, _ object: (any StateRestoring)?,
    replacing old: ChangedRecord
  ) {
    encoder.report(to: self)
    let record = builder.end(encoder, replacing: old)
    encoded.append(
      Encoded(
        object: object, record: record,
        hasSameValues: arrived[record.number] == nil && record.hasSameValues(as: old),
        referenced: referenced))
    referenced = []
    // What is not referred to any more may be reached no more, but for what is a root itself.
    let reachesAll = tree == nil || record.keepsReferences(of: old)
    if !reachesAll || record.size > max(0, coordinator.budget.objectSize) {
      isSufficient = false
    }
  }

  func number(of object: any StateRestoring) throws(BrokenLink) -> ObjectNumber {
    try number(of: object, at: registry.index(of: object))
  }

  private func number(of object: any StateRestoring, at index: Int?) throws(BrokenLink)
    -> ObjectNumber
  {
    if let index, let settled = registry.settledNumber(at: index, in: tables) { return settled }
    return tables.number(for: try coordinator.address(of: object))
  }

  private var address: RestorationAddress { tables.address(of: holder) ?? .application }
}

extension ChangePass: ReferenceEncoding, DiagnosticSink {
  func number(for object: AnyObject, key: String) -> ObjectNumber? {
    guard let object = participants.participant(object, in: registry) else {
      let name = archivedClassName(of: type(of: object))
      complaints.append(.init(.doesNotConform(key: key, className: name), about: address))
      return nil
    }
    do throws(BrokenLink) {
      let number = try number(of: object)
      if !known.holds(object, at: number), arrived[number] !== object { isSufficient = false }
      referenced.append((number, object))
      return number
    } catch {
      let name = archivedClassName(of: type(of: object))
      complaints.append(
        .init(.referenceIsNil(key: key, className: name, error), about: address))
      return nil
    }
  }

  func diagnose(_ message: String, number: ObjectNumber) {
    complaints.append(Complaint(message, about: address, outcome: .incomplete))
  }

  func diagnose(_ diagnostic: Diagnostic, number: ObjectNumber) {
    complaints.append(Complaint(diagnostic, about: address))
  }
}

extension PreservationBudget {
  /// How many bytes all records together may have.
  var recordBytes: Int { min(max(0, archiveSize), ArchiveLimits.records) }
}
