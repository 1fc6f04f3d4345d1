// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// One walk over everything that is preserved: roots first, then what records refer to.
///
/// The pointer table that turns objects into numbers lives as long as the pass, and so do the
/// objects in it.
final class PreservePass {
  let builder: SnapshotBuilder
  /// Asked for what is registered: hooks may register more while the pass runs.
  let coordinator: RestorationCoordinator
  let tree: (any RestorationTree)?
  /// The snapshot before, to carry records from.
  let base: RestorationSnapshot?
  let everything: Bool
  /// What has looked at changes alone before.
  let earlier: ChangePass?
  /// Whether a pass over changes alone would find nothing to say that this one says every time.
  @exclusivity(unchecked) var isSteady = true
  /// Says what is done, while debug logging is on.
  let play: PlayByPlay?
  let registry: ObjectRegistry
  let participants: ParticipantClasses
  let workspace: PreserveWorkspace
  let budget: PreservationBudget
  /// Objects to encode anew, unless all are (R30).
  private var changed = ChangedObjects()
  /// Who had which number in the pass before.
  let known: OwnerTable
  let unclaimed: NumberSet
  /// The last object that was registered when the pass began.
  let lastSerial: UInt64
  /// How many objects had been registered again by then.
  let registryChanges: Int

  // What changes with every object is not checked for being changed by two at a time: it is in a
  // pass, which nobody shares, and the checks took as long as the pass itself.
  @exclusivity(unchecked) var report: PreservationReport
  @exclusivity(unchecked) private(set) var owners: OwnerTable
  /// Who is encoding.
  @exclusivity(unchecked) private(set) var holder = ObjectNumber(0)

  /// Places of objects that are not registered, or have none, and of those met first.
  var places: [ObjectIdentifier: Place] = [:]
  @exclusivity(unchecked) private var next = 0
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
  ///   - earlier: What has looked at changes alone before.
  ///   - play: Says what is done, while debug logging is on.
  init(
    builder: SnapshotBuilder, coordinator: RestorationCoordinator,
    reason: PreservationReason, everything: Bool, earlier: ChangePass? = nil, play: PlayByPlay?
  ) {
    self.builder = builder
    self.coordinator = coordinator
    base = coordinator.state.base
    let state = coordinator.state
    known = state.owners
    unclaimed = state.unclaimed
    self.everything = everything || base == nil
    self.earlier = earlier
    self.play = play
    tree = coordinator.tree
    report = PreservationReport(reason: reason)
    report.complaints = earlier?.complaints ?? []
    registry = state.registry
    participants = state.participants
    workspace = state.workspace
    lastSerial = registry.serial
    registryChanges = registry.changes
    budget = coordinator.budget
    registry.beginPass(builder.tables)
    owners = workspace.takeOwners()
    report.noted.reserve(registry.count)
  }

  /// Lets all objects go.
  ///
  /// Whoever began the pass ends it: a hook may keep its coder, and with it this.
  func end() {
    registry.endPass()  // first, since what goes may register what lies where it lay
    workspace.clear()
    (places, lateObjects) = ([:], [])
  }

  /// Lets the application's hooks write the record they share (R4), and queues what they refer to.
  ///
  /// - Parameter hooks: What writes; `false` ends the pass.
  /// - Returns: What the hooks returned.
  func encodeApplication(_ hooks: (RestorationEncoder) -> Bool) -> Bool {
    holder = builder.tables.application
    if adopt(nil, holder) { return true }
    let encoder = builder.begin(
      holder, className: MigrationTable.applicationClass,
      restorationClass: nil,
      schemaVersion: coordinator.description.schemaVersion, prerequisite: nil, references: self)
    let began = play?.now
    let isAllowed = hooks(encoder)
    end(encoder)
    if !isAllowed { builder.releaseCoder() }
    play?.say(
      "encode", "\(RestorationAddress.application)",
      "\(builder.byteCount(of: encoder.number)) bytes",
      isAllowed ? nil : "the application does not want its state saved", since: began)
    return isAllowed
  }

  /// Encodes the roots and everything they and the application record lead to.
  ///
  /// - Parameter changed: What was invalidated since the pass before.
  /// - Returns: The numbers of the roots.
  func run(changed: ChangedObjects) -> [ObjectNumber] {
    self.changed = changed
    let rootNumbers = tree.map { $0.roots.compactMap(enqueueRoot) } ?? enqueueRegistered()
    drain()
    carryUnclaimed()
    drain()
    builder.releaseCoder()
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
    for index in 0..<registry.count {
      guard let object = registry.object(at: index) else { continue }
      if let number = registry.keptNumber(at: index), !workspace.isClaimed(number) {
        workspace.enqueue(
          .init(
            object, number, classIndex: registry.marks[index].classIndex, registration: index))
        registry.claim(number, at: index)
        numbers.append(number)
      } else if let number = enqueueUnplaced(object, at: index) {
        numbers.append(number)
      }
    }
    return numbers
  }

  /// A registered object whose number is to be found out, or that another one has.
  private func enqueueUnplaced(_ object: any StateRestoring, at index: Int) -> ObjectNumber? {
    let number = enqueueRoot(object)
    // What does not encode is asked for its parent all the same.
    if number.map({ workspace.isClaimed($0, by: object) }) != true {
      noteLateParent(of: object, participantClass(at: index), at: index)
    }
    return number
  }

  private func drain() {
    while let entry = workspace.entry(at: next) {
      next += 1
      if builder.hasRecord(entry.number) { continue }
      if !everything, carry(entry) {
        remember(entry.object, participants.list[entry.classIndex], entry)
      } else {
        encode(entry)
      }
    }
  }

  // MARK: Encoding

  private func encode(_ entry: PreserveWorkspace.Entry) {
    holder = entry.number
    let (object, type) = (entry.object, participants.list[entry.classIndex])
    if earlier == nil || !adopt(object, entry.number) { encode(object, type, entry.number) }
    if let index = entry.registration, everything, tree == nil {
      noteLateParent(of: object, type, at: index)
    }
    remember(object, type, entry)
    report.noted.appendEncoded(entry.number)
  }

  /// Notes who has a number.
  private func remember(
    _ object: AnyObject, _ type: ParticipantClass, _ entry: PreserveWorkspace.Entry
  ) {
    let serial = entry.registration.map { registry.marks[$0].serial }
    if let serial, owners.renew(serial, at: entry.number) { return }
    owners.set(type.participant(object), at: entry.number, serial: serial ?? 0)
  }

  private func encode(_ object: AnyObject, _ type: ParticipantClass, _ number: ObjectNumber) {
    let began = play?.now
    let size = builder.encode(
      number, of: recordClass(of: object, type),
      prerequisite: tree.flatMap { prerequisite(of: type.participant(object), in: $0) },
      references: self
    ) { encoder in
      coordinator.encodeState(of: object, type, in: tree, with: encoder)
      encoder.report(to: self)
    }
    if size > max(0, budget.objectSize) { trim(number) }
    if let play {
      play.say(
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
  func isChanged(_ entry: PreserveWorkspace.Entry) -> Bool {
    changed.contains(entry.object)
  }

  func note(_ number: ObjectNumber, _ result: PreservationReport.Result) {
    report.noted.append(number, result, in: builder.tables)
  }
}
