// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Finds or makes the object for a record, in four steps.
///
/// No other type knows their order: ① the restoration class, whose `nil` is final; ② the delegate;
/// ③ an object that exists at the path; ④ the storyboard. Views are only found, never made. A
/// window is found, or else requested from the delegate.
final class ObjectResolver {
  /// The result of looking for an object.
  enum Verdict {
    /// It is among the obtained objects.
    case obtained
    /// Dropped for good.
    case failed(Failure)
    /// Not there yet; asking again tries again.
    case open(Failure)
    /// It is not registered yet, or a dependency is not.
    ///
    /// Asking again tries again once anything has arrived.
    case unclaimed
  }

  /// The reason why an object was not obtained, with its origin.
  ///
  /// The origin is the first object in the chain that was not obtained. A class, so that the state
  /// of the many obtained objects is small.
  final class Failure {
    let origin: RestorationAddress
    let reason: Diagnostic
    /// Whether the object was only absent where it was looked for.
    ///
    /// `false` when its maker refused to make it.
    let isAbsence: Bool

    init(origin: RestorationAddress, reason: Diagnostic, isAbsence: Bool = false) {
      (self.origin, self.reason, self.isAbsence) = (origin, reason, isAbsence)
    }
  }

  /// The pass, which owns this resolver.
  unowned let pass: RestorePass
  let coordinator: RestorationCoordinator
  let reader: SnapshotReader
  private let trail: RestorationTrail?
  private let trace: RestorationTrace?
  private let isLate: Bool
  private let hasSuspects: Bool
  let objects: ObtainedObjects
  let registry: ObjectRegistry
  let participants: ParticipantClasses
  private var failures: [ObjectNumber: Failure] = [:]
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
    participants = coordinator.state.participants
    makers = Array(repeating: nil, count: pass.reader.classCount)
  }

  private func isKnown(_ number: ObjectNumber) -> Bool { number.index < objects.count }

  private func step(of number: ObjectNumber) -> Step {
    isKnown(number) ? objects.step(of: number) : .untried
  }

  func isUnclaimed(_ number: ObjectNumber) -> Bool { step(of: number) == .unclaimed }

  /// Whether a record stays, though no object was obtained for it.
  func isCarried(_ number: ObjectNumber) -> Bool {
    isUnclaimed(number) || isHeldBack(number) || isOfUnknownClass(number)
  }

  /// Whether a record, or one that it needs, is held back.
  func isHeldBack(_ number: ObjectNumber) -> Bool {
    guard step(of: number) == .failed, case .heldBack? = failures[number]?.reason else {
      return false
    }
    return true
  }

  /// Whether the program does not know the class of a record.
  ///
  /// Or that of a record above it.
  func isOfUnknownClass(_ number: ObjectNumber) -> Bool {
    guard step(of: number) == .failed, case .noStep(let steps)? = failures[number]?.reason else {
      return false
    }
    return steps.contains { if case .unresolvableClass = $0 { true } else { false } }
  }

  /// Returns why the object of a record was not obtained.
  func failure(_ number: ObjectNumber) -> RestorationReport.Result? {
    if isUnclaimed(number) { return .unclaimed }
    guard let failure = failures[number] else { return nil }
    let isOrigin = failure.origin == pass.snapshot.address(of: number)
    return .dropped(
      isOrigin
        ? failure.reason.description : "\(failure.origin) was dropped: \(failure.reason)")
  }

  /// Whether the object of any record was not obtained.
  var hasFailures: Bool { !failures.isEmpty }

  /// Returns a record's object, after trying to obtain it.
  ///
  /// This obtains the object and its dependencies, unless that was tried already.
  ///
  /// - Parameter number: The record.
  /// - Returns: `nil` when it was dropped, or is being looked up right now.
  func object(_ number: ObjectNumber) -> (any StateRestoring)? {
    isObtained(number) ? objects.object(number) : nil
  }

  /// Whether a record has an object, after trying to obtain it.
  @inline(__always)
  func isObtained(_ number: ObjectNumber) -> Bool {
    switch step(of: number) {
    case .obtained: true
    case .failed: false
    case .unclaimed: mayBeClaimed(number) && isObtainedNow(number)
    case .open, .resolving, .untried: isObtainedNow(number)
    }
  }

  @inline(never)
  private func isObtainedNow(_ number: ObjectNumber) -> Bool {
    guard isKnown(number), let record = pass.record(number) else { return false }
    obtain(record)
    return objects.step(of: number) == .obtained
  }

  /// Obtains the object of a record, unless its verdict is final.
  func obtain(_ record: RecordRow) {
    let number = record.number
    if isLate, objects.step(of: number) == .untried {
      lookedAt.append(number)
      if let earlier = earlierVerdict(on: record) { keep(earlier, for: number) }
    }
    let step = objects.step(of: number)
    guard step == .untried || maySearchAgain(for: record, after: step) else { return }
    guard depth < Self.deepest else {
      return keep(finally(dropped(record, .missingDependency)), for: number)
    }
    objects.setStep(.resolving, of: number)
    if step == .open { failures[number] = nil }
    depth += 1
    let began = trace?.now
    trail.working(on: number) { keep(search(record), for: number) }
    depth -= 1
    // Objects below it may be available now, too.
    if step == .unclaimed, objects.step(of: number) == .obtained { lateFinds &+= 1 }
    if let trace {
      trace.say(
        "obtain", "\(pass.address(of: record))", pass.reader.archivedClass(of: record).name,
        verdictText(on: number), since: began)
    }
  }

  /// Whether looking again for an object can succeed.
  ///
  /// Notes an issue when the object's own maker asks for it.
  private func maySearchAgain(for record: RecordRow, after step: Step) -> Bool {
    switch step {
    case .obtained, .failed: return false
    case .resolving:
      pass.note(.askedWhileBeingMade, about: pass.address(of: record))
      return false
    case .unclaimed: return mayBeClaimed(record.number)
    case .open, .untried: return true
    }
  }

  /// Remembers a verdict; `nil` means none yet.
  @inline(__always)
  func keep(_ verdict: Verdict?, for number: ObjectNumber) {
    switch verdict {
    case .obtained: break  // noted with the object
    case .failed(let failure):
      failures[number] = failure
      objects.setStep(.failed, of: number)
    case .open(let failure):
      failures[number] = failure
      objects.setStep(.open, of: number)
    case .unclaimed: objects.setUnclaimed(number, after: arrivals)
    case nil: objects.setStep(.untried, of: number)
    }
  }

  private func mayBeClaimed(_ number: ObjectNumber) -> Bool {
    hasNews(since: objects.arrivals(of: number))
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
    switch step(of: number) {
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

  /// Returns the verdict of an earlier restore in this process.
  private func earlierVerdict(on record: RecordRow) -> Verdict? {
    guard !coordinator.state.unclaimed.numbers.contains(record.number) else { return nil }
    guard let object = coordinator.state.owners[record.number] else {
      return .failed(
        Failure(origin: pass.address(of: record), reason: .goneSince, isAbsence: true))
    }
    objects.set(object, for: record.number)
    return .obtained
  }

  /// Whether an object was dropped only because it was absent.
  ///
  /// That is, it was in no place where it was looked for.
  func isAbsent(_ number: ObjectNumber) -> Bool {
    guard step(of: number) == .failed, let failure = failures[number] else { return false }
    return failure.isAbsence && failure.origin == pass.snapshot.address(of: number)
  }

  /// Whether an object, or one above it, was absent.
  func isOutOfReach(_ number: ObjectNumber) -> Bool {
    isKnown(number) && [.failed, .open].contains(objects.step(of: number))
      && failures[number]?.isAbsence == true
  }

  // MARK: Obtaining

  /// Searches for the object of a record.
  ///
  /// - Returns: `nil`, for no verdict yet, when a dependency is being made right now.
  @inline(__always)
  private func search(_ record: RecordRow) -> Verdict? {
    if hasSuspects, pass.suspects.contains(record.number) {
      let isHeldBack = pass.heldBack.contains(record.number)
      return finally(dropped(record, isHeldBack ? .heldBack : .suspect))
    }
    let ancestor = reader.ancestor(of: record)
    // Dependencies come first (R58, R62, R184).
    if let above = ancestor?.number, !isObtained(above) {
      return verdict(on: record, without: above)
    }
    if let prerequisite = record.prerequisite, !isObtained(prerequisite) {
      return verdict(on: record, without: prerequisite)
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
        ?? finally(dropped(record, .missingWindow))
    case .application, .controller, .object:
      guard let failure = awaited[record.number] else { return lookUp(record, ancestor) }
      return existingObject(record).map { adopt($0, record, by: .existed, ancestor) }
        ?? .open(failure)
    }
  }

  /// Returns the verdict on a record with a missing dependency.
  ///
  /// `nil` means no verdict yet.
  private func verdict(on record: RecordRow, without dependency: ObjectNumber) -> Verdict? {
    // What is above it may be a container that was removed (R228).
    if dependency != record.prerequisite, failures[dependency]?.isAbsence != false,
      ![.resolving, .untried].contains(step(of: dependency)), let match = formerMatch(for: record)
    {
      return adopt(match, record, by: .elsewhere, nil)
    }
    switch (step(of: dependency), failures[dependency]) {
    case (.failed, let failure?):
      // The missing container may be one that this layout lacks and that can be ignored (R25).
      if failure.isAbsence, dependency != record.prerequisite, record.kind == .controller,
        let match = looseMatch(for: record)
      {
        return adopt(match, record, by: .elsewhere, nil)
      }
      return .failed(failure)
    case (.open, let failure?): return .open(failure)
    case (.unclaimed, _): return .unclaimed
    default: return depth == 1 ? finally(dropped(record, .missingDependency)) : nil
    }
  }

  func dropped(_ record: RecordRow, _ reason: Diagnostic) -> Failure {
    Failure(origin: pass.address(of: record), reason: reason)
  }

  /// Drops an object, the first of its chain, for good.
  func finally(_ failure: Failure) -> Verdict {
    pass.note(failure.reason, about: failure.origin)
    return .failed(failure)
  }

  /// Takes an object that was found or made for a record.
  @inline(__always)
  func obtained(
    _ object: consuming any StateRestoring, _ record: RecordRow, by way: @autoclosure () -> Way
  ) -> Verdict {
    if trace != nil { self.way = way() }
    objects.set(object, for: record.number)
    return .obtained
  }

  typealias Step = ObtainedObjects.Step
  typealias Ancestor = SnapshotReader.Ancestor
}
