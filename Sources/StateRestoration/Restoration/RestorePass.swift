// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// One restore: obtains every object, lets each decode, and tells each that all is done.
///
/// Owns the objects it obtained as long as it lives, which is until they have been told (R167).
final class RestorePass {
  let snapshot: RestorationSnapshot
  let coordinator: RestorationCoordinator
  /// For objects registered after launch: what has been restored already.
  let earlier: Earlier?
  /// Objects that are not restored, nor what lies below them (R195 b).
  let suspects: Set<ObjectNumber>
  /// Says what is done, while debug logging is on.
  let play: PlayByPlay?
  private(set) var complaints: [Complaint] = []

  private var records: [ObjectRecord] = []
  /// Windows, controllers and registered objects, those above before those below.
  private var decodeOrder: [ObjectRecord] = []
  lazy var resolver = ObjectResolver(pass: self)
  private var results: [ObjectNumber: RestorationReport.Result] = [:]
  /// Whether references lead nowhere: before any object was looked up.
  private(set) var hidesObjects = false
  var enabledParts: Set<ObjectNumber> = []
  private var decoded: [ObjectIdentifier: RestorationAddress] = [:]
  /// What became of records of older schema versions (R154).
  var migrations: [ObjectNumber: Migration] = [:]
  var migrationSteps: [RestorationReport.MigrationStep] = []

  /// What an earlier restore of the same process has left.
  struct Earlier {
    let owners: [ObjectNumber: WeakObject]
    let unclaimed: Set<ObjectNumber>
  }

  init(
    snapshot: RestorationSnapshot, coordinator: RestorationCoordinator, earlier: Earlier? = nil,
    suspects: Set<ObjectNumber> = [], play: PlayByPlay?
  ) {
    self.snapshot = snapshot
    self.coordinator = coordinator
    self.earlier = earlier
    self.suspects = suspects
    self.play = play
  }

  // MARK: The application record

  /// Lends the application record to a hook.
  ///
  /// - Parameters:
  ///   - hook: What reads the record.
  ///   - objects: Whether references in it lead to objects.
  /// - Returns: What the hook returned.
  func decodeApplication(_ hook: (RestorationDecoder) -> Bool, objects: Bool) -> Bool {
    guard let number = snapshot.number(at: .application),
      let record = try? snapshot.record(number)
    else {
      note(.noApplicationRecord, about: nil)
      return false
    }
    coordinator.state.trail?.rest(on: nil)
    hidesObjects = !objects
    defer { hidesObjects = false }
    let decoder = RestorationDecoder(
      snapshot: snapshot, record: record, references: self,
      migrated: migratedApplication(record))
    let began = play?.now
    let result = hook(decoder)
    end(decoder)
    play?.say(
      "decode", "\(record.address)", result ? nil : "the application refuses", since: began)
    return result
  }

  // MARK: The first pass

  /// Obtains every object, its parents before it (R55).
  func obtainAll() {
    for number in earlier.map({ $0.unclaimed.sorted() }) ?? snapshot.objects {
      do throws(ArchiveError) {
        guard let record = try snapshot.record(number) else { continue }
        records.append(record)
        switch record.address.kind {
        case .controller, .object, .window: _ = resolver.object(number)
        case .application, .view: break
        }
      } catch {
        note(.unreadableRecord(error), about: nil)
      }
    }
    decodeOrder = records.filter { $0.address.kind != .application && $0.address.kind != .view }
      .sorted {
        ($0.address.path.components.count, $0.number)
          < ($1.address.path.components.count, $1.number)
      }
  }

  // MARK: The second pass

  /// Lets each object decode that has not yet, from root to leaf (R57).
  ///
  /// Hooks register objects, which then decode as well (R91).
  func decodeAll() {
    var isComplete = false
    while !isComplete {
      isComplete = true
      for record in decodeOrder where results[record.number] == nil {
        guard let object = resolver.object(record.number) else { continue }
        isComplete = false
        working(on: record) { decodeInPlay(object, record) }
      }
    }
  }

  private func decode(_ object: any StateRestoring, _ record: ObjectRecord) {
    if let other = decoded[ObjectIdentifier(object)] {
      return byDefault(record, .decodedElsewhere(other))
    }
    decoded[ObjectIdentifier(object)] = record.address
    guard isOfArchivedClass(object, record) else {
      let name = archivedClassName(of: type(of: object))
      return byDefault(record, .otherClass(found: name, saved: record.className))
    }
    let declared = coordinator.declaredState(of: object)
    let preserving = object as? any StatePreserving
    guard preserving != nil || !declared.isEmpty else {
      results[record.number] = .referenced
      return
    }
    let migrated: MigratingRecord?
    switch migration(of: record, for: object) {
    case .failed(let failure):
      results[record.number] = .defaulted(failure)
      return
    case .current: migrated = nil
    case .migrated(let values): migrated = values
    }
    results[record.number] = .restored
    let decoder = RestorationDecoder(
      snapshot: snapshot, record: record, references: self, migrated: migrated)
    coordinator.tree?.willDecode(object, with: decoder)
    declared.connect(object, to: coordinator.link)
    declared.decode(object, with: decoder)
    preserving?.decodeRestorableState(with: decoder)
    let parts = decoder.numbers(forKey: PartsKey.name)
    end(decoder)
    if enabledParts.contains(record.number) { parts.forEach(decodePart) }
  }

