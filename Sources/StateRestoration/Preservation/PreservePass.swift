// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// One preserve pass; it produces one change of the previous state.
///
/// Where only changes are asked for, it begins with those. If they do not suffice, or all are asked
/// for, it walks over all objects: first the roots, then the targets of references. Objects that
/// have encoded by then do not encode again.
final class PreservePass {
  let builder: ChangeBuilder
  /// The coordinator; hooks may register more objects while the pass runs.
  let coordinator: RestorationCoordinator
  let tree: (any RestorationTree)?
  let scope: PreservationScope
  /// Whether the next pass may be incremental.
  ///
  /// `false` when each pass must walk, for example to report an issue again.
  var mayBeFollowedByChanges: Bool
  /// Traces each step while debug logging is on; `nil` otherwise.
  let trace: RestorationTrace?
  let registry: ObjectRegistry
  let budget: PreservationBudget
  /// The owners of the numbers in the pass before.
  let known: OwnerTable
  let unclaimed: NumberSet
  /// Records held back, whose objects have set nothing since.
  private(set) var heldBack: NumberSet
  /// The serial of the last object registered when the pass began.
  let lastSerial: UInt64
  /// The registry's ``ObjectRegistry/renamings`` when the pass began.
  let renamings: Int

  var report: PreservationReport
  /// The number of the object that is encoding.
  var holder = ObjectNumber(0)
  /// The object that is encoding; `nil` while the application's hooks run.
  var encoding: ObjectIdentifier?

  /// Whether the encoding object refers to one without a place.
  var hasLostReference = false
  /// The objects that refer to one without a place, which it may have the next time.
  private(set) var waitingForPlaces = ChangedObjects()
  /// Objects that could not write a value, with the reason.
  private var incomplete: [ObjectNumber: String] = [:]

  // MARK: Incremental

  /// Whether the changes alone settle everything so far.
  var isSufficient = true
  /// New objects by number.
  ///
  /// `arrivedNumbers` lists the numbers in order of registration.
  var arrived: [ObjectNumber: any StateRestoring] = [:]
  var arrivedNumbers: [ObjectNumber] = []
  /// New objects that something leads to, and that encode next.
  var coming: [Changed] = []
  /// The numbers of objects that were released, or that nothing leads to any more.
  var gone: [ObjectNumber] = []
  /// Objects that encoded before a walk began, with their references.
  ///
  /// The application record has no object.
  var encodedEarly: [ObjectNumber: (object: (any StateRestoring)?, referenced: [Referenced])] = [:]
  typealias Referenced = (number: ObjectNumber, object: any StateRestoring)

  // MARK: Walk

  private(set) var isWalk = false
  var walked = WalkedObjects()
  /// The objects to encode again, unless the pass encodes all.
  private var changed = ChangedObjects()
  /// The owners of the pass before, changed where this pass found others.
  private(set) var owners: OwnerTable
  /// The numbers whose owners a walk has found.
  private var settled = NumberSet()
  /// The archive's entries for classes met so far.
  var recordClasses: [ClassKey: RecordClass] = [:]
  /// The names of restoration classes that the next launch finds, and of those that it does not.
  var foundClasses: Set<String> = []
  var unfoundClasses: Set<String> = []
  var reportedDuplicates: Set<ObjectIdentifier> = []

  /// Creates a pass.
  ///
  /// - Parameters:
  ///   - builder: Gathers the records.
  ///   - coordinator: The coordinator, which remembers the pass before.
  ///   - reason: Why the pass runs.
  ///   - scope: Which objects encode.
  ///   - trace: Traces each step while debug logging is on.
  init(
    builder: ChangeBuilder, coordinator: RestorationCoordinator, reason: PreservationReason,
    scope: PreservationScope, trace: RestorationTrace?
  ) {
    self.builder = builder
    self.coordinator = coordinator
    let state = coordinator.state
    known = state.owners
    (unclaimed, heldBack) = (state.unclaimed.numbers, state.heldBack)
    mayBeFollowedByChanges = heldBack.isEmpty
    self.scope = builder.before.logged.totals.objectCount == 0 ? .all : scope
    self.trace = trace
    tree = coordinator.tree
    report = PreservationReport(reason: reason)
    registry = state.registry
    (builder.readKeys, builder.ownValues) = (state.readKeys, state.ownValues)
    lastSerial = registry.serial
    renamings = registry.renamings
    budget = coordinator.budget
    owners = state.owners
  }

