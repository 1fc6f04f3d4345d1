// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive

extension RestorationCoordinator {
  /// Encodes the state of all objects, or of those that changed.
  ///
  /// - Parameters:
  ///   - reason: Why the pass runs.
  ///   - scope: Which objects encode.
  /// - Returns: The state to commit.
  public func preserve(reason: PreservationReason, scope: PreservationScope = .all)
    -> PreservedState
  {
    if let locked = lockedPass(reason) {
      saving.hasMissedSave = true
      return locked
    }
    launch.openedLoad = nil  // out of date from now on
    claimLate()  // a parent may have got a path, and saving would overwrite the record
    if reason == .terminating, !state.notes.hasCounted { noteUnclaimed() }
    let pass = run(.preserving) { runPass(reason: reason, scope: scope) }
    announceOmissions()
    return takeDiscard() ? retire(pass.report) : pass
  }

  /// Tells the application when the omissions have changed.
  ///
  /// Call it when no pass is running.
  private func announceOmissions() {
    if let news = state.omissions.news() { onOmission?(news) }
  }

  private func runPass(reason: PreservationReason, scope: PreservationScope) -> PreservedState {
    let scope = state.isBehind ? .all : scope
    let trace = newTrace(.preserve)
    trace?.say("begin", "reason \(reason)", scope == .all ? "everything" : "changes")
    state.isBehind = false
    moveRecords()
    state.moved = [:]  // what has no place yet is new where this pass finds it
    let hasNewBase = state.current?.takeNewBase() ?? false
    // Own values name objects by the numbers of these tables.
    if state.tables.isNearlyFull
      || ((scope == .all || hasNewBase) && state.ownValues.isEmpty
        && state.current?.logged.base.isWasteful == true)
    {
      renewTables()
    }
    let pass = PreservePass(
      builder: ChangeBuilder(
        tables: state.tables, since: state.current ?? CurrentState(.empty), origin: currentOrigin),
      coordinator: self, reason: reason, scope: scope, trace: trace)
    defer {
      (state.ownValues, state.heldBack) = (pass.builder.ownValues, pass.heldBack)
      state.waitingForPlaces = pass.waitingForPlaces
      pass.end()
    }
    // Debug logging names every object, which takes a walk.
    let looksAtChanges =
      pass.scope == .changes && trace == nil && !isMostlyChanged && mayLookAtChanges
    guard pass.encodeApplication(askDelegate) else { return retire(pass.report) }
    let changed = pass.withContainers(takeChanged().union(state.waitingForPlaces))
    if looksAtChanges, pass.encodeChanges(changed) { return finishChanges(pass) }
    let roots = pass.walk(changed: changed.union(state.omissions.objects))
    return finishWalk(pass, roots: roots)
  }

  /// Takes the changed objects; later changes wait for the next pass.
  private func takeChanged() -> ChangedObjects {
    defer { state.changed = ChangedObjects() }
    return state.changed
  }

  /// Ends an incremental pass.
  private func finishChanges(_ pass: PreservePass) -> PreservedState {
    var report = takeReport(of: pass)
    let encoded = pass.encodedNumbers
    let hadNotes = !state.notes.all.isEmpty
    let asks = hadNotes || !state.omissions.all.isEmpty
    let places = asks ? pass.addresses(of: encoded) : []
    let left = asks ? pass.addresses(of: pass.gone) : []
    // What is too large takes a walk.
    state.omissions.all.removeAll { places.contains($0.address) || left.contains($0.address) }
    state.notes.didPreserve(
      encoded: hadNotes ? places : [], gone: hadNotes ? left : [], report.issues)
    let change = pass.builder.finish(
      gone: pass.gone, roots: .new(pass.arrivedNumbers), notes: state.notes.all,
      ages: state.unclaimed.ages)
    settleChanges(of: pass)  // even if new objects wrote the same records as before
    if append(change, since: pass.before) {
      report.byteCount = state.current?.logged.byteCount ?? 0
    }
    state.steady?.serial = pass.lastSerial  // new objects are saved by now, or gone again
    if let logged = state.current?.logged {
      report.results = PreservationResults(
        ofChanges: encoded.map { ($0, pass.encodedResult(of: $0)) },
        unclaimed: state.unclaimed.numbers, in: logged)
    }
    logger.debug("Preserved the changes (\(report.reason))")
    log(report.issues, nil)
    return stateToCommit(report)
  }

