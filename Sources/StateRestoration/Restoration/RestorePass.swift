// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// One restore: obtains every object, lets each decode, and tells each that all is done.
///
/// Owns the objects it obtained as long as it lives, which is until they have been told (R167).
final class RestorePass {
  let reader: SnapshotReader
  let coordinator: RestorationCoordinator
  /// The coordinator's, from the first pass on: to ask for it counts it each time.
  private(set) var tree: (any RestorationTree)?
  /// Whether it restores records that nobody had claimed at launch.
  let isLate: Bool
  /// Objects that are not restored, nor what lies below them (R195 b).
  let suspects: Set<ObjectNumber>
  /// Says what is done, while debug logging is on.
  let trace: RestorationTrace?
  /// Says in the marker what is at work.
  let trail: RestorationTrail?
  private(set) var issues: [RestorationIssue] = []

  /// What the archive says of each number, if it has a record.
  let rows: [RecordRow?]
  /// The records of objects that this pass is about, in the order of the archive.
  private(set) var numbers: [ObjectNumber] = []
  /// Whether there is a view among them.
  private var hasViews = false
  /// Windows, controllers and registered objects that have not decoded yet, those above before those
  /// below.
  var undecoded: [ObjectNumber] = []
  /// Owns what is restored.
  let objects: ObtainedObjects
  private(set) lazy var resolver = ObjectResolver(pass: self)
  /// Where registered objects lie.
  let places: RegisteredPlaces
  var results: RestoreResults
  /// Whether references lead nowhere: before any object was looked up.
  private(set) var hidesObjects = false
  /// Whether objects decode.
  var isDecoding = false
  var enabledParts: Set<ObjectNumber> = []
  /// From which record each object has decoded; none while no two records can have the same object.
  var decoded: [ObjectIdentifier: ObjectNumber]?
  /// What became of records of older schema versions (R154).
  var migrations: [ObjectNumber: Migration] = [:]
  var migrationSteps: [RestorationReport.MigrationStep] = []
  /// What is known of the classes of objects, by the archived class.
  var classes: [RestoredClass?]
  /// All that were met: objects of one archived class may come back as objects of several.
  var allClasses: [RestoredClass] = []
  /// Decoders that nobody has kept, to be used again, by the archived class.
  var spareDecoders: [RestorationDecoder?]

  var snapshot: RestorationSnapshot { reader.snapshot }

  /// The records of these objects.
  var records: some Collection<RecordRow> { numbers.lazy.compactMap { [rows] in rows[$0.index] } }

  /// Restores what a launch has opened.
  convenience init(
    snapshot: RestorationSnapshot, coordinator: RestorationCoordinator,
    suspects: Set<ObjectNumber>, trace: RestorationTrace?
  ) {
    self.init(
      SnapshotReader(snapshot), ObtainedObjects(count: snapshot.objectCount),
      RestoreResults(count: snapshot.objectCount), coordinator, isLate: false, suspects: suspects,
      trace: trace)
  }

  /// Restores what objects claim that were registered after launch.
  convenience init(
    late records: LateRecords, coordinator: RestorationCoordinator, trace: RestorationTrace?
  ) {
    self.init(
      records.reader, records.objects, records.takeResults(), coordinator, isLate: true,
      suspects: [], trace: trace)
  }

  private init(
    _ reader: SnapshotReader, _ objects: ObtainedObjects, _ results: RestoreResults,
    _ coordinator: RestorationCoordinator, isLate: Bool, suspects: Set<ObjectNumber>,
    trace: RestorationTrace?
  ) {
    (self.reader, rows, self.objects) = (reader, reader.rows, objects)
    places = RegisteredPlaces(
      of: coordinator.state.registry, in: { coordinator.tree }, reader, objects)
    (self.coordinator, self.isLate, self.suspects, self.trace) = (
      coordinator, isLate, suspects, trace
    )
    tree = coordinator.tree
    // Late objects are numbered in another snapshot than the one the suspects are looked for in.
    trail = isLate ? nil : coordinator.launch.trail
    classes = Array(repeating: nil, count: reader.classCount)
    spareDecoders = Array(repeating: nil, count: reader.classCount)
    self.results = results
  }

  // MARK: The application record

