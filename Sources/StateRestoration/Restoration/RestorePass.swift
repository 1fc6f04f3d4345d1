// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// One restore: obtains all objects, decodes them, and notifies them.
///
/// It keeps the obtained objects alive until they have been notified.
final class RestorePass {
  let reader: SnapshotReader
  let coordinator: RestorationCoordinator
  /// The coordinator's tree, from the first pass on.
  ///
  /// It is stored because each read from the coordinator retains it.
  private(set) var tree: (any RestorationTree)?
  /// Whether it restores records that were unclaimed at launch.
  let isLate: Bool
  /// Objects that are not restored, nor anything below them.
  let suspects: Set<ObjectNumber>
  /// Those of them whose records are carried.
  let heldBack: Set<ObjectNumber>
  /// Traces each step while debug logging is on; `nil` otherwise.
  let trace: RestorationTrace?
  /// Notes the active object in the marker.
  let trail: RestorationTrail?
  private(set) var issues: [RestorationIssue] = []

  /// The archived record of each number, if it has one.
  let rows: [RecordRow?]
  /// The records of this pass, in the order of the archive.
  private(set) var numbers: [ObjectNumber] = []
  /// Whether there is a view among them.
  private var hasViews = false
  /// Records that have not decoded yet, ancestors before descendants.
  ///
  /// They belong to windows, controllers and registered objects.
  var undecoded: [ObjectNumber] = []
  /// The obtained objects, which this owner retains.
  let objects: RestoredObjects
  private(set) lazy var resolver = ObjectResolver(pass: self)
  /// The places of registered objects.
  let places: RegisteredPlaces
  /// Whether references yield `nil`, before any object was looked up.
  private(set) var hidesObjects = false
  /// Whether objects are decoding.
  var isDecoding = false
  var enabledParts: Set<ObjectNumber> = []
  /// The record that each object has decoded.
  var decoded: [ObjectIdentifier: ObjectNumber] = [:]
  /// The records whose objects have decoded another one.
  var decodedElsewhere = NumberSet()
  /// The records that their objects could not use, or not whole.
  var unusable: [ObjectNumber: UnusableRecord] = [:]
  /// The object that is decoding.
  var decoder: ObjectNumber?
  /// The migration results of records of older schema versions.
  var migrations: [ObjectNumber: Migration] = [:]
  var migrationSteps: [RestorationReport.MigrationStep] = []
  /// The classes that are known to match, by archived class.
  ///
  /// Objects of one archived class may come back as objects of several classes.
  var matchingClasses: [[ParticipantClass]]
  /// The classes whose objects have decoded, by archived class.
  var decodedClasses: [[ParticipantClass]]

  var snapshot: RestorationSnapshot { reader.snapshot }

  /// The records of ``numbers``.
  var records: some Collection<RecordRow> { numbers.lazy.compactMap { [rows] in rows[$0.index] } }

  /// Creates a pass over the state opened at launch.
  convenience init(
    snapshot: RestorationSnapshot, coordinator: RestorationCoordinator, load: ArchiveLoad,
    trace: RestorationTrace?
  ) {
    self.init(
      SnapshotReader(snapshot), RestoredObjects(count: snapshot.objectCount), coordinator,
      isLate: false,
      suspects: load.suspects.union(load.heldBack), heldBack: load.heldBack, trace: trace)
  }

  /// Creates a pass over records claimed after launch.
  convenience init(
    late records: LateRecords, coordinator: RestorationCoordinator, trace: RestorationTrace?
  ) {
    self.init(
      records.reader, records.objects, coordinator, isLate: true, suspects: [], heldBack: [],
      trace: trace)
  }