  /// The previous state, whose records may be carried over.
  var before: CurrentState { builder.before }

  /// Releases all objects.
  ///
  /// The code that began the pass calls this: a hook may keep its coder, and with it the pass.
  func end() {
    builder.releaseCoders()
    (encodedEarly, arrived, coming) = ([:], [:], [])
    walked = WalkedObjects()
  }

  /// Lets the application's hooks write the application record.
  ///
  /// - Parameter hooks: The code that writes; `false` ends the pass.
  /// - Returns: The result of the hooks.
  func encodeApplication(_ hooks: (RestorationEncoder) -> Bool) -> Bool {
    let encoder = beginApplication()
    let began = trace?.now
    encodedEarly[holder] = (nil, [])
    let isAllowed = hooks(encoder)
    end(encoder, continues: true)
    trace?.say(
      "encode", "\(RestorationAddress.application)",
      "\(builder.byteCount(of: encoder.number)) bytes",
      isAllowed ? nil : "the application does not want its state saved", since: began)
    return isAllowed
  }

  /// Begins the application record.
  func beginApplication() -> RestorationEncoder {
    (holder, encoding) = (builder.tables.application, nil)
    return builder.begin(
      holder, className: MigrationTable.applicationClass, restorationClass: nil,
      schemaVersion: coordinator.description.schemaVersion, prerequisite: nil, references: self)
  }

  /// Ends a record and reports values that are too large.
  ///
  /// - Parameters:
  ///   - encoder: The object's encoder.
  ///   - continues: Whether the object had its number in the pass before.
  func end(_ encoder: RestorationEncoder, continues: Bool) {
    let number = encoder.number
    let isHeldBack = !heldBack.isEmpty && heldBack.contains(number)
    if isHeldBack, builder.ownValues[number] == nil {
      // It was not there right after the restore: only what it sets from now on replaces the record.
      builder.ownValues[number] = builder.takeOwnValues(
        encoder, isOtherRecord: true, areSet: false)
      keep(number, isUnclaimed: true)
      return
    }
    encoder.report(to: self)
    if let omission = encoder.omission { incomplete[number] = omission }
    let omissions = builder.end(
      encoder, limit: max(0, budget.objectSize), continues: continues || isHeldBack)
    if isHeldBack {
      if builder.keepsRecord(number) {
        keep(number, isUnclaimed: true)  // with what it refers to
      } else {
        heldBack.remove(number)
      }
    }
    if !omissions.isEmpty { report(omissions, limit: budget.objectSize, ofArchive: false) }
  }

  /// Encodes the roots and everything reachable from them or the application record.
  ///
  /// - Parameter changed: The objects invalidated since the pass before.
  /// - Returns: The numbers of the roots.
  func walk(changed: ChangedObjects) -> [ObjectNumber] {
    self.changed = changed
    isWalk = true
    report.results.reserve(registry.rows.count)
    walked.reserve(registry.rows.count)
    goOn(from: builder.tables.application)
    // Without a tree, each registered object is a root.
    let rootNumbers = (tree?.roots ?? registry.objects).compactMap(enqueueRoot)
    drain()
    keepUnclaimed()
    drain()
    for number in encodedEarly.keys { builder.remove(number) }  // no reference leads to them
    for number in owners.numbers where !settled.contains(number) { owners.forget(number) }
    trimArchive()
    reportUnreached()
    return rootNumbers
  }

  private func enqueueRoot(_ root: any StateRestoring) -> ObjectNumber? {
    let number = reportedNumber(for: root, about: nil) {
      .rootLeftOut(className: archivedClassName(of: type(of: root)), $0)
    }
    if number == nil { mayBeFollowedByChanges = false }
    return number
  }

  private func drain() {
    while let (object, number) = walked.takeNext() {
      let isKnown = known.holds(object, at: number)
      guard let result = settle(object, number, isKnown: isKnown) else { continue }
      note(number, result)
      // The record that is held back is not this object's.
      guard !heldBack.contains(number) else { continue }
      settled.insert(number)
      guard !isKnown else { continue }
      // A preview saves nothing.
      let owner = registry.reference(to: object, hasRecord: !coordinator.isPreviewing)
      owners.set(owner, at: number)
    }
  }