  /// Lends the application record to a hook.
  ///
  /// - Parameters:
  ///   - hook: What reads the record.
  ///   - objects: Whether references in it lead to objects.
  /// - Returns: What the hook returned.
  func decodeApplication(_ hook: (RestorationDecoder) -> Bool, objects: Bool) -> Bool? {
    guard let record = snapshot.number(at: .application).flatMap(record) else {
      note(.noApplicationRecord, about: nil)
      return nil
    }
    coordinator.launch.trail?.rest(on: nil)
    hidesObjects = !objects
    defer { hidesObjects = false }
    let began = trace?.now
    let result = withDecoder(record, migrated: migratedApplication(record), hook)
    spareDecoders[Int(record.classRow)] = nil  // it owns the pass, which may end with this
    trace?.say(
      "decode", "\(address(of: record))", result ? nil : "the application refuses", since: began)
    return result
  }

  // MARK: The first pass

  /// Obtains every object, its parents before it (R55).
  func obtainAll() {
    tree = coordinator.tree  // the application may just have set it
    let resolver = resolver
    // How many objects decode by themselves at each depth; one more than that is its place.
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

  /// Takes the records, mostly few, whose objects were looked up, or tried to, after launch.
  func take(_ late: [ObjectNumber]) {
    numbers = late
    hasViews = hasViews || records.contains { $0.kind == .view }
    undecoded = records.filter(decodesByItself)
      .sorted { ($0.depth, $0.number) < ($1.depth, $1.number) }.map(\.number)
  }

  /// Says why a number has no record that can be read, unless it has none.
  private func noteDamage(of number: ObjectNumber) {
    do throws(ArchiveError) {
      _ = try reader.record(number)
    } catch {
      note(.unreadableRecord(error), about: nil)
    }
  }

  /// - Parameter counts: How many objects lie at each depth, which tells where each belongs.
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

  /// Tells every restored controller and registered object, once, that all have decoded (R53, R173).
  func finish() {
    let resolver = resolver
    resolver.endWaiting()
    for number in numbers where results.isRestored(number) {
      guard let record = rows[number.index], record.kind == .controller || record.kind == .object
      else { continue }
      guard let object = objects.object(number) else { continue }
      let itsClass = restoredClass(of: object, record.classRow)
      if itsClass.isPreserving { finish(object, number, itsClass) }
    }
    if hasViews { reportViews() }
    if resolver.hasFailures { reportLateControllers() }
    closeResults()
    spareDecoders = []
  }

  @inline(__always)
  private func finish(_ object: AnyObject, _ number: ObjectNumber, _ itsClass: RestoredClass) {
    let began = trace?.now
    trail.working(on: number) { itsClass.finish(object) }
    guard let trace, let record = rows[number.index] else { return }
    trace.say(
      "finish", "\(address(of: record))", reader.archivedClass(of: record).name, since: began)
  }

  /// Views that have not decoded: not let, not there, or there too late.
  private func reportViews() {
    for record in records
    where record.kind == .view && !results.has(record.number)
      && !suspects.contains(record.number)
    {
      let owner = reader.ancestor(of: record)?.number
      if let owner, results.isDefaulted(owner) {
        results.set(.defaulted(Diagnostic.controllerNotDecoded.description), for: record.number)
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

  /// Controllers that were in no place when they were looked for, and are in theirs now.
  private func reportLateControllers() {
    for record in records where record.kind == .controller && resolver.isAbsent(record.number) {
      let address = address(of: record)
      guard let late = tree?.existingObject(at: address) else { continue }
      note(.tooLate(className: archivedClassName(of: type(of: late))), about: address)
    }
  }

  // MARK: Asking

  /// The object is used as it is.
  func byDefault(_ record: RecordRow, _ reason: Diagnostic) {
    results.set(.defaulted(reason.description), for: record.number)
    note(reason, about: address(of: record))
  }

  /// A record that can be read.
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
  /// The tree that is being restored; `nil` in a program without one, and outside of restoring.
  package var restorationTree: (any RestorationTree)? {
    (references as? RestorePass)?.tree
  }

  /// Why the application was launched, in every hook and look-up of a restore (R153).
  ///
  /// `nil` outside of one.
  public var launchReason: LaunchReason? {
    (references as? RestorePass)?.coordinator.launch.reason
  }
}