  private init(
    _ reader: SnapshotReader, _ objects: RestoredObjects, _ coordinator: RestorationCoordinator,
    isLate: Bool, suspects: Set<ObjectNumber>, heldBack: Set<ObjectNumber>,
    trace: RestorationTrace?
  ) {
    self.heldBack = heldBack
    (self.reader, rows, self.objects) = (reader, reader.rows, objects)
    places = RegisteredPlaces(
      of: coordinator.state.registry, in: { coordinator.tree }, reader, objects)
    (self.coordinator, self.isLate, self.suspects, self.trace) = (
      coordinator, isLate, suspects, trace
    )
    tree = coordinator.tree
    trail = isLate ? coordinator.trailOfProbation : coordinator.launch.trail
    matchingClasses = Array(repeating: [], count: reader.classes.count)
    decodedClasses = matchingClasses
  }

  // MARK: The application record

  /// Lets a hook read the application record.
  ///
  /// - Parameters:
  ///   - hook: The code that reads the record.
  ///   - objects: Whether its references yield objects.
  /// - Returns: The result of the hook; `nil` without an application record.
  func decodeApplication(_ hook: (RestorationDecoder) -> Bool, objects: Bool) -> Bool? {
    guard let record = snapshot.number(at: .application).flatMap(record) else {
      note(.noApplicationRecord, about: nil)
      return nil
    }
    coordinator.launch.trail?.rest(on: nil)
    hidesObjects = !objects
    defer { hidesObjects = false }
    let began = trace?.now
    let migrated = migratedApplication(record)
    if migrated != nil, failedMigration(of: record) != nil {
      unusable[record.number] = .olderSchema
    }
    let result = withDecoder(record, migrated: migrated, hook)
    trace?.say(
      "decode", "\(address(of: record))", result ? nil : "the application refuses", since: began)
    return result
  }

  // MARK: The first pass

  /// Obtains every object, parents before children.
  func obtainAll() {
    tree = coordinator.tree  // the application may just have set it
    let resolver = resolver
    // Counts the objects that decode on their own, by depth; the index is one more than the depth.
    var counts = [Int](repeating: 0, count: RestorationPath.maximumDepth + 2)
    func obtain(_ number: ObjectNumber) {
      guard number.index < rows.count, let record = rows[number.index] else {
        return noteDamage(of: number)
      }
      switch record.kind {
      case .controller, .object, .window:
        counts[Int(record.depth) + 1] += 1
        resolver.obtain(record)
      case .view: hasViews = true
      case .application: return
      }
      numbers.append(number)
    }
    let count = snapshot.objectCount
    numbers.reserveCapacity(count)
    // Without a tree, all are registered objects.
    if tree == nil { coordinator.state.registry.reserve(count) }
    for number in 0..<UInt32(count) { obtain(ObjectNumber(number)) }
    orderForDecoding(counts)
  }

  /// Takes the records that were looked up after launch.
  ///
  /// These are usually few.
  func take(_ late: [ObjectNumber]) {
    numbers = late
    hasViews = hasViews || records.contains { $0.kind == .view }
    undecoded = records.filter(decodesByItself)
      .sorted { ($0.depth, $0.number) < ($1.depth, $1.number) }.map(\.number)
  }

  /// Notes why a number's record cannot be read, if it has one.
  private func noteDamage(of number: ObjectNumber) {
    do throws(ArchiveError) {
      _ = try reader.record(number)
    } catch {
      note(.unreadableRecord(error), about: nil)
    }
  }

  /// Orders the records for decoding, by depth.
  ///
  /// - Parameter counts: The number of objects at each depth, from which each one's place follows.
  private func orderForDecoding(_ counts: [Int]) {
    var starts = counts
    for depth in starts.indices.dropFirst() { starts[depth] += starts[depth - 1] }
    var ordered = Array(repeating: ObjectNumber(0), count: starts.last ?? 0)
    for number in numbers {
      guard let record = rows[number.index], decodesByItself(record) else { continue }
      ordered[starts[Int(record.depth)]] = number
      starts[Int(record.depth)] += 1
    }
    undecoded = ordered
  }

  private func decodesByItself(_ record: RecordRow) -> Bool {
    record.kind != .view
  }

  // MARK: The end

