// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// One restore: obtains every object, lets each decode, and tells each that all is done.
///
/// Owns the objects it obtained as long as it lives, which is until they have been told (R167).
final class RestorePass {
  let reader: SnapshotReader
  let coordinator: RestorationCoordinator
  /// For objects registered after launch: what has been restored already.
  let earlier: Earlier?
  /// Objects that are not restored, nor what lies below them (R195 b).
  let suspects: Set<ObjectNumber>
  /// Says what is done, while debug logging is on.
  let play: PlayByPlay?
  /// Says in the marker what is at work.
  let trail: RestorationTrail?
  private(set) var complaints: [Complaint] = []

  @exclusivity(unchecked) private(set) var records: [RecordRow] = []
  /// Windows, controllers and registered objects, those above before those below: places in `records`.
  private var decodeOrder: [Int] = []
  private(set) lazy var resolver = ObjectResolver(pass: self)
  @exclusivity(unchecked) private(set) var results: RestoreResults
  /// Whether references lead nowhere: before any object was looked up.
  @exclusivity(unchecked) private(set) var hidesObjects = false
  @exclusivity(unchecked) var enabledParts: Set<ObjectNumber> = []
  /// From which record each object has decoded; what is restored is kept alive by the pass.
  private let decoded: IdentityTable
  /// What became of records of older schema versions (R154).
  @exclusivity(unchecked) var migrations: [ObjectNumber: Migration] = [:]
  var migrationSteps: [RestorationReport.MigrationStep] = []
  /// What is known of the classes of objects, by the archived class.
  @exclusivity(unchecked) var classes: [RestoredClass?]
  /// A decoder that nobody has kept, to be used again.
  @exclusivity(unchecked) var spareDecoder: RestorationDecoder?

  var snapshot: RestorationSnapshot { reader.snapshot }

  /// What an earlier restore of the same process has left.
  struct Earlier {
    let owners: OwnerTable
    let unclaimed: Set<ObjectNumber>
  }

  init(
    snapshot: RestorationSnapshot, coordinator: RestorationCoordinator, earlier: Earlier? = nil,
    suspects: Set<ObjectNumber> = [], play: PlayByPlay?
  ) {
    reader = SnapshotReader(snapshot)
    self.coordinator = coordinator
    self.earlier = earlier
    self.suspects = suspects
    self.play = play
    // Late objects are numbered in another snapshot than the one the suspects are looked for in.
    trail = earlier == nil ? coordinator.state.trail : nil
    classes = Array(repeating: nil, count: reader.classCount)
    results = RestoreResults(count: snapshot.objectCount)
    decoded = IdentityTable(capacity: earlier?.unclaimed.count ?? snapshot.objectCount)
  }

  // MARK: The application record

  /// Lends the application record to a hook.
  ///
  /// - Parameters:
  ///   - hook: What reads the record.
  ///   - objects: Whether references in it lead to objects.
  /// - Returns: What the hook returned.
  func decodeApplication(_ hook: (RestorationDecoder) -> Bool, objects: Bool) -> Bool {
    guard let record = snapshot.number(at: .application).flatMap(record) else {
      note(.noApplicationRecord, about: nil)
      return false
    }
    coordinator.state.trail?.rest(on: nil)
    hidesObjects = !objects
    defer { hidesObjects = false }
    let began = play?.now
    let result = withDecoder(record, migrated: migratedApplication(record), hook)
    spareDecoder = nil  // it owns the pass, which may end with this
    play?.say(
      "decode", "\(address(of: record))", result ? nil : "the application refuses", since: began)
    return result
  }

  // MARK: The first pass

  /// Obtains every object, its parents before it (R55).
  func obtainAll() {
    let numbers = earlier.map { $0.unclaimed.sorted() } ?? reader.numbers
    let resolver = resolver
    // Without a tree, all are registered objects.
    if coordinator.tree == nil { coordinator.state.registry.reserve(numbers.count) }
    records.reserveCapacity(numbers.count)
    for number in numbers {
      do throws(ArchiveError) {
        guard let record = try reader.record(number) else { continue }
        records.append(record)
        switch record.kind {
        case .controller, .object, .window: resolver.obtain(record)
        case .application, .view: break
        }
      } catch {
        note(.unreadableRecord(error), about: nil)
      }
    }
    orderForDecoding()
  }

  /// Counts how many objects lie at each depth, and so knows where each belongs.
  private func orderForDecoding() {
    let depths = records.map { record in
      record.kind == .application || record.kind == .view ? nil : reader.depth(of: record)
    }
    var starts = [Int](repeating: 0, count: RestorationPath.maximumDepth + 2)
    for case let depth? in depths { starts[depth + 1] += 1 }
    for depth in starts.indices.dropFirst() { starts[depth] += starts[depth - 1] }
    decodeOrder = Array(repeating: 0, count: starts.last ?? 0)
    for (place, depth) in depths.enumerated() {
      guard let depth else { continue }
      decodeOrder[starts[depth]] = place
      starts[depth] += 1
    }
  }