  /// Ends a walk over all objects.
  private func finishWalk(_ pass: PreservePass, roots: [ObjectNumber]) -> PreservedState {
    let builder = pass.builder
    state.omissions.objects = pass.trimmed
    state.owners = pass.owners
    if !state.unclaimed.numbers.isEmpty {
      state.unclaimed.numbers = NumberSet(
        state.unclaimed.numbers.filter { !pass.owners.knows($0) && builder.hasRecord($0) })
    }

    var report = takeReport(of: pass)
    state.omissions.all = report.omissions
    state.notes.didPreserve(report, scope: pass.scope) { isWanted in
      pass.addresses(of: report.results.entries.filter { isWanted($0.result) }.map(\.number))
    }
    if let error = builder.excess() {
      report.issues.append(RestorationIssue(error.reason, about: nil))
      // The next pass makes up for this one.
      state.revision += 1
      state.isBehind = true
      report.results.finish(builder.tables, in: nil)
      logger.error("The state could not be saved; the older archive is intact: \(error)")
      pass.trace?.say("end", "\(error)")
      return finished(report, .refuse(error))
    }
    let change = builder.finish(
      roots: .all(roots), notes: state.notes.all, ages: state.unclaimed.ages)
    if append(change, since: pass.before) {
      report.byteCount = state.current?.logged.byteCount ?? 0
    }
    report.results.finish(builder.tables, in: state.current?.logged)
    noteSteadyState(after: pass, roots: roots)
    logger.debug(
      "Preserved \(report.results.entries.count) objects in \(report.byteCount) bytes (\(report.reason))"
    )
    log(report.issues, pass.trace)
    pass.trace?.say(
      "end", "\(report.results.entries.count) objects",
      report.byteCount == 0 ? "nothing has changed" : "\(report.byteCount) bytes")
    return stateToCommit(report)
  }

  /// Takes the report of a pass, with caller mistakes from before it.
  private func takeReport(of pass: PreservePass) -> PreservationReport {
    var report = pass.report
    report.issues = state.issues + report.issues
    state.issues = []
    return report
  }

  /// Applies a change to the current state.
  ///
  /// - Returns: `false` when there is no change.
  private func append(_ change: Change?, since before: CurrentState) -> Bool {
    guard let change else { return false }
    before.append(change)  // it is the current state from now on
    state.current = before
    state.revision += 1
    return true
  }

  /// Finishes a pass by saving whatever is not on disk yet.
  ///
  /// It saves even if nothing has changed since. If retired state is still on disk, that state is
  /// removed first; otherwise it would become the generation before this one.
  private func stateToCommit(_ report: PreservationReport) -> PreservedState {
    let toSave = saving.order.isDurable(state.revision) ? nil : state.current?.logged
    return finished(
      report, toSave.map { .save($0, afterRetirement: state.retirement) } ?? .nothing)
  }

  /// The origin that is saved with every record written now.
  var currentOrigin: RecordOrigin {
    RecordOrigin(
      applicationVersion: description.version, systemVersion: description.systemVersion,
      idiom: idiom, timestamp: now())
  }

  /// Lets the delegate refuse to save, or write the application record.
  func askDelegate(_ coder: RestorationEncoder) -> Bool {
    guard delegate?.shouldPreserve(with: coder) ?? true else { return false }
    delegate?.willPreserve(with: coder)
    return true
  }

  /// Gives records at former addresses the present addresses of their objects.
  ///
  /// They keep their numbers, and so all that is known by number. Call it before any pass.
  func moveRecords() {
    guard !state.moved.isEmpty, let current = state.current else { return }
    let former = state.moved
    for (number, reference) in former.sorted(by: { $0.key < $1.key }) {
      guard let object = reference.object, let address = try? address(of: object),
        !current.hasRecord(state.tables.number(for: address))
      else { continue }
      state.tables.move(number, to: address)
      state.moved[number] = nil
    }
    guard state.moved.count < former.count else { return }
    current.takeAddresses(of: state.tables)
    state.registry.forgetNumbers()
    state.revision += 1  // the next save contains it
  }

  /// Compacts the tables, dropping entries that are no longer used.
  package func renewTables() {
    state.steady = nil
    state.ownValues = [:]
    guard let base = state.flatten() else { return state.tables = SnapshotTables() }
    let compacted = base.compacted()
    let reader = SnapshotReader(compacted)
    let renumber = { (number: ObjectNumber) in
      base.address(of: number).flatMap { reader.number(at: $0) }
    }
    state.tables = SnapshotTables(continuing: compacted, knowing: state.tables)
    state.current = CurrentState(compacted)
    state.unclaimed.renumber(renumber)
    state.heldBack = NumberSet(state.heldBack.compactMap(renumber))
    state.owners = state.owners.renumbered(renumber)
  }

  /// Retires the saved state and the restored records not claimed yet.
  ///
  /// Names go, too: state saved for the next user must not contain those of the last one.
  func retire(_ report: PreservationReport) -> PreservedState {
    var report = report
    report.isAllowed = false
    if state.retirement != state.revision {
      state.revision += 1
      state.retirement = state.revision
    }
    launch.openedLoad = nil
    state.current = nil
    state.steady = nil
    state.omissions.all = []
    state.tables = SnapshotTables()
    state.notes = PassNotes()
    state.owners = OwnerTable()
    state.unclaimed = UnclaimedRecords()
    state.heldBack = NumberSet()
    state.ownValues = [:]
    state.moved = [:]
    (state.changed, state.waitingForPlaces) = (ChangedObjects(), ChangedObjects())
    logger.debug("The application does not want its state saved")
    return finished(report, saving.order.isDurable(state.revision) ? .nothing : .retire)
  }

