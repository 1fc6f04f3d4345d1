// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// One preserve pass, which ends in one change of the state before.
///
/// It looks at what has changed alone, as long as that settles everything; else it walks over all
/// objects, roots first, then what records refer to. What was encoded by then is not encoded again.
final class PreservePass {
  let builder: ChangeBuilder
  /// Asked for what is registered: hooks may register more while the pass runs.
  let coordinator: RestorationCoordinator
  let tree: (any RestorationTree)?
  let everything: Bool
  /// Whether a pass over changes alone would find nothing to say that this one says every time.
  var isSteady = true
  /// Says what is done, while debug logging is on.
  let trace: RestorationTrace?
  let registry: ObjectRegistry
  let participants: ParticipantClasses
  let budget: PreservationBudget
  /// Who had which number in the pass before.
  let known: OwnerTable
  let unclaimed: NumberSet
  /// The last object that was registered when the pass began.
  let lastSerial: UInt64
  /// How many objects had been registered again by then.
  let registryChanges: Int

  var report: PreservationReport
  /// Who is encoding.
  var holder = ObjectNumber(0)

  // MARK: Of changes alone

  /// Whether they settle everything so far.
  var isSufficient = true
  /// Objects that have come, at their numbers, and these in the order in which they were registered.
  var arrived: [ObjectNumber: any StateRestoring] = [:]
  var arrivedNumbers: [ObjectNumber] = []
  /// The numbers of objects that have gone.
  var gone: [ObjectNumber] = []
  /// The objects that have encoded before a walk began, and what each refers to; the application is
  /// none.
  var encodedEarly: [ObjectNumber: (object: (any StateRestoring)?, referenced: [Referenced])] = [:]
  typealias Referenced = (number: ObjectNumber, object: any StateRestoring)

  // MARK: Of a walk

  private(set) var isWalk = false
  var queue = PreserveQueue()
  /// Objects to encode anew, unless all are (R30).
  private var changed = ChangedObjects()
  private(set) var owners: OwnerTable
  /// Places of objects that are not registered, or have none, and of those met first.
  var places: [ObjectIdentifier: Place] = [:]
  var unfoundClasses: Set<String> = []
  var reportedDuplicates: Set<ObjectIdentifier> = []
  /// Objects that name another parent than the one they were registered below.
  var lateObjects: [(object: any StateRestoring, registration: Int)] = []

  struct Place {
    let object: any StateRestoring
    let number: Result<ObjectNumber, BrokenLink>
  }

  /// - Parameters:
  ///   - builder: Gathers the records.
  ///   - coordinator: Remembers the pass before, and whom to ask.
  ///   - reason: Why the pass runs.
  ///   - everything: Whether every object encodes.
  ///   - trace: Says what is done, while debug logging is on.
  init(
    builder: ChangeBuilder, coordinator: RestorationCoordinator, reason: PreservationReason,
    everything: Bool, trace: RestorationTrace?
  ) {
    self.builder = builder
    self.coordinator = coordinator
    let state = coordinator.state
    known = state.owners
    unclaimed = state.unclaimed.numbers
    self.everything = everything || builder.before.logged.objectCount == 0
    self.trace = trace
    tree = coordinator.tree
    report = PreservationReport(reason: reason)
    registry = state.registry
    participants = state.participants
    lastSerial = registry.serial
    registryChanges = registry.changes
    budget = coordinator.budget
    owners = state.owners
  }

  /// The state before, to keep records of.
  var before: CurrentState { builder.before }

  /// Lets all objects go.
  ///
  /// Whoever began the pass ends it: a hook may keep its coder, and with it this.
  func end() {
    builder.releaseCoders()
    (encodedEarly, arrived) = ([:], [:])
    guard isWalk else { return }
    registry.endPass()  // first, since what goes may register what lies where it lay
    let left = queue.removeAll()
    swap(&queue, &coordinator.state.queue)
    (places, lateObjects) = ([:], [])
    withExtendedLifetime(left) {}
  }

  /// Lets the application's hooks write the record they share (R4).
  ///
  /// - Parameter hooks: What writes; `false` ends the pass.
  /// - Returns: What the hooks returned.
  func encodeApplication(_ hooks: (RestorationEncoder) -> Bool) -> Bool {
    holder = builder.tables.application
    let encoder = builder.begin(
      holder, className: MigrationTable.applicationClass, restorationClass: nil,
      schemaVersion: coordinator.description.schemaVersion, prerequisite: nil, references: self)
    let began = trace?.now
    encodedEarly[holder] = (nil, [])
    let isAllowed = hooks(encoder)
    end(encoder)
    trace?.say(
      "encode", "\(RestorationAddress.application)",
      "\(builder.byteCount(of: encoder.number)) bytes",
      isAllowed ? nil : "the application does not want its state saved", since: began)
    return isAllowed
  }

  /// Ends a record, and says what of it is too large.
  func end(_ encoder: RestorationEncoder) {
    encoder.report(to: self)
    let omissions = builder.end(encoder, limit: max(0, budget.objectSize))
    if !omissions.isEmpty { report(omissions, limit: budget.objectSize, ofArchive: false) }
  }