  /// Tells restored objects, once, that all objects have decoded.
  ///
  /// Only controllers and registered objects are told.
  func finish() {
    let resolver = resolver
    resolver.endWaiting()
    for number in numbers where [.restored, .referenced].contains(objects[result: number]) {
      guard let record = rows[number.index], record.kind == .controller || record.kind == .object
      else { continue }
      guard let object = objects.object(number) else { continue }
      finish(object, number)
    }
    if hasViews { reportViews() }
    reportLateControllers()
    closeResults()
  }

  private func finish(_ object: any StateRestoring, _ number: ObjectNumber) {
    let began = trace?.now
    trail.working(on: number) {
      coordinator.afterDecoding { coordinator.participantClass(of: object).finish(object) }
    }
    guard let trace, let record = rows[number.index] else { return }
    trace.say(
      "finish", "\(address(of: record))", reader.archivedClass(of: record).name, since: began)
  }

  /// Reports views that have not decoded.
  ///
  /// Either they were not allowed to, or they do not exist, or they appeared too late.
  private func reportViews() {
    for record in records
    where record.kind == .view && !objects.hasResult(record.number)
      && !suspects.contains(record.number)
    {
      let owner = reader.ancestor(of: record)?.number
      if let owner, case .defaulted = objects[result: owner] {
        objects[result: record.number] = .defaulted(Diagnostic.controllerNotDecoded.description)
        continue
      }
      guard let view = resolver.object(record.number) else {
        if case .dropped(let reason) = resolver.failure(record.number) {
          note(reason, about: address(of: record))
        }
        continue
      }
      let isLate = owner.map(enabledParts.contains) ?? false
      byDefault(
        record,
        isLate ? .tooLate(className: archivedClassName(of: type(of: view))) : .superNotCalled)
    }
  }

  /// Reports controllers that were absent at lookup and exist now.
  private func reportLateControllers() {
    for record in records where record.kind == .controller && resolver.isAbsent(record.number) {
      let address = address(of: record)
      guard let late = tree?.existingObject(at: address) else { continue }
      note(.tooLate(className: archivedClassName(of: type(of: late))), about: address)
    }
  }

  // MARK: Asking

  /// Leaves an object with its defaults and notes the reason.
  func byDefault(_ record: RecordRow, _ reason: Diagnostic) {
    objects[result: record.number] = .defaulted(reason.description)
    note(reason, about: address(of: record))
  }

  /// Returns a record, or `nil` when it cannot be read.
  func record(_ number: ObjectNumber) -> RecordRow? { try? reader.record(number) }

  func address(of record: RecordRow) -> RestorationAddress { reader.address(of: record) }

  func note(_ diagnostic: Diagnostic, about address: RestorationAddress?) {
    issues.append(RestorationIssue(diagnostic, about: address))
  }

  func note(_ message: String, about address: RestorationAddress?) {
    issues.append(RestorationIssue(message, about: address))
  }
}

extension RestorationDecoder {
  /// The tree that is being restored.
  ///
  /// `nil` in a program without a tree, and outside of a restore.
  package var restorationTree: (any RestorationTree)? {
    (references as? RestorePass)?.tree
  }

  /// The reason for the launch; available in every hook and lookup.
  ///
  /// `nil` outside of a restore.
  public var launchReason: LaunchReason? {
    (references as? RestorePass)?.coordinator.launch.reason
  }
}

/// The results of a pass that has ended.
extension RestorePass {
  /// The result of every record, in the order of the archive.
  var results: RestorationResults {
    RestorationResults(
      numbers.compactMap { number in objects[result: number].map { (number, $0) } }, of: snapshot)
  }

  /// Sets the result of each record that has none yet.
  func closeResults() {
    let resolver = resolver
    for number in numbers where !objects.hasResult(number) {
      objects[result: number] = resolver.failure(number) ?? .unclaimed
    }
  }

  /// Remembers the object restored from each record.
  ///
  /// - Parameter owners: The table that remembers them.
  func note(in owners: inout OwnerTable) {
    for number in numbers where !decodedElsewhere.contains(number) {
      guard let object = objects.object(number) else { continue }
      owners.set(resolver.registry.reference(to: object), at: number)
    }
  }