  /// Encodes an object or keeps its record.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - number: Its number.
  ///   - isKnown: Whether it had its number in the pass before.
  /// - Returns: The result; `nil` when the record was settled before.
  private func settle(_ object: any StateRestoring, _ number: ObjectNumber, isKnown: Bool)
    -> PreservationReport.Result?
  {
    if hasEncodedEarly(object, number) {
      goOn(from: number)
    } else if builder.hasRecord(number) {
      return nil
    } else if scope == .changes, isKnown, keep(object, number) {
      return .carried
    } else {
      encode(object, number, continues: isKnown)
    }
    if heldBack.contains(number) { return .leftOut(Diagnostic.heldBack.description) }
    return builder.keepsRecord(number) ? .carried : encodedResult(of: number)
  }

  /// Returns the result of an object that has encoded.
  func encodedResult(of number: ObjectNumber) -> PreservationReport.Result {
    incomplete[number].map { .incomplete($0) } ?? .encoded
  }

  // MARK: Encoding

  /// Whether an object encoded before the walk began.
  private func hasEncodedEarly(_ object: any StateRestoring, _ number: ObjectNumber) -> Bool {
    guard let early = encodedEarly[number] else { return false }
    if early.object === object { return true }
    builder.remove(number)  // another object has this place now
    encodedEarly[number] = nil
    return false
  }

  /// Queues the references of an object that encoded before the walk.
  private func goOn(from number: ObjectNumber) {
    for (number, object) in encodedEarly.removeValue(forKey: number)?.referenced ?? [] {
      enqueue(meet(object), at: number)
    }
  }

  private func encode(_ object: any StateRestoring, _ number: ObjectNumber, continues: Bool) {
    let began = trace?.now
    end(encoded(object, number), continues: continues)
    if let trace {
      trace.say(
        "encode", builder.tables.address(of: number)?.description,
        coordinator.participantClass(of: object).name, "\(builder.byteCount(of: number)) bytes",
        since: began)
    }
  }

  /// Lets an object write its record.
  ///
  /// - Returns: Its encoder, not ended yet.
  func encoded(_ object: any StateRestoring, _ number: ObjectNumber) -> RestorationEncoder {
    (holder, encoding) = (number, ObjectIdentifier(object))
    let type = coordinator.participantClass(of: object)
    let encoder = builder.begin(
      number, of: recordClass(of: object, type),
      prerequisite: tree.flatMap { prerequisite(of: object, in: $0) }, references: self)
    encodeState(of: object, type, with: encoder)
    return encoder
  }

  /// Lets an object write its record, and notes whether it refers to one without a place.
  func encodeState(
    of object: any StateRestoring, _ type: ParticipantClass, with encoder: RestorationEncoder
  ) {
    hasLostReference = false
    coordinator.encodeState(of: object, type, in: tree, with: encoder)
    if hasLostReference { waitingForPlaces.insert(object) }
  }

  private func prerequisite(of object: any StateRestoring, in tree: any RestorationTree)
    -> ObjectNumber?
  {
    guard let prerequisite = tree.prerequisite(of: object) else { return nil }
    return reportedNumber(for: prerequisite, about: builder.tables.address(of: holder)) {
      .prerequisiteLeftOut($0)
    }
  }

  func note(_ number: ObjectNumber, _ result: PreservationReport.Result) {
    report.results.append(number, result)
  }

  // MARK: Carrying over

  /// Keeps an object's record if it is still up to date.
  ///
  /// An invalidated object always encodes. Otherwise, an object that it refers to may be gone, or
  /// may have moved and left its place to another: a record holds numbers, and numbers stand for
  /// places.
  ///
  /// - Returns: `false` when the object has to encode.
  private func keep(_ object: any StateRestoring, _ number: ObjectNumber) -> Bool {
    guard !changed.contains(object) else { return false }
    let prerequisite = tree?.prerequisite(of: object).flatMap { currentNumber(of: $0) }
    let schemaVersion = coordinator.participantClass(of: object).schemaVersion
    return keep(number) { record in
      record.schemaVersion == schemaVersion && record.prerequisite == prerequisite
        && record.visitReferences {
          unclaimed.contains($0) || heldBack.contains($0) || owner(at: $0) != nil
        }
    }
  }

  /// Keeps a record and queues the objects that it refers to.
  ///
  /// - Returns: `false` when `isWanted` refused the record, or there is none.
  @discardableResult
  func keep(
    _ number: ObjectNumber, isUnclaimed: Bool = false,
    if isWanted: (BorrowedRecord) -> Bool = { _ in true }
  ) -> Bool {
    let isKept = builder.keep(number) { record in
      guard isWanted(record) else { return false }
      record.visitReferences { reference in
        if let owner = owner(at: reference) { enqueue(meet(owner), at: reference) }
        return true
      }
      return true
    }
    guard isKept else { return false }
    trace?.say(
      "carry", builder.tables.address(of: number)?.description,
      "\(builder.byteCount(of: number)) bytes", isUnclaimed ? "unclaimed" : nil)
    return true
  }