  /// Encodes the roots and everything they and the application record lead to.
  ///
  /// - Parameter changed: What was invalidated since the pass before.
  /// - Returns: The numbers of the roots.
  func walk(changed: ChangedObjects) -> [ObjectNumber] {
    self.changed = changed
    isWalk = true
    registry.beginPass(builder.tables)
    swap(&queue, &coordinator.state.queue)
    owners = coordinator.state.takeSpareOwners()
    report.noted.reserve(registry.count)
    if tree == nil { queue.begin(with: registry.living()) }  // all of them are roots
    goOn(from: builder.tables.application)
    let rootNumbers = tree.map { $0.roots.compactMap(enqueueRoot) } ?? enqueueRegistered()
    drain()
    keepUnclaimed()
    drain()
    for number in encodedEarly.keys { builder.remove(number) }  // nothing leads to them
    trimArchive()
    reportUnreached()
    return rootNumbers
  }

  private func enqueueRoot(_ root: any StateRestoring) -> ObjectNumber? {
    let number = reportedNumber(for: root, about: nil) {
      .rootLeftOut(className: archivedClassName(of: type(of: root)), $0)
    }
    if number == nil { isSteady = false }
    return number
  }

  /// Without a tree all registered objects are roots.
  private func enqueueRegistered() -> [ObjectNumber] {
    var numbers: [ObjectNumber] = []
    numbers.reserveCapacity(registry.count)
    var left = 0..<queue.registeredCount
    while let index = registry.enqueueKept(&left, into: &queue, &numbers) {
      if let object = registry.object(at: index), let number = enqueueUnplaced(object, at: index) {
        numbers.append(number)
      }
    }
    return numbers
  }

  /// A registered object whose number is to be found out, or that another one has.
  private func enqueueUnplaced(_ object: any StateRestoring, at index: Int) -> ObjectNumber? {
    let number = enqueueRoot(object)
    // What does not encode is asked for its parent all the same.
    if number.flatMap(queue.claimant)?.isOf(object) != true {
      noteLateParent(of: object, at: index)
    }
    return number
  }

  private func drain() {
    // No hook looks at these: in variables, they take no accesses while hooks run.
    var (itsOwners, noted) = (OwnerTable(registry), PreservationOutcomes())
    swap(&itsOwners, &owners)
    swap(&noted, &report.noted)
    var (taken, classes) = ([AnyObject?](), participants.list)
    taken.reserveCapacity(queue.count)
    var next: PreserveQueue.Entry?
    while let object = queue.takeNext(&next), let entry = next {
      if entry.classIndex >= classes.count { classes = participants.list }
      let type = classes[entry.classIndex]
      if let result = settle(object, entry, type) {
        noted.append(entry.number, result, in: builder.tables)
        if entry.serial == 0 || !itsOwners.renew(entry.serial, at: entry.number) {
          itsOwners.set(type.participant(object), at: entry.number, serial: entry.serial)
        }
      }
      var last: AnyObject? = consume object
      taken.append(nil)
      swap(&taken[taken.count - 1], &last)  // moved
    }
    queue.putBack(taken)
    swap(&itsOwners, &owners)
    swap(&noted, &report.noted)
  }

  /// Lets an object encode, or keeps its record.
  ///
  /// - Returns: What became of it; `nil` when its record was settled before.
  private func settle(
    _ object: AnyObject, _ entry: PreserveQueue.Entry, _ type: ParticipantClass
  ) -> PreservationReport.Result? {
    if hasEncodedEarly(object, entry) {
      goOn(from: entry.number)
    } else if builder.hasRecord(entry.number) {
      return nil
    } else if !everything, keep(object, entry) {
      return .carried
    } else {
      encode(object, entry.number, type)
    }
    if everything, tree == nil, let index = entry.registration {
      noteLateParent(of: object, at: index)
    }
    return .encoded
  }

  // MARK: Encoding

  /// Whether an object has encoded before the walk began.
  private func hasEncodedEarly(_ object: AnyObject, _ entry: PreserveQueue.Entry) -> Bool {
    guard !encodedEarly.isEmpty, let early = encodedEarly[entry.number] else { return false }
    if early.object === object { return true }
    builder.remove(entry.number)  // another one lies here now
    encodedEarly[entry.number] = nil
    return false
  }

  /// Goes on to what an object refers to that has encoded before the walk began.
  private func goOn(from number: ObjectNumber) {
    for (number, object) in encodedEarly.removeValue(forKey: number)?.referenced ?? [] {
      _ = place(of: object)
      enqueue(number, object)
    }
  }

  private func encode(_ object: AnyObject, _ number: ObjectNumber, _ type: ParticipantClass) {
    holder = number
    let began = trace?.now
    let encoder = builder.begin(
      number, of: recordClass(of: object, type),
      prerequisite: tree.flatMap { prerequisite(of: type.participant(object), in: $0) },
      references: self)
    coordinator.encodeState(of: object, type, in: tree, with: encoder)
    end(encoder)
    if let trace {
      trace.say(
        "encode", builder.tables.address(of: number)?.description, type.name,
        "\(builder.byteCount(of: number)) bytes", since: began)
    }
  }

  private func prerequisite(of object: any StateRestoring, in tree: any RestorationTree)
    -> ObjectNumber?
  {
    guard let prerequisite = tree.prerequisite(of: object) else { return nil }
    return reportedNumber(for: prerequisite, about: builder.tables.address(of: holder)) {
      .prerequisiteLeftOut($0)
    }
  }

  /// Whether an object was invalidated since the pass before.
  func isChanged(_ object: AnyObject) -> Bool { changed.contains(object) }

  func note(_ number: ObjectNumber, _ result: PreservationReport.Result) {
    report.noted.append(number, result, in: builder.tables)
  }
}

extension RestorationEncoder {
  /// Why state is being preserved, in every hook of a pass (R153).
  ///
  /// `nil` outside of one.
  public var preservationReason: PreservationReason? {
    (references as? PreservePass)?.report.reason
  }
}
