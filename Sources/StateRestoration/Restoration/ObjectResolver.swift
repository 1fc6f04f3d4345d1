// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Finds or makes the object for a record, in four steps.
///
/// No other type knows their order: ① the restoration class, whose `nil` is final; ② the delegate;
/// ③ an object that exists at the path; ④ the storyboard. Views are only found, never made. A
/// window is found, or else requested from the delegate.
final class ObjectResolver {
  /// The pass, which owns this resolver.
  unowned let pass: RestorePass
  let coordinator: RestorationCoordinator
  let reader: SnapshotReader
  private let trail: RestorationTrail?
  private let trace: RestorationTrace?
  private let isLate: Bool
  private let hasSuspects: Bool
  let objects: RestoredObjects
  let registry: ObjectRegistry
  private var depth = 0
  /// The way the last object was obtained, while debug logging is on.
  var way = Way.existed
  /// The most lookups within each other.
  ///
  /// The bytes of an archive must not decide how deep the stack grows.
  private static let deepest = 256
  var unfound: Set<ObjectNumber> = []
  /// The number of once unclaimed records that have an object now.
  private var lateFinds: UInt32 = 0
  /// The records that were looked at after launch.
  ///
  /// They include those restored at launch and those whose objects were released since.
  private(set) var lookedAt: [ObjectNumber] = []
  /// Objects that may exist later, with the reason for their absence.
  var awaited: [ObjectNumber: Failure] = [:]
  /// The restoration classes found so far, by archived class.
  var makers: [RestorationClass?]
  /// The record of each object that came from a former address.
  var moved: [ObjectIdentifier: ObjectNumber] = [:]
  /// Archived classes whose restoration class was not found.
  ///
  /// The value counts the registrations of classes by then. Looking again without new ones would be
  /// wasteful: it takes as long as restoring an object.
  var missingClasses: [Int: UInt32] = [:]

  init(pass: RestorePass) {
    self.pass = pass
    coordinator = pass.coordinator
    reader = pass.reader
    (trail, trace) = (pass.trail, pass.trace)
    (isLate, hasSuspects) = (pass.isLate, !pass.suspects.isEmpty)
    (objects, registry) = (pass.objects, coordinator.state.registry)
    makers = Array(repeating: nil, count: pass.reader.classes.count)
  }

  func isUnclaimed(_ number: ObjectNumber) -> Bool {
    objects.contains(number) && objects.isUnclaimed(number)
  }

  /// Whether a record stays, though no object was obtained for it.
  func isCarried(_ number: ObjectNumber) -> Bool {
    isUnclaimed(number) || isHeldBack(number) || isOfUnknownClass(number)
  }

  /// Returns why a record was dropped for good.
  private func loss(_ number: ObjectNumber) -> Failure? {
    guard objects.contains(number), case .failed(let failure) = objects.step(of: number) else {
      return nil
    }
    return failure
  }

  /// Whether a record, or one that it needs, is held back.
  func isHeldBack(_ number: ObjectNumber) -> Bool {
    if case .heldBack? = loss(number)?.reason { true } else { false }
  }

  /// Whether the program does not know the class of a record.
  ///
  /// Or that of a record above it.
  func isOfUnknownClass(_ number: ObjectNumber) -> Bool {
    guard case .noStep(let steps)? = loss(number)?.reason else { return false }
    return steps.contains { if case .unresolvableClass = $0 { true } else { false } }
  }

  /// Returns why the object of a record was not obtained.
  func failure(_ number: ObjectNumber) -> RestorationReport.Result? {
    if isUnclaimed(number) { return .unclaimed }
    guard objects.contains(number), let failure = objects.failure(of: number) else { return nil }
    let isOrigin = failure.origin == pass.snapshot.address(of: number)
    return .dropped(
      isOrigin
        ? failure.reason.description : "\(failure.origin) was dropped: \(failure.reason)")
  }

  /// Returns a record's object, after trying to obtain it.
  ///
  /// This obtains the object and its dependencies, unless that was tried already.
  ///
  /// - Parameter number: The record.
  /// - Returns: `nil` when it was dropped, or is being looked up right now.
  func object(_ number: ObjectNumber) -> (any StateRestoring)? {
    tryToObtain(number) ? objects.object(number) : nil
  }

  /// Tries to obtain a record's object.
  ///
  /// - Returns: Whether it has one now.
  func tryToObtain(_ number: ObjectNumber) -> Bool {
    guard objects.contains(number) else { return false }
    if objects.isObtained(number) { return true }
    guard let record = pass.record(number) else { return false }
    obtain(record)
    return objects.isObtained(number)
  }