  private func decodePart(_ number: ObjectNumber) {
    guard results[number] == nil, let record = try? snapshot.record(number),
      let part = resolver.object(number)
    else { return }
    working(on: record) { decodeInPlay(part, record) }
  }

  private func decodeInPlay(_ object: any StateRestoring, _ record: ObjectRecord) {
    guard let play else { return decode(object, record) }
    let began = play.now
    decode(object, record)
    play.say(
      "decode", "\(record.address)", record.className, results[record.number].map { "\($0)" },
      since: began)
  }

  /// Lets an object's hooks run; if the process crashes in them, the object is the suspect.
  func working<Result>(on record: ObjectRecord, _ body: () -> Result) -> Result {
    // Late objects are numbered in another snapshot than the one the suspects are looked for in.
    guard earlier == nil, let trail = coordinator.state.trail else { return body() }
    return trail.working(on: record, body)
  }

  /// The object is used as it is.
  private func byDefault(_ record: ObjectRecord, _ reason: Diagnostic) {
    results[record.number] = .defaulted(reason.description)
    note(reason, about: record.address)
  }

  /// The class must be the archived one, or know it as a former name, or inherit from one that is
  /// or does (R63).
  func isOfArchivedClass(_ object: any StateRestoring, _ record: ObjectRecord) -> Bool {
    let name = record.className
    let isKnown = ClassNames.lineage(of: type(of: object)).contains { type in
      archivedClassName(of: type) == name
        || (type as? any ObjectRestoration.Type)?.formerNames.contains(name) ?? false
        || coordinator.state.classes.maker(for: type)?.formerNames.contains(name) ?? false
    }
    return isKnown
      || coordinator.tree?.restorationClass(of: object)?.formerNames.contains(name) ?? false
  }

  /// Ends a hook's use of a coder.
  func end(_ decoder: RestorationDecoder) {
    for mismatch in decoder.mismatches { note(mismatch, about: decoder.record.address) }
    decoder.finish()
  }

  // MARK: The end

  /// Tells every restored controller and registered object, once, that all have decoded (R53, R173).
  func finish() {
    resolver.endWaiting()
    for record in records where record.address.kind == .controller || record.address.kind == .object
    {
      guard results[record.number] == .restored,
        let object = resolver.obtained(record.number) as? any StatePreserving
      else { continue }
      let began = play?.now
      working(on: record) { object.applicationFinishedRestoringState() }
      play?.say("finish", "\(record.address)", record.className, since: began)
    }
    reportViews()
    reportLateControllers()
  }

  /// Views that have not decoded: not let, not there, or there too late.
  private func reportViews() {
    for record in records
    where record.address.kind == .view && results[record.number] == nil
      && !suspects.contains(record.number)
    {
      let owner = resolver.ancestor(of: record.address)
      if let owner, case .defaulted = results[owner] {
        results[record.number] = .defaulted(Diagnostic.controllerNotDecoded.description)
        continue
      }
      guard let view = resolver.object(record.number) else {
        if case .dropped(let reason) = resolver.failure(record.number) {
          note(reason, about: record.address)
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
    for record in records
    where record.address.kind == .controller && resolver.isAbsent(record.number) {
      guard let late = coordinator.tree?.existingObject(at: record.address) else { continue }
      note(.tooLate(className: archivedClassName(of: type(of: late))), about: record.address)
    }
  }

  // MARK: Results

  /// What became of every record, in the order of the archive.
  var outcomes: [RestorationReport.Outcome] {
    records.filter { $0.address.kind != .application }.map { record in
      RestorationReport.Outcome(
        address: record.address, className: record.className,
        result: results[record.number] ?? resolver.failure(record.number) ?? .unclaimed)
    }
  }

  /// Who was restored from which record.
  var owners: [ObjectNumber: WeakObject] {
    var owners: [ObjectNumber: WeakObject] = [:]
    for record in records {
      owners[record.number] = resolver.obtained(record.number).map { WeakObject($0) }
    }
    return owners
  }

  /// Records that nothing has asked for.
  var unclaimed: Set<ObjectNumber> {
    Set(records.map(\.number).filter { resolver.failure($0) == .unclaimed })
  }

  func note(_ diagnostic: Diagnostic, about address: RestorationAddress?) {
    complaints.append(Complaint(diagnostic, about: address))
  }

  func note(_ message: String, about address: RestorationAddress?) {
    complaints.append(Complaint(message, about: address))
  }
}