  /// Returns the object that still has its number of the pass before.
  private func owner(at number: ObjectNumber) -> (any StateRestoring)? {
    guard let owner = known[number], currentNumber(of: owner) == number else { return nil }
    return owner
  }
}

extension RestorationEncoder {
  /// The reason for the preserve pass; available in every hook.
  ///
  /// `nil` outside of a pass.
  public var preservationReason: PreservationReason? {
    (references as? PreservePass)?.report.reason
  }

  /// Queues the views of an object, which lie at their names below it.
  ///
  /// - Parameters:
  ///   - parts: The views, each after the one that contains it.
  ///   - owner: The object, which may also write into the coder of another one.
  package func encodeParts(_ parts: [NamedPart], of owner: AnyObject) {
    guard !parts.isEmpty, let pass = references as? PreservePass,
      pass.encoding == ObjectIdentifier(owner)
    else { return encodeParts(parts.map(\.object)) }
    let numbers = pass.numbers(of: parts, key: PartsKey.name)
    encode(.array(numbers.map { $0.map { .reference($0) } ?? .null }), forKey: PartsKey.name)
  }

  /// Returns the number of a restorable object; a pass need not find out that it is one.
  func number(of object: any StateRestoring, key: String) -> ObjectNumber? {
    guard let pass = references as? PreservePass else { return number(for: object, key: key) }
    return pass.number(of: object, key: key)
  }
}

/// Turns objects into numbers and queues the objects for encoding.
extension PreservePass: ReferenceEncoding, DiagnosticSink {
  func knownNumber(of id: ObjectIdentifier) -> ObjectNumber? {
    walked.encodingNumber(of: id)
  }

  func number(for object: AnyObject, key: String) -> ObjectNumber? {
    guard let object = registry.participant(object) ?? object as? any StateRestoring else {
      diagnose(
        .doesNotConform(key: key, className: archivedClassName(of: type(of: object))),
        about: builder.tables.address(of: holder))
      return nil
    }
    return number(of: object, key: key)
  }

  /// Returns the number of an object that the encoding one refers to.
  func number(of object: any StateRestoring, key: String) -> ObjectNumber? {
    guard isWalk else { return numberWithoutWalk(object, key: key) }
    return reportedNumber(for: object, about: builder.tables.address(of: holder)) {
      hasLostReference = true
      return .referenceIsNil(key: key, className: archivedClassName(of: type(of: object)), $0)
    }
  }

  /// Returns the numbers of the encoding object's views.
  ///
  /// Most lie right below it, so no address is built for them.
  func numbers(of parts: [NamedPart], key: String) -> [ObjectNumber?] {
    parts.reduce(into: []) { numbers, part in
      let above = part.container.map { numbers[$0] } ?? holder
      guard let name = part.name, let above, !registry.contains(part.object),
        walked.index(of: part.object) == nil,
        let number = builder.tables.number(of: name, .view, below: above)
      else { return numbers.append(self.number(of: part.object, key: key)) }
      if isWalk {
        enqueue(walked.add(part.object, at: .success(number)), at: number)
      } else {
        meetReferred(part.object, at: number)
      }
      numbers.append(number)
    }
  }

  /// Returns the number of an object, and queues it for encoding.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - address: The address of the object that refers to it.
  ///   - diagnostic: The issue to report when it has no path.
  /// - Returns: `nil` when it has no path.
  func reportedNumber(
    for object: any StateRestoring, about address: @autoclosure () -> RestorationAddress?,
    _ diagnostic: (BrokenLink) -> Diagnostic
  ) -> ObjectNumber? {
    let index = meet(object)
    switch walked.number(at: index) {
    case .success(let number):
      enqueue(index, at: number)
      return number
    case .failure(let link):
      diagnose(diagnostic(link), about: address())
      return nil
    }
  }

  func currentNumber(of object: any StateRestoring) -> ObjectNumber? {
    try? place(of: object).get()
  }

  /// Returns an object's number, or why it has none.
  func place(of object: any StateRestoring) -> Result<ObjectNumber, BrokenLink> {
    let index = meet(object)  // before `walked` is read
    return walked.number(at: index)
  }

