// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Finds or makes the object for a record: the one place that knows the order of the four steps.
///
/// ① the restoration class, whose `nil` is final (R67); ② the delegate (R68); ③ an object that
/// exists at the path (R69); ④ the storyboard (R70). Views are only ever found (R172); a window is
/// found, else asked of the delegate (R163).
final class ObjectResolver {
  enum State {
    case obtained(any StateRestoring)
    /// Dropped for good.
    case failed(Failure)
    /// Not there yet; asking again tries again.
    case open(Failure)
  }

  /// What is known of a number.
  enum Step: UInt8 {
    case untried
    /// A step is running for it; asking again from inside gets nothing (R165).
    case resolving
    case obtained
    case failed
    case open
  }

  /// Why an object was not obtained, and which object was the first that was not.
  ///
  /// A class, so that the state of the many that are obtained is small.
  final class Failure {
    let origin: RestorationAddress
    /// `nil` for an object that may still be registered.
    let reason: Diagnostic?
    /// Whether nobody refused to make it: it only is in no place where it was looked for.
    let isAbsence: Bool

    init(origin: RestorationAddress, reason: Diagnostic?, isAbsence: Bool = false) {
      (self.origin, self.reason, self.isAbsence) = (origin, reason, isAbsence)
    }
  }

  /// A restoration class that was found, in a box that is passed on as it is.
  final class Maker {
    let restorationClass: RestorationClass
    /// What it was archived under.
    let archivedName: String

    init(_ restorationClass: RestorationClass, archivedName: String) {
      (self.restorationClass, self.archivedName) = (restorationClass, archivedName)
    }
  }

  /// Owns this; counting it would cost more than most of what it answers.
  unowned(unsafe) let pass: RestorePass
  let coordinator: RestorationCoordinator
  let reader: SnapshotReader
  private let trail: RestorationTrail?
  private let play: PlayByPlay?
  private let isLate: Bool
  private let hasSuspects: Bool
  @exclusivity(unchecked) var steps: [Step]
  @exclusivity(unchecked) private var objects: [(any StateRestoring)?]
  @exclusivity(unchecked) private var failures: [ObjectNumber: Failure] = [:]
  /// Whether a registered object lies at the very address of its record, without asking for its path.
  @exclusivity(unchecked) var isInPlace: [Bool]
  @exclusivity(unchecked) private var depth = 0
  /// How the object was obtained that was adopted last.
  @exclusivity(unchecked) var way = Way.existed
  /// No more objects are looked up within each other: bytes shall not decide how deep the stack grows.
  private static let deepest = 256
  var unfound: Set<ObjectNumber> = []
  /// What may exist later, and why it does not yet.
  @exclusivity(unchecked) var awaited: [ObjectNumber: Failure] = [:]
  /// Restoration classes that were found, by the archived class.
  @exclusivity(unchecked) var makers: [Maker?]

  init(pass: RestorePass) {
    self.pass = pass
    coordinator = pass.coordinator
    reader = pass.reader
    (trail, play) = (pass.trail, pass.play)
    (isLate, hasSuspects) = (pass.earlier != nil, !pass.suspects.isEmpty)
    let count = pass.snapshot.objectCount
    makers = Array(repeating: nil, count: pass.reader.classCount)
    steps = Array(repeating: .untried, count: count)
    objects = Array(repeating: nil, count: count)
    isInPlace = Array(repeating: false, count: count)
  }

  private func isKnown(_ number: ObjectNumber) -> Bool { number.index < steps.count }

  /// The object of a record, if it was obtained; does not try.
  func obtained(_ number: ObjectNumber) -> (any StateRestoring)? {
    isKnown(number) ? objects[number.index] : nil
  }

  /// Why the object of a record was not obtained.
  func failure(_ number: ObjectNumber) -> RestorationReport.Result? {
    guard let failure = failures[number] else { return nil }
    guard let reason = failure.reason else { return .unclaimed }
    let isOrigin = failure.origin == pass.snapshot.address(of: number)
    return .dropped(isOrigin ? reason.description : "\(failure.origin) was dropped: \(reason)")
  }

  /// Whether an object may still be registered.
  func isUnclaimed(_ number: ObjectNumber) -> Bool {
    failures[number].map { $0.reason == nil } ?? false
  }

  /// The object of a record, obtaining it and what it depends on if that was not tried yet (R58).
  ///
  /// - Parameter number: The record.
  /// - Returns: `nil` when it was dropped, or is being looked up right now.
  func object(_ number: ObjectNumber) -> (any StateRestoring)? {
    guard isKnown(number) else { return nil }
    if let known = objects[number.index] { return known }
    return pass.record(number).flatMap { obtain($0) }
  }

