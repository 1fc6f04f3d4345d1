// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// One preserve pass; it produces one change of the previous state.
///
/// It starts with the changes alone. If these do not settle everything, it walks over all objects:
/// first the roots, then the targets of references. Objects that have encoded by then do not encode
/// again.
final class PreservePass {
  let builder: ChangeBuilder
  /// The coordinator; hooks may register more objects while the pass runs.
  let coordinator: RestorationCoordinator
  let tree: (any RestorationTree)?
  let scope: PreservationScope
  /// Whether the next pass may be incremental.
  ///
  /// `false` when each pass must walk, for example to report an issue again.
  var isSteady: Bool
  /// Traces each step while debug logging is on; `nil` otherwise.
  let trace: RestorationTrace?
  let registry: ObjectRegistry
  let participants: ParticipantClasses
  let budget: PreservationBudget
  /// The owners of the numbers in the pass before.
  let known: OwnerTable
  let unclaimed: NumberSet
  /// Records held back, whose objects have set nothing since.
  private(set) var heldBack: NumberSet
  /// The serial of the last object registered when the pass began.
  let lastSerial: UInt64
  /// The registry's ``ObjectRegistry/changes`` when the pass began.
  let registryChanges: Int

  var report: PreservationReport
  /// The number of the object that is encoding.
  var holder = ObjectNumber(0)

  // MARK: Incremental

  /// Whether the changes alone settle everything so far.
  var isSufficient = true
  /// New objects by number.
  ///
  /// `arrivedNumbers` lists the numbers in order of registration.
  var arrived: [ObjectNumber: any StateRestoring] = [:]
  var arrivedNumbers: [ObjectNumber] = []
  /// The numbers of released objects.
  var gone: [ObjectNumber] = []
  /// Objects that encoded before a walk began, with their references.
  ///
  /// The application record has no object.
  var encodedEarly: [ObjectNumber: (object: (any StateRestoring)?, referenced: [Referenced])] = [:]
  typealias Referenced = (number: ObjectNumber, object: any StateRestoring)

  // MARK: Walk

  private(set) var isWalk = false
  var queue = PreserveQueue()
  /// The objects that were registered by then; `nil` for dead ones.
  private var registered: [AnyObject?] = []
  /// The objects to encode again, unless the pass encodes all.
  private var changed = ChangedObjects()
  private(set) var owners: OwnerTable
  /// Places that this pass worked out, by object identity.
  ///
  /// Objects without a path are included.
  var places: [ObjectIdentifier: Place] = [:]
  /// The archive's entries for classes met so far.
  var recordClasses: [ClassKey: RecordClass] = [:]
  var unfoundClasses: Set<String> = []
  var reportedDuplicates: Set<ObjectIdentifier> = []
  /// Objects whose parent differs from the one at registration.
  var lateObjects: [(object: any StateRestoring, registration: Int)] = []