  func finished(_ report: PreservationReport, _ action: PreservedState.Action)
    -> PreservedState
  {
    // A refused state is not on disk; its pictures must not be mistaken for those of the state
    // there.
    let isKept = if case .refuse = action { false } else { true }
    return PreservedState(
      report: report, kept: isKept ? state.current?.logged : nil, action: action,
      revision: state.revision, order: saving.order, current: state.current)
  }
}

extension RestorationCoordinator {
  /// The number of objects that a pass checks for release.
  static let watchedObjects = 64

  /// Notes what later passes may rely on, after a walk.
  ///
  /// - Parameters:
  ///   - pass: The walk.
  ///   - roots: The numbers of its roots.
  func noteSteadyState(after pass: PreservePass, roots: [ObjectNumber]) {
    state.steady =
      pass.mayBeFollowedByChanges
      ? SteadyState(
        serial: pass.lastSerial, renamings: pass.renamings, budget: budget,
        tree: tree.map { ObjectIdentifier($0) }, roots: roots) : nil
    state.nextWatched = 0
  }

  /// Updates the owners after an incremental pass.
  func settleChanges(of pass: PreservePass) {
    for number in pass.gone { state.owners.forget(number) }
    for (number, object) in pass.arrived {
      state.owners.set(state.registry.reference(to: object), at: number)
    }
    if !state.unclaimed.numbers.isEmpty { state.unclaimed.numbers.subtract(pass.arrivedNumbers) }
  }

  /// Whether a walk is cheaper than an incremental pass.
  ///
  /// This is so when a large part of the objects has changed or come: an incremental pass cannot
  /// process them in the order of their records.
  var isMostlyChanged: Bool {
    let new = state.registry.serial - (state.steady?.serial ?? 0)
    let count = state.changed.count + Int(new)
    let all = state.current?.logged.totals.objectCount ?? 0
    return count > Self.watchedObjects && count > all / 4
  }

  /// Whether the next pass can start without a walk.
  ///
  /// Objects may come and go. With a tree, no object may be registered.
  var mayLookAtChanges: Bool {
    guard let steady = state.steady, steady.renamings == state.registry.renamings,
      steady.budget == budget, steady.tree == tree.map({ ObjectIdentifier($0) })
    else { return false }
    return tree == nil || steady.serial == state.registry.serial
  }

  /// Whether the tree has the roots of the last walk.
  var hasSameRoots: Bool {
    guard let tree, let steady = state.steady else { return true }
    let roots = tree.roots
    return roots.count == steady.roots.count
      && zip(roots, steady.roots).allSatisfy { root, number in
        (try? address(of: root)).map { state.tables.number(for: $0) } == number
          && state.owners.holds(root, at: number)
      }
  }

  /// Returns an object's address.
  ///
  /// A registered object lies below its parent at registration; others lie in the tree.
  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    if let registered = try state.registry.address(of: object, in: tree) { return registered }
    return try tree.address(of: object)
  }

  /// Returns the restoration class of an object, as the archive names it.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - type: The class that the object itself names.
  /// - Returns: `nil` when no class makes it.
  func restorationClass(
    of object: any StateRestoring, naming type: (any ObjectRestoration.Type)?
  ) -> RestorationClass? {
    if let maker = state.classes.maker(for: Swift.type(of: object)) { return maker }
    if let type { return RestorationClass(type) }
    return tree?.restorationClass(of: object)
  }

  /// Checks whether the next launch can find an object's restoration class.
  ///
  /// - Parameters:
  ///   - made: The restoration class, as the archive names it.
  ///   - object: The object.
  ///   - type: The class that the object itself names.
  /// - Returns: `false` when the name leads to no class.
  func canFind(
    _ made: RestorationClass, of object: any StateRestoring,
    naming type: (any ObjectRestoration.Type)?
  ) -> Bool {
    if state.classes.maker(for: Swift.type(of: object)) != nil { return true }
    return type.map { state.classes.canFind($0) }
      ?? (state.classes.restorationClass(named: made.name) != nil
        || tree?.restorationClass(named: made.name) != nil)
  }

  /// Lets an object write its state.
  ///
  /// The tree's values for it come first, then its declared properties, then its own hook.
  func encodeState(
    of object: any StateRestoring, _ type: ParticipantClass, in tree: (any RestorationTree)?,
    with encoder: RestorationEncoder
  ) {
    if let tree { tree.willEncode(object, with: encoder) }
    if !type.declared.isEmpty {
      type.declared.connect(object, to: link)
      type.declared.encode(object, with: encoder)
    }
    type.encodeState(of: object, with: encoder)
  }
}