  /// Finds an object's number, and returns its index among the walked objects.
  func meet(_ object: any StateRestoring) -> Int {
    if let known = walked.index(of: object) { return known }
    let hasPlace = { [self] (parent: AnyObject) in
      if case .success = walked.number(of: parent) { true } else { false }
    }
    if let known = registry.number(of: object, in: builder.tables, hasPlace: hasPlace) {
      return walked.add(object, at: .success(known))
    }
    return walked.add(object, at: Result { () throws(BrokenLink) in try newNumber(of: object) })
  }

  /// Finds an object's number by its address.
  func newNumber(of object: any StateRestoring) throws(BrokenLink) -> ObjectNumber {
    let registered = try registry.address(of: object, in: tree)
    let address = if let registered { registered } else { try tree.address(of: object) }
    guard address.path.components.count <= RestorationPath.maximumDepth else {
      throw BrokenLink(.tooDeep, className: archivedClassName(of: type(of: object)))
    }
    let number = builder.tables.number(for: address)
    if registered != nil { registry.remember(number, of: object, in: builder.tables) }
    return number
  }

  /// Queues a walked object for encoding, unless another one has its number.
  func enqueue(_ index: Int, at number: ObjectNumber) {
    guard let first = walked.enqueue(index, at: number) else { return }
    mayBeFollowedByChanges = false
    let object = walked.object(at: index)
    guard reportedDuplicates.insert(ObjectIdentifier(object)).inserted,
      let address = builder.tables.address(of: number)
    else { return }
    diagnose(duplicate(first, object), about: address)
  }

  func duplicate(_ first: any StateRestoring, _ second: any StateRestoring) -> Diagnostic {
    .duplicate(
      first: coordinator.participantClass(of: first).name,
      second: coordinator.participantClass(of: second).name,
      isRestoring: false)
  }

  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    try coordinator.address(of: object)
  }

  func diagnose(_ message: String, number: ObjectNumber) {
    report.issues.append(
      RestorationIssue(message, about: builder.tables.address(of: number), outcome: .incomplete))
  }

  func diagnose(_ diagnostic: Diagnostic, number: ObjectNumber) {
    diagnose(diagnostic, about: builder.tables.address(of: number))
  }

  func diagnose(_ diagnostic: Diagnostic, about address: RestorationAddress?) {
    report.issues.append(RestorationIssue(diagnostic, about: address))
  }
}

extension RestorationEncoder {
  /// Reports the values of a record that were not written.
  func report(to sink: some DiagnosticSink) {
    for key in ignoredReservedKeys { sink.diagnose(Diagnostic.reservedKey(key), number: number) }
    for failure in failures { sink.diagnose(failure, number: number) }
  }
}

/// Finds out how the archive describes classes.
extension PreservePass {
  /// Objects with the same class in the archive.
  struct ClassKey: Hashable {
    let type: ObjectIdentifier
    /// The restoration type that the objects name.
    let restorationType: ObjectIdentifier?
  }

  /// Returns the archive's entry for an object's class.
  func recordClass(of object: any StateRestoring, _ type: ParticipantClass)
    -> RecordClass
  {
    let made = object.objectRestorationClass
    let key = ClassKey(
      type: ObjectIdentifier(type.type), restorationType: made.map { ObjectIdentifier($0) })
    // The tree may choose a restoration class for each object that names none.
    let isShared = made != nil || tree == nil
    if isShared, let known = recordClasses[key] { return known }
    let restorationClass = restorationClass(of: object, made: made)?.name
    let isWithout = !isShared && restorationClass == nil
    if isWithout, let known = recordClasses[key] { return known }
    let record = builder.tables.recordClass(
      named: type.name, restorationClass, schemaVersion: type.schemaVersion)
    if isShared || isWithout { recordClasses[key] = record }
    return record
  }

  private func restorationClass(
    of object: any StateRestoring, made type: (any ObjectRestoration.Type)?
  ) -> RestorationClass? {
    let found = coordinator.restorationClass(of: object, naming: type)
    if let found, !foundClasses.contains(found.name) {
      if coordinator.canFind(found, of: object, naming: type) {
        foundClasses.insert(found.name)
      } else {
        reportUnfound(found.name)
      }
    }
    return found
  }

  private func reportUnfound(_ name: String) {
    mayBeFollowedByChanges = false
    guard unfoundClasses.insert(name).inserted else { return }
    diagnose(.restorationClassNotFoundByName(name), about: nil)
  }
}