  // MARK: The second pass

  /// Lets each object decode that has not yet, from root to leaf (R57).
  ///
  /// Hooks register objects, which then decode as well (R91).
  func decodeAll() {
    let resolver = resolver
    var isComplete = false
    while !isComplete {
      isComplete = true
      for place in decodeOrder {
        let record = records[place]
        guard !results.has(record.number), let object = resolver.object(record.number) else {
          continue
        }
        isComplete = false
        working(on: record) { decodeInPlay(object, record) }
      }
    }
  }

  private func decode(_ object: any StateRestoring, _ record: RecordRow) {
    if let other = decoded[ObjectIdentifier(object)] {
      guard let address = snapshot.address(of: ObjectNumber(UInt32(other))) else { return }
      return byDefault(record, .decodedElsewhere(address))
    }
    decoded.set(ObjectIdentifier(object), record.number.index)
    let itsClass = restoredClass(of: object, record)
    guard itsClass.isArchivedOne || isOfArchivedClass(object, record) else {
      let name = archivedClassName(of: type(of: object))
      return byDefault(record, .otherClass(found: name, saved: record.archivedClass.name))
    }
    guard itsClass.isPreserving || !itsClass.declared.isEmpty else {
      return results.set(.referenced, for: record.number)
    }
    let migrated: MigratedValues?
    switch migration(of: record, to: itsClass.schemaVersion, className: { itsClass.name }) {
    case .failed(let failure):
      return results.set(.defaulted(failure), for: record.number)
    case .current: migrated = nil
    case .migrated(let values): migrated = values
    }
    results.set(.restored, for: record.number)
    let parts: [ObjectNumber] = withDecoder(record, migrated: migrated) { decoder in
      coordinator.tree?.willDecode(object, with: decoder)
      if !itsClass.declared.isEmpty {
        itsClass.declared.connect(object, to: coordinator.link)
        itsClass.declared.decode(object, with: decoder)
      }
      itsClass.decode(object, with: decoder)
      guard !enabledParts.isEmpty, enabledParts.contains(record.number) else { return [] }
      return decoder.numbers(forKey: PartsKey.name)
    }
    for part in parts { decodePart(part) }
  }

  private func decodePart(_ number: ObjectNumber) {
    guard let record = record(number), !results.has(number), let part = resolver.object(number)
    else { return }
    working(on: record) { decodeInPlay(part, record) }
  }

  private func decodeInPlay(_ object: any StateRestoring, _ record: RecordRow) {
    guard let play else { return decode(object, record) }
    let began = play.now
    decode(object, record)
    play.say(
      "decode", "\(address(of: record))", record.archivedClass.name,
      results[record.number].map { "\($0)" }, since: began)
  }

  /// Lets an object's hooks run; if the process crashes in them, the object is the suspect.
  @inline(__always)
  func working<Result>(on record: RecordRow, _ body: () -> Result) -> Result {
    guard let trail else { return body() }
    return trail.working(on: record.number, body)
  }

  /// The object is used as it is.
  private func byDefault(_ record: RecordRow, _ reason: Diagnostic) {
    results.set(.defaulted(reason.description), for: record.number)
    note(reason, about: address(of: record))
  }

  // MARK: The end

  /// Tells every restored controller and registered object, once, that all have decoded (R53, R173).
  func finish() {
    let resolver = resolver
    resolver.endWaiting()
    for record in records where record.kind == .controller || record.kind == .object {
      guard results.isRestored(record.number), let object = resolver.obtained(record.number),
        case let itsClass = restoredClass(of: object, record), itsClass.isPreserving
      else { continue }
      let began = play?.now
      working(on: record) { itsClass.finish(object) }
      play?.say(
        "finish", "\(address(of: record))", record.archivedClass.name, since: began)
    }
    reportViews()
    reportLateControllers()
    spareDecoder = nil
  }

  /// Views that have not decoded: not let, not there, or there too late.
  private func reportViews() {
    for record in records
    where record.kind == .view && !results.has(record.number)
      && !suspects.contains(record.number)
    {
      let owner = resolver.ancestor(of: record)?.number
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
      guard let late = coordinator.tree?.existingObject(at: address) else { continue }
      note(.tooLate(className: archivedClassName(of: type(of: late))), about: address)
    }
  }

  // MARK: Asking

  /// A record that can be read.
  func record(_ number: ObjectNumber) -> RecordRow? { try? reader.record(number) }

  func address(of record: RecordRow) -> RestorationAddress { reader.address(of: record) }

  func note(_ diagnostic: Diagnostic, about address: RestorationAddress?) {
    complaints.append(Complaint(diagnostic, about: address))
  }

  func note(_ message: String, about address: RestorationAddress?) {
    complaints.append(Complaint(message, about: address))
  }
}