  /// Obtains the object of a record, unless that was decided before.
  func obtain(_ record: RecordRow) {
    let number = record.number
    if isLate, case .untried = objects.step(of: number) {
      lookedAt.append(number)
      takeEarlierObject(of: record)
    }
    let step = objects.step(of: number)
    guard maySearch(for: record, after: step) else { return }
    guard depth < Self.deepest else {
      return objects.setStep(drop(failure(of: record, .missingDependency)), of: number)
    }
    objects.setStep(.resolving, of: number)
    depth += 1
    let began = trace?.now
    trail.working(on: number) {
      let found = search(record)
      // What was obtained is noted already.
      if case .resolving = objects.step(of: number) { objects.setStep(found, of: number) }
    }
    depth -= 1
    // Objects below it may be available now, too.
    if case .unclaimed = step, objects.isObtained(number) { lateFinds &+= 1 }
    if let trace {
      trace.say(
        "obtain", "\(pass.address(of: record))", pass.reader.archivedClass(of: record).name,
        outcomeText(on: number), since: began)
    }
  }

  /// Whether looking for an object can succeed.
  ///
  /// Notes an issue when the object's own maker asks for it.
  private func maySearch(for record: RecordRow, after step: Step) -> Bool {
    switch step {
    case .obtained, .failed: return false
    case .resolving:
      pass.note(.askedWhileBeingMade, about: pass.address(of: record))
      return false
    case .unclaimed(let arrivals): return hasNews(since: arrivals)
    case .open, .untried: return true
    }
  }

  /// Whether looking again at an unclaimed record can succeed.
  ///
  /// An object may have got the record's path, or something may have arrived.
  ///
  /// - Parameter arrivals: The count of arrivals when the record was looked at.
  /// - Returns: `false` when looking again is certain to fail.
  func hasNews(since arrivals: UInt32) -> Bool {
    coordinator.state.index.hasUnplaced || arrivals != self.arrivals
  }

  /// Whether a record may still get an object, regardless of arrivals.
  func isOpen(_ number: ObjectNumber) -> Bool {
    guard objects.contains(number) else { return true }
    return switch objects.step(of: number) {
    case .failed, .unclaimed: false
    case .obtained, .open, .resolving, .untried: true
    }
  }

  /// The number of arrivals so far.
  ///
  /// It counts objects that came or were obtained late, and registered restoration classes.
  var arrivals: UInt32 {
    coordinator.state.index.arrivals &+ lateFinds &+ coordinator.state.classes.calls
  }

  /// Takes over what an earlier restore in this process has found.
  private func takeEarlierObject(of record: RecordRow) {
    guard !coordinator.state.unclaimed.numbers.contains(record.number) else { return }
    if let object = coordinator.state.owners[record.number] {
      return objects.set(object, for: record.number)
    }
    let isHeldBack = coordinator.state.heldBack.contains(record.number)
    let failure = Failure(
      origin: pass.address(of: record), reason: isHeldBack ? .heldBack : .goneSince,
      isAbsence: !isHeldBack)
    objects.setStep(.failed(failure), of: record.number)
  }

  /// Whether an object was dropped only because it was absent.
  ///
  /// That is, it was in no place where it was looked for.
  func isAbsent(_ number: ObjectNumber) -> Bool {
    loss(number).map { $0.isAbsence && $0.origin == pass.snapshot.address(of: number) } ?? false
  }

  /// Whether an object, or one above it, was absent.
  func isOutOfReach(_ number: ObjectNumber) -> Bool {
    objects.contains(number) && objects.failure(of: number)?.isAbsence == true
  }

  // MARK: Obtaining

  /// Searches for the object of a record.
  ///
  /// - Returns: ``Step/untried`` when a dependency is being made right now.
  private func search(_ record: RecordRow) -> Step {
    if hasSuspects, pass.suspects.contains(record.number) {
      let isHeldBack = pass.heldBack.contains(record.number)
      return drop(failure(of: record, isHeldBack ? .heldBack : .suspect))
    }
    let ancestor = reader.ancestor(of: record)
    // Dependencies come first (R58, R62, R184).
    if let above = ancestor?.number, !tryToObtain(above) {
      return step(for: record, without: above)
    }
    if let prerequisite = record.prerequisite, !tryToObtain(prerequisite) {
      return step(for: record, without: prerequisite)
    }
    switch record.kind {
    case .view:
      if let found = pass.tree?.existingObject(at: pass.address(of: record)) {
        return obtained(found, record, by: .existed)
      }
      if let found = formerMatch(for: record) { return obtained(found, record, by: .elsewhere) }
      return .open(
        Failure(origin: pass.address(of: record), reason: .missingView, isAbsence: true))
    case .window:
      if let found = pass.tree?.existingObject(at: pass.address(of: record)) {
        return adopt(found, record, by: .existed, ancestor)
      }
      return delegateObject(record).map { adopt($0, record, by: .delegate, ancestor) }
        ?? drop(failure(of: record, .missingWindow))
    case .application, .controller, .object:
      guard let failure = awaited[record.number] else { return lookUp(record, ancestor) }
      return existingObject(record).map { adopt($0, record, by: .existed, ancestor) }
        ?? .open(failure)
    }
  }