  struct Place {
    let object: any StateRestoring
    let number: Result<ObjectNumber, BrokenLink>
  }

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
    isSteady = heldBack.isEmpty
    self.scope = builder.before.logged.objectCount == 0 ? .all : scope
    self.trace = trace
    tree = coordinator.tree
    report = PreservationReport(reason: reason)
    registry = state.registry
    participants = state.participants
    (builder.readKeys, builder.ownValues) = (state.readKeys, state.ownValues)
    lastSerial = registry.serial
    registryChanges = registry.changes
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
    (encodedEarly, arrived) = ([:], [:])
    guard isWalk else { return }
    registry.endPass()  // first: a `deinit` may register an object at the same place
    (places, lateObjects, registered) = ([:], [], [])
    queue = PreserveQueue()
  }

  /// Lets the application's hooks write the application record.
  ///
  /// - Parameter hooks: The code that writes; `false` ends the pass.
  /// - Returns: The result of the hooks.
  func encodeApplication(_ hooks: (RestorationEncoder) -> Bool) -> Bool {
    holder = builder.tables.application
    let encoder = builder.begin(
      holder, className: MigrationTable.applicationClass, restorationClass: nil,
      schemaVersion: coordinator.description.schemaVersion, prerequisite: nil, references: self)
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
    if let omission = encoder.omission, let address = builder.tables.address(of: number) {
      report.incomplete[address] = omission
    }
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
    registry.beginPass(builder.tables)
    owners = OwnerTable(registry, capacity: registry.count)
    report.noted.reserve(registry.count)
    if tree == nil { registered = registry.living() }  // all of them are roots
    goOn(from: builder.tables.application)
    let rootNumbers = tree.map { $0.roots.compactMap(enqueueRoot) } ?? enqueueRegistered()
    drain()
    keepUnclaimed()
    drain()
    for number in encodedEarly.keys { builder.remove(number) }  // no reference leads to them
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

  /// Queues all registered objects: without a tree, each is a root.
  private func enqueueRegistered() -> [ObjectNumber] {
    registered.indices.compactMap { index in
      guard let object = registered[index] else { return nil }
      let (classIndex, serial) = (registry.rows[index].classIndex, registry.rows[index].serial)
      guard let number = registry.keptNumber(at: index), !queue.isClaimed(number) else {
        return enqueueUnplaced(participants.list[classIndex].participant(object), at: index)
      }
      registry.claim(number, at: index)
      queue.append(
        PreserveQueue.Entry(
          object: object, number: number, classIndex: classIndex, registration: index,
          serial: serial))
      return number
    }
  }

  /// Queues a registered object whose number is unknown or already taken.
  private func enqueueUnplaced(_ object: any StateRestoring, at index: Int) -> ObjectNumber? {
    let number = enqueueRoot(object)
    // An object that does not encode is checked for a late parent, too.
    if number.flatMap(queue.claimant)?.object !== object {
      noteLateParent(of: object, at: index)
    }
    return number
  }

  private func drain() {
    while let entry = queue.takeNext() {
      let type = participants.list[entry.classIndex]
      guard let result = settle(entry, type) else { continue }
      note(entry.number, result)
      // The record that is held back is not this object's.
      guard !heldBack.contains(entry.number) else { continue }
      owners.set(type.participant(entry.object), at: entry.number, serial: entry.serial)
    }
  }

  /// Encodes an object or keeps its record.
  ///
  /// - Returns: The result; `nil` when the record was settled before.
  private func settle(_ entry: PreserveQueue.Entry, _ type: ParticipantClass)
    -> PreservationReport.Result?
  {
    if hasEncodedEarly(entry) {
      goOn(from: entry.number)
    } else if builder.hasRecord(entry.number) {
      return nil
    } else if scope == .changes, keep(entry) {
      return .carried
    } else {
      encode(entry.object, entry.number, type, continues: wasOwner(entry))
    }
    if scope == .all, tree == nil, let index = entry.registration {
      noteLateParent(of: entry.object, at: index)
    }
    if heldBack.contains(entry.number) {
      return .leftOut(Diagnostic.heldBack.description)
    }
    return builder.keepsRecord(entry.number) ? .carried : .encoded
  }

  // MARK: Encoding

  /// Whether an object encoded before the walk began.
  private func hasEncodedEarly(_ entry: PreserveQueue.Entry) -> Bool {
    guard !encodedEarly.isEmpty, let early = encodedEarly[entry.number] else { return false }
    if early.object === entry.object { return true }
    builder.remove(entry.number)  // another object has this place now
    encodedEarly[entry.number] = nil
    return false
  }

  /// Queues the references of an object that encoded before the walk.
  private func goOn(from number: ObjectNumber) {
    for (number, object) in encodedEarly.removeValue(forKey: number)?.referenced ?? [] {
      _ = place(of: object)
      enqueue(number, object)
    }
  }

  private func encode(
    _ object: AnyObject, _ number: ObjectNumber, _ type: ParticipantClass, continues: Bool
  ) {
    let began = trace?.now
    end(encoded(object, number, type), continues: continues)
    if let trace {
      trace.say(
        "encode", builder.tables.address(of: number)?.description, type.name,
        "\(builder.byteCount(of: number)) bytes", since: began)
    }
  }

  /// Lets an object write its record.
  ///
  /// - Returns: Its encoder, not ended yet.
  func encoded(_ object: AnyObject, _ number: ObjectNumber, _ type: ParticipantClass)
    -> RestorationEncoder
  {
    holder = number
    let encoder = builder.begin(
      number, of: recordClass(of: object, type),
      prerequisite: tree.flatMap { prerequisite(of: type.participant(object), in: $0) },
      references: self)
    coordinator.encodeState(of: object, type, in: tree, with: encoder)
    return encoder
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
  /// The reason for the preserve pass; available in every hook.
  ///
  /// `nil` outside of a pass.
  public var preservationReason: PreservationReason? {
    (references as? PreservePass)?.report.reason
  }
}