  /// The records held back, and all records that need one of them.
  var recordsHeldBack: NumberSet {
    heldBack.isEmpty ? NumberSet() : NumberSet(numbers.lazy.filter(self.resolver.isHeldBack))
  }

  /// The objects whose records have a former address, also those held back.
  var moved: [ObjectNumber: WeakObject] {
    var moved = resolver.moved.values.reduce(into: [:]) { $0[$1] = objects.object($1) }
    for record in recordsHeldBack.compactMap({ rows[$0.index] }) {
      moved[record.number] = resolver.formerMatch(for: record)
    }
    guard !moved.isEmpty else { return [:] }
    // The tree finds what is below a moved object at its place.
    let tops = moved
    for record in records where moved[record.number] == nil {
      guard reader.nearest(above: record, where: { tops[$0.number] != nil }) != nil else {
        continue
      }
      moved[record.number] = objects.object(record.number)
    }
    return moved.mapValues { WeakObject($0) }
  }

  /// Remembers what classes have read, and what could not be used.
  func noteKnowledge(in state: inout CoordinatorState) {
    state.unusable = unusable
    for (row, classes) in decodedClasses.enumerated() where !classes.isEmpty {
      let read = reader.classes[row]?.readKeys ?? []
      for itsClass in classes { state.readKeys[itsClass.name, default: []].formUnion(read) }
    }
    if let application = snapshot.number(at: .application).flatMap(record) {
      let read = reader.archivedClass(of: application).readKeys
      state.readKeys[MigrationTable.applicationClass, default: []].formUnion(read)
    }
  }

  /// Records of unknown classes, and those that nothing has asked for.
  var unclaimed: some Sequence<ObjectNumber> { numbers.lazy.filter(isWithoutClaim) }

  private func isWithoutClaim(_ number: ObjectNumber) -> Bool {
    resolver.isUnclaimed(number) || resolver.isOfUnknownClass(number)
  }

  /// Records whose object, or one above it, is nowhere.
  var absent: [UnclaimedRecords.Absent] {
    let absent = numbers.filter { resolver.isOutOfReach($0) && !resolver.isOfUnknownClass($0) }
    return absent.compactMap { rows[$0.index] }.map { record in
      let nearest = reader.nearest(above: record) { objects.isObtained($0.number) }
      return .init(address: address(of: record), nearest: nearest.map(address))
    }
  }

  /// Records that something has asked for, successfully or not.
  var claimed: some Sequence<ObjectNumber> {
    numbers.lazy.filter { !self.isWithoutClaim($0) }
  }
}

/// Serves coders while their hooks run.
extension RestorePass: ReferenceDecoding, DiagnosticSink, PartsEnabling {
  func object(for number: ObjectNumber) -> AnyObject? {
    if hidesObjects { return nil }
    if let found = find(number) { return found }
    if let decoder, resolver.isCarried(number), [nil, .values].contains(unusable[decoder]) {
      unusable[decoder] = .references
    }
    return nil
  }

  private func find(_ number: ObjectNumber) -> AnyObject? {
    if let found = objects.object(number) ?? resolver.object(number) { return found }
    // The object may be made when another obtained object loads its view, which would happen right
    // before that one decodes. This reference must not depend on the order of decoding (R58).
    guard isDecoding, resolver.isOpen(number) || resolver.isUnclaimed(number), let tree else {
      return nil
    }
    while tree.loadNextObtained() {
      if let found = resolver.object(number) { return found }
    }
    return nil
  }

  func diagnose(_ message: String, number: ObjectNumber) {
    note(message, about: snapshot.address(of: number))
  }

  func diagnose(_ diagnostic: Diagnostic, number: ObjectNumber) {
    note(diagnostic, about: snapshot.address(of: number))
  }

  func enableParts(of number: ObjectNumber) { enabledParts.insert(number) }
}