  /// Decides about a record with a missing dependency.
  private func step(for record: RecordRow, without dependency: ObjectNumber) -> Step {
    let found = objects.contains(dependency) ? objects.step(of: dependency) : .untried
    switch found {
    case .failed(let failure) where !failure.isAbsence: return found
    case .failed, .open, .unclaimed:
      guard dependency != record.prerequisite else { return waiting(for: found) }
      let hasGone = isLate && isAbsent(dependency)
      // An object at its place lies below another one than that which has gone.
      if hasGone, record.kind == .object, let existing = existingObject(record) {
        return adopt(existing, record, by: .existed, nil)
      }
      // What is above it may be a container that was removed (R228).
      if let match = formerMatch(for: record) {
        return adopt(match, record, by: .elsewhere, nil)
      }
      // Or one that this layout lacks and that can be ignored (R25).
      if case .failed = found, record.kind == .controller, let match = looseMatch(for: record) {
        return adopt(match, record, by: .elsewhere, nil)
      }
      return hasGone ? .unclaimed(arrivals: arrivals) : waiting(for: found)
    case .untried, .resolving, .obtained:
      return depth == 1 ? drop(failure(of: record, .missingDependency)) : .untried
    }
  }

  /// Returns the step of a record whose dependency has got this far.
  private func waiting(for dependency: Step) -> Step {
    if case .unclaimed = dependency { .unclaimed(arrivals: arrivals) } else { dependency }
  }

  func failure(of record: RecordRow, _ reason: Diagnostic) -> Failure {
    Failure(origin: pass.address(of: record), reason: reason)
  }

  /// Drops an object, the first of its chain, for good.
  func drop(_ failure: Failure) -> Step {
    pass.note(failure.reason, about: failure.origin)
    return .failed(failure)
  }

  /// Takes an object that was found or made for a record.
  func obtained(_ object: any StateRestoring, _ record: RecordRow, by way: Way) -> Step {
    self.way = way
    objects.set(object, for: record.number)
    return .obtained
  }

  typealias Step = RestoredObjects.Step
  typealias Failure = RestoredObjects.Failure
  typealias Ancestor = SnapshotReader.Ancestor
}

extension ObjectResolver {
  /// Finds an object that declares a record's address as a former one.
  ///
  /// It must be of the archived class and have no record at its present address.
  func formerMatch(for record: RecordRow) -> (any StateRestoring)? {
    let found =
      record.kind == .object
      ? coordinator.state.index.formerObject(at: record.number, pass.places)
      : pass.tree?.formerObject(at: pass.address(of: record))
    guard let found, pass.isOfArchivedClass(found, record),
      record.kind == .object || hasNoRecord(found),
      [nil, record.number].contains(moved[ObjectIdentifier(found)])
    else { return nil }
    moved[ObjectIdentifier(found)] = record.number
    return found
  }

  /// Whether no archived path leads to an object of the tree exactly.
  private func hasNoRecord(_ object: any StateRestoring) -> Bool {
    (try? pass.tree?.address(of: object)).map { pass.reader.number(at: $0) == nil } ?? false
  }

  /// Finds a controller whose path differs only in ignorable components.
  ///
  /// Containers ignore some components, such as the index of a tab, or what lies between a split
  /// view and the controller.
  ///
  /// The match must be unambiguous: exactly one such controller is of the archived class, no
  /// archived path leads to it exactly, and no other archived path fits it as well.
  func looseMatch(for record: RecordRow) -> (any StateRestoring)? {
    guard let tree = pass.tree else { return nil }
    let candidates = tree.looseCandidates(at: pass.address(of: record)).filter { candidate in
      pass.isOfArchivedClass(candidate, record) && hasNoRecord(candidate)
    }
    guard candidates.count == 1, let candidate = candidates.first else { return nil }
    let isWanted = reader.snapshot.objects.contains { number in
      guard number != record.number, let other = pass.record(number), other.kind == record.kind
      else { return false }
      return tree.looseCandidates(at: pass.address(of: other)).contains { $0 === candidate }
        && pass.isOfArchivedClass(candidate, other)
    }
    return isWanted ? nil : candidate
  }
}

extension ObjectResolver {
  /// The way an object was obtained.
  enum Way: CustomStringConvertible {
    case restorationClass(RestorationClass)
    case delegate
    case existed
    case storyboard
    /// In another place that its containers allow.
    case elsewhere

    /// The step of the search, as diagnostics number it.
    var description: String {
      switch self {
      case .restorationClass(let maker): "① made by \(maker.name)"
      case .delegate: "② from the delegate"
      case .existed: "③ existed"
      case .storyboard: "④ from its storyboard"
      case .elsewhere: "③ existed in another place"
      }
    }
  }

  /// Returns the text that debug logging shows for an attempt.
  func outcomeText(on number: ObjectNumber) -> String {
    if objects.isObtained(number) { return way.description }
    return switch failure(number) {
    case .dropped(let reason): "not found: \(reason)"
    case .unclaimed: "waits to be registered"
    default: "waits for what it depends on"
    }
  }
}
