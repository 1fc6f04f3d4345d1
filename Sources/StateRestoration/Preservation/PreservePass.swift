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
  var isSteady = true
  /// Says what is done, while debug logging is on.
  let play: PlayByPlay?
  /// Objects to encode anew, unless all are (R30).
  private var changed: Set<ObjectIdentifier> = []
  /// Who had which number in the pass before.
  private let known: [ObjectNumber: WeakObject]
  let unclaimed: Set<ObjectNumber>

  var report: PreservationReport
  private(set) var owners: [ObjectNumber: WeakObject] = [:]

  var places: [ObjectIdentifier: Place] = [:]
  var queue: [(number: ObjectNumber, object: any StateRestoring)] = []
  var claimants: [ObjectNumber: any StateRestoring] = [:]
  private var next = 0
  var holder = RestorationAddress.application
  private var unfoundClasses: Set<String> = []
  var reportedDuplicates: Set<ObjectIdentifier> = []

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
  }

  /// Lets the application's hooks write the record they share (R4), and queues what they refer to.
  ///
  /// - Parameter hooks: What writes; `false` ends the pass.
  /// - Returns: What the hooks returned.
  func encodeApplication(_ hooks: (RestorationEncoder) -> Bool) -> Bool {
    let number = builder.tables.number(for: .application)
    if adopt(nil, number) { return true }
    let encoder = builder.begin(
      number, className: MigrationTable.applicationClass,
      restorationClass: nil,
      schemaVersion: coordinator.description.schemaVersion, prerequisite: nil, references: self)
    let began = play?.now
    let isAllowed = hooks(encoder)
    end(encoder)
    play?.say(
      "encode", "\(RestorationAddress.application)",
      "\(builder.byteCount(of: encoder.number)) bytes",
      isAllowed ? nil : "the application does not want its state saved", since: began)
    return isAllowed
  }

  /// Encodes the roots and everything they and the application record lead to.
  ///
  /// - Parameters:
  ///   - roots: What to begin with.
  ///   - changed: What was invalidated since the pass before.
  /// - Returns: The numbers of the roots.
  func run(roots: [any StateRestoring], changed: Set<ObjectIdentifier>) -> [ObjectNumber] {
    self.changed = changed
    let rootNumbers = roots.compactMap { root in
      reportedNumber(for: root, about: nil) {
        .rootLeftOut(className: archivedClassName(of: type(of: root)), $0)
      }
    }
    if rootNumbers.count < roots.count { isSteady = false }
    drain()
    carryUnclaimed()
    drain()
    trimArchive()
    reportUnreached()
    return rootNumbers
  }

  private func drain() {
    while next < queue.count {
      let (number, object) = queue[next]
      next += 1
      if builder.hasRecord(number) { continue }
      if canCarry(object, number) {
        owners[number] = known[number]
        carry(number, as: .carried)
      } else {
        encode(object, number)
      }
    }
  }

  // MARK: Carrying

  /// Whether a record of the snapshot before still says what the object would write now.
  ///
  /// The object itself was not invalidated. But what it refers to may have gone, or may lie
  /// elsewhere, with another object in its place: a record holds numbers, and numbers are places.
  private func canCarry(_ object: any StateRestoring, _ number: ObjectNumber) -> Bool {
    guard !everything, !changed.contains(ObjectIdentifier(object)),
      known[number]?.object === object, let record = try? base?.record(number),
      record.schemaVersion == MigrationTable.schemaVersion(of: object)
    else { return false }
    let prerequisite = tree?.prerequisite(of: object).flatMap { currentNumber(of: $0) }
    return record.prerequisite == prerequisite
      && record.references.allSatisfy { unclaimed.contains($0) || owner(at: $0) != nil }
  }

  /// Who had a number in the pass before, and has it still.
  func owner(at number: ObjectNumber) -> (any StateRestoring)? {
    guard let owner = known[number]?.object, currentNumber(of: owner) == number else { return nil }
    return owner
  }

  func carry(_ number: ObjectNumber, as result: PreservationReport.Result) {
    guard let references = builder.carry(number) else { return }
    for reference in references {
      if let owner = owner(at: reference) { enqueue(reference, owner) }
    }
    note(number, result)
    play?.say(
      "carry", builder.tables.address(of: number)?.description,
      "\(builder.byteCount(of: number)) bytes", result == .unclaimed ? "unclaimed" : nil)
  }

  // MARK: Encoding

  private func encode(_ object: any StateRestoring, _ number: ObjectNumber) {
    let type = Swift.type(of: object)
    let began = play?.now
    holder = builder.tables.address(of: number) ?? .application
    if adopt(object, number) {
      owners[number] = WeakObject(object)
      return note(number, .encoded)
    }
    let prerequisite = tree?.prerequisite(of: object).flatMap { prerequisite in
      reportedNumber(for: prerequisite, about: holder) { .prerequisiteLeftOut($0) }
    }
    let encoder = builder.begin(
      number, className: archivedClassName(of: type),
      restorationClass: restorationClass(of: object, type: type)?.name,
      schemaVersion: MigrationTable.schemaVersion(of: object),
      prerequisite: prerequisite, references: self)
    coordinator.encodeState(of: object, with: encoder)
    owners[number] = WeakObject(object)
    end(encoder)
    note(number, .encoded)
    play?.say(
      "encode", "\(holder)", archivedClassName(of: type),
      "\(builder.byteCount(of: number)) bytes", since: began)
  }

  func note(_ number: ObjectNumber, _ result: PreservationReport.Result) {
    guard let address = builder.tables.address(of: number) else { return }
    report.outcomes.append(.init(address: address, result: result))
  }

  private func restorationClass(of object: any StateRestoring, type: AnyClass)
    -> RestorationClass?
  {
    let classes = coordinator.state.classes
    if let maker = classes.maker(for: type) { return maker }
    if let type = object.objectRestorationClass {
      let found = RestorationClass(type)
      if !classes.canFind(type) { reportUnfound(found.name) }
      return found
    }
    guard let tree, let found = tree.restorationClass(of: object) else { return nil }
    if classes.restorationClass(named: found.name) == nil,
      tree.restorationClass(named: found.name) == nil
    {
      reportUnfound(found.name)
    }
    return found
  }

  private func reportUnfound(_ name: String) {
    isSteady = false
    guard unfoundClasses.insert(name).inserted else { return }
    diagnose(.restorationClassNotFoundByName(name), about: nil)
  }
}