  /// The same, for a record that was read.
  @discardableResult
  func obtain(_ record: RecordRow) -> (any StateRestoring)? {
    let number = record.number
    var step = steps[number.index]
    if step == .obtained { return objects[number.index] }
    if step == .untried, isLate, let earlier = earlierState(of: record) {
      keep(earlier, for: number)
      step = steps[number.index]
    }
    switch step {
    case .obtained: return objects[number.index]
    case .failed: return nil
    case .resolving:
      pass.note(.askedWhileBeingMade, about: pass.address(of: record))
      return nil
    case .open, .untried: break
    }
    guard depth < Self.deepest else {
      keep(finally(dropped(record, .missingDependency)), for: number)
      return nil
    }
    steps[number.index] = .resolving
    if step == .open { failures[number] = nil }
    depth += 1
    let began = play?.now
    let state: State?
    if let trail {
      state = trail.working(on: number) { search(record) }
    } else {
      state = search(record)
    }
    depth -= 1
    keep(state, for: number)
    if let play {
      play.say(
        "obtain", "\(pass.address(of: record))", record.archivedClass.name,
        text(of: state, number), since: began)
    }
    return steps[number.index] == .obtained ? objects[number.index] : nil
  }

  /// Remembers a verdict; `nil` for none yet.
  @inline(__always)
  func keep(_ state: State?, for number: ObjectNumber) {
    switch state {
    case .obtained(let object): (steps[number.index], objects[number.index]) = (.obtained, object)
    case .failed(let failure): (steps[number.index], failures[number]) = (.failed, failure)
    case .open(let failure): (steps[number.index], failures[number]) = (.open, failure)
    case nil: steps[number.index] = .untried
    }
  }

  /// What an earlier restore of this process has made of a record.
  private func earlierState(of record: RecordRow) -> State? {
    guard let earlier = pass.earlier, !earlier.unclaimed.contains(record.number) else { return nil }
    if let object = earlier.owners[record.number] { return .obtained(object) }
    return .failed(dropped(record, .goneSince))
  }

  /// Whether an object was dropped only because it was in no place where it was looked for.
  func isAbsent(_ number: ObjectNumber) -> Bool {
    guard steps[number.index] == .failed, let failure = failures[number] else { return false }
    return failure.isAbsence && failure.origin == pass.snapshot.address(of: number)
  }

  // MARK: Obtaining

  /// - Returns: `nil` when something it depends on is being made right now: no verdict yet.
  private func search(_ record: RecordRow) -> State? {
    if hasSuspects, pass.suspects.contains(record.number) {
      return finally(dropped(record, .suspect))
    }
    let ancestor = ancestor(of: record)
    // What has to be there first (R58, R62, R184).
    if let above = ancestor?.number, object(above) == nil {
      return verdict(on: record, without: above)
    }
    if let prerequisite = record.prerequisite, object(prerequisite) == nil {
      return verdict(on: record, without: prerequisite)
    }
    switch record.kind {
    case .view:
      let found = coordinator.tree?.existingObject(at: pass.address(of: record))
      way = .existed
      return found.map { .obtained($0) } ?? .open(dropped(record, .missingView))
    case .window:
      if let found = coordinator.tree?.existingObject(at: pass.address(of: record)) {
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

  /// What becomes of a record without something that it depends on; `nil` for no verdict yet.
  private func verdict(on record: RecordRow, without dependency: ObjectNumber) -> State? {
    switch (isKnown(dependency) ? steps[dependency.index] : .untried, failures[dependency]) {
    case (.failed, let failure?):
      // A container that this layout does not have may be among what can be overlooked (R25).
      if failure.isAbsence, dependency != record.prerequisite, record.kind == .controller,
        let match = looseMatch(for: record)
      {
        return adopt(match, record, by: .elsewhere, nil)
      }
      return .failed(failure)
    case (.open, let failure?): return .open(failure)
    default: return depth == 1 ? finally(dropped(record, .missingDependency)) : nil
    }
  }

  func dropped(_ record: RecordRow, _ reason: Diagnostic) -> Failure {
    Failure(origin: pass.address(of: record), reason: reason)
  }

  /// Drops an object, the first of its chain, for good.
  func finally(_ failure: Failure) -> State {
    if let reason = failure.reason { pass.note(reason, about: failure.origin) }
    return .failed(failure)
  }

  typealias Ancestor = (number: ObjectNumber, isNext: Bool)

  /// The nearest object above that has a record.
  func ancestor(of record: RecordRow) -> Ancestor? {
    switch record.kind {
    case .window: nil
    case .object: reader.ancestor(of: record, orObject: true)
    case .application, .controller, .view: reader.ancestor(of: record, orObject: false)
    }
  }
}
