// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// One walk over everything that is preserved: roots first, then what records refer to.
///
/// The pointer table that turns objects into numbers lives as long as the pass, and so do the
/// objects in it.
final class PreservePass {
  private let builder: SnapshotBuilder
  /// Asked for what is registered: hooks may register more while the pass runs.
  private let coordinator: RestorationCoordinator
  private let tree: (any RestorationTree)?
  /// The snapshot before, to carry records from.
  private let base: RestorationSnapshot?
  private let everything: Bool
  /// Objects to encode anew, unless all are (R30).
  private var changed: Set<ObjectIdentifier> = []
  /// Who had which number in the pass before.
  private let known: [ObjectNumber: WeakObject]
  private let unclaimed: Set<ObjectNumber>

  private(set) var report: PreservationReport
  private(set) var owners: [ObjectNumber: WeakObject] = [:]

  private var places: [ObjectIdentifier: Place] = [:]
  private var queue: [(number: ObjectNumber, object: any StateRestoring)] = []
  private var claimants: [ObjectNumber: any StateRestoring] = [:]
  private var next = 0
  private var holder = RestorationAddress.application
  private var unfoundClasses: Set<String> = []
  private var reportedDuplicates: Set<ObjectIdentifier> = []

  private struct Place {
    let object: any StateRestoring
    let number: Result<ObjectNumber, BrokenLink>
  }

  /// - Parameters:
  ///   - builder: Gathers the records.
  ///   - coordinator: Remembers the pass before, and whom to ask.
  ///   - reason: Why the pass runs.
  ///   - everything: Whether every object encodes.
  init(
    builder: SnapshotBuilder, coordinator: RestorationCoordinator,
    reason: PreservationReason, everything: Bool
  ) {
    self.builder = builder
    self.coordinator = coordinator
    let state = coordinator.state
    base = state.base
    known = state.owners
    unclaimed = state.unclaimed
    self.everything = everything || state.base == nil
    tree = coordinator.tree
    report = PreservationReport(reason: reason)
  }

  /// Lets the application's hooks write the record they share (R4), and queues what they refer to.
  ///
  /// - Parameter hooks: What writes; `false` ends the pass.
  /// - Returns: What the hooks returned.
  func encodeApplication(_ hooks: (RestorationEncoder) -> Bool) -> Bool {
    let encoder = builder.begin(
      builder.tables.number(for: .application), className: MigrationTable.applicationClass,
      restorationClass: nil,
      schemaVersion: coordinator.description.schemaVersion, prerequisite: nil, references: self)
    let isAllowed = hooks(encoder)
    builder.end(encoder, reportingTo: self)
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
      reportedNumber(for: root) { "\(archivedClassName(of: type(of: root))) is left out: \($0)" }
    }
    drain()
    for number in unclaimed.sorted() where !builder.hasRecord(number) {
      carry(number, as: .unclaimed)
    }
    drain()
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

  private func reportUnreached() {
    guard tree != nil else { return }  // without a tree all registered objects are roots
    for object in coordinator.state.registry.objects {
      switch place(of: object).number {
      case .success(let number):
        if let claimant = claimants[number] {
          if claimant !== object { enqueue(number, object) }  // says that there are two
          continue
        }
        note(number, .unreached)
        diagnose(
          "registered, but no preserved object refers to it, so it is left out", number: number)
      case .failure(let link):
        report.diagnostics.append("\(archivedClassName(of: type(of: object))) is left out: \(link)")
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
  private func owner(at number: ObjectNumber) -> (any StateRestoring)? {
    guard let owner = known[number]?.object, currentNumber(of: owner) == number else { return nil }
    return owner
  }

  private func carry(_ number: ObjectNumber, as result: PreservationReport.Result) {
    guard let references = builder.carry(number) else { return }
    for reference in references {
      if let owner = owner(at: reference) { enqueue(reference, owner) }
    }
    note(number, result)
  }

  // MARK: Encoding

  private func encode(_ object: any StateRestoring, _ number: ObjectNumber) {
    let type = Swift.type(of: object)
    holder = builder.tables.address(of: number) ?? .application
    let prerequisite = tree?.prerequisite(of: object).flatMap { prerequisite in
      reportedNumber(for: prerequisite) { "\(self.holder): what it depends on is left out: \($0)" }
    }
    let encoder = builder.begin(
      number, className: archivedClassName(of: type),
      restorationClass: restorationClass(of: object, type: type)?.name,
      schemaVersion: MigrationTable.schemaVersion(of: object),
      prerequisite: prerequisite, references: self)
    tree?.willEncode(object, with: encoder)
    let declared = coordinator.declaredState(of: object)
    declared.connect(object, to: coordinator.link)
    declared.encode(object, with: encoder)
    (object as? any StatePreserving)?.encodeRestorableState(with: encoder)
    owners[number] = WeakObject(object)
    builder.end(encoder, reportingTo: self)
    note(number, .encoded)
  }

  private func note(_ number: ObjectNumber, _ result: PreservationReport.Result) {
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
    guard unfoundClasses.insert(name).inserted else { return }
    report.diagnostics.append(
      "the restoration class \(name) will not be found by its name, since it is nested, private, "
        + "generic or no class; register it at launch")
  }
}

// MARK: References

extension PreservePass: ReferenceEncoding, DiagnosticSink {
  func number(for object: AnyObject, key: String) -> ObjectNumber? {
    let className = archivedClassName(of: type(of: object))
    let place = "\(holder), key \(key): the reference to \(className) is written as nil, because "
    guard let object = object as? any StateRestoring else {
      report.diagnostics.append(place + "it does not adopt StateRestoring")
      return nil
    }
    return reportedNumber(for: object) { place + "\($0)" }
  }

  /// The number of an object, which is queued for its own encode (R31).
  private func reportedNumber(
    for object: any StateRestoring, diagnostic: (BrokenLink) -> String
  ) -> ObjectNumber? {
    switch place(of: object).number {
    case .success(let number):
      enqueue(number, object)
      return number
    case .failure(let link):
      report.diagnostics.append(diagnostic(link))
      return nil
    }
  }

  private func currentNumber(of object: any StateRestoring) -> ObjectNumber? {
    try? place(of: object).number.get()
  }

  private func place(of object: any StateRestoring) -> Place {
    let id = ObjectIdentifier(object)
    if let place = places[id] { return place }
    let number = Result { () throws(BrokenLink) in
      let address = try address(of: object)
      guard address.path.components.count <= RestorationPath.maximumDepth else {
        throw .tooDeep(className: archivedClassName(of: type(of: object)))
      }
      return builder.tables.number(for: address)
    }
    let place = Place(object: object, number: number)
    places[id] = place
    return place
  }

  private func enqueue(_ number: ObjectNumber, _ object: any StateRestoring) {
    guard let first = claimants[number] else {
      claimants[number] = object
      queue.append((number, object))
      return
    }
    guard first !== object, reportedDuplicates.insert(ObjectIdentifier(object)).inserted,
      let address = builder.tables.address(of: number)
    else { return }
    report.diagnostics.append(
      duplicateDiagnostic(address, first, object) + "the first is the one that is saved")
  }

  private func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    let tree = tree
    let inTree = { (object: any StateRestoring) throws(BrokenLink) -> RestorationAddress in
      guard let tree else {
        throw .notRegistered(className: archivedClassName(of: type(of: object)))
      }
      return try tree.address(of: object)
    }
    if let registered = try coordinator.state.registry.address(of: object, addressOfParent: inTree)
    {
      return registered
    }
    return try inTree(object)
  }

  func diagnose(_ message: String, number: ObjectNumber) {
    let address = builder.tables.address(of: number)
    report.diagnostics.append("\(address?.description ?? ""): \(message)")
  }
}

extension SnapshotBuilder {
  /// Ends an object's record and says what of it was not written.
  func end(_ encoder: RestorationEncoder, reportingTo sink: some DiagnosticSink) {
    for key in encoder.ignoredReservedKeys {
      sink.diagnose(
        "key \(key) is reserved; the value was ignored, use another key", number: encoder.number)
    }
    for failure in encoder.failures { sink.diagnose(failure, number: encoder.number) }
    end(encoder)
  }
}
