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
  private enum Step: UInt8 {
    case untried
    /// A step is running for it; asking again from inside gets nothing (R165).
    case resolving
    case obtained
    case failed
    case open
  }

  /// Why an object was not obtained, and which object was the first that was not.
  struct Failure {
    let origin: RestorationAddress
    /// `nil` for an object that may still be registered.
    let reason: Diagnostic?
    /// Whether nobody refused to make it: it only is in no place where it was looked for.
    var isAbsence = false
  }

  /// Owns this, and is asked all the time: counting it would cost more than what it answers.
  unowned(unsafe) let pass: RestorePass
  let coordinator: RestorationCoordinator
  @exclusivity(unchecked) private var steps: [Step]
  @exclusivity(unchecked) private var objects: [(any StateRestoring)?]
  @exclusivity(unchecked) private var failures: [ObjectNumber: Failure] = [:]
  /// Whether a registered object lies at the very address of its record, without asking for its path.
  @exclusivity(unchecked) private var isInPlace: [Bool]
  @exclusivity(unchecked) private var depth = 0
  /// How the object was obtained that was adopted last.
  @exclusivity(unchecked) private(set) var way = Way.existed
  /// No more objects are looked up within each other: bytes shall not decide how deep the stack grows.
  private static let deepest = 256
  private var unfound: Set<ObjectNumber> = []
  /// What may exist later, and why it does not yet.
  @exclusivity(unchecked) private var awaited: [ObjectNumber: Failure] = [:]
  /// Restoration classes that were found, by the archived class.
  @exclusivity(unchecked) private var found: [RestorationClass?]

  var reader: SnapshotReader { pass.reader }

  init(pass: RestorePass) {
    self.pass = pass
    coordinator = pass.coordinator
    let count = pass.snapshot.objectCount
    found = Array(repeating: nil, count: pass.reader.classCount)
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
    if step == .untried, let earlier = earlierState(of: record) {
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
    failures[number] = nil
    depth += 1
    let began = pass.play?.now
    let state = pass.working(on: record) { search(record) }
    depth -= 1
    keep(state, for: number)
    pass.play?.say(
      "obtain", "\(pass.address(of: record))", reader.className(of: record), text(of: state, number),
      since: began)
    if case .obtained(let object) = state { return object }
    return nil
  }

  /// - Parameter state: `nil` for no verdict yet.
  private func keep(_ state: State?, for number: ObjectNumber) {
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
    if let object = earlier.owners[record.number]?.object { return .obtained(object) }
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
    if pass.suspects.contains(record.number) { return finally(dropped(record, .suspect)) }
    let ancestor = ancestor(of: record)
    // What has to be there first (R58, R62, R184).
    for dependency in [ancestor?.number, record.prerequisite] {
      guard let dependency, object(dependency) == nil else { continue }
      if let verdict = verdict(on: record, without: dependency) { return verdict.state }
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

  /// What becomes of a record without something that it depends on.
  private func verdict(on record: RecordRow, without dependency: ObjectNumber) -> (
    state: State?, Void
  )? {
    let failure = failures[dependency]
    switch isKnown(dependency) ? steps[dependency.index] : .untried {
    case .failed:
      guard let failure else { return nil }
      // A container that this layout does not have may be among what can be overlooked (R25).
      if failure.isAbsence, dependency != record.prerequisite, record.kind == .controller,
        let match = looseMatch(for: record)
      {
        return (adopt(match, record, by: .elsewhere, nil), ())
      }
      return (.failed(failure), ())
    case .open: return (failure.map { .open($0) }, ())
    case .resolving, .obtained, .untried:
      guard depth == 1 else { return (nil, ()) }
      return (finally(dropped(record, .missingDependency)), ())
    }
  }

  private func dropped(_ record: RecordRow, _ reason: Diagnostic) -> Failure {
    Failure(origin: pass.address(of: record), reason: reason)
  }

  /// Drops an object, the first of its chain, for good.
  private func finally(_ failure: Failure) -> State {
    if let reason = failure.reason { pass.note(reason, about: failure.origin) }
    return .failed(failure)
  }

  typealias Ancestor = (number: ObjectNumber, isNext: Bool)

  /// The nearest object above that has a record.
  func ancestor(of record: RecordRow) -> Ancestor? {
    switch record.kind {
    case .window: nil
    case .object: reader.ancestor(of: record, kinds: .controller, .object)
    case .application, .controller, .view: reader.ancestor(of: record, kinds: .controller)
    }
  }

  // MARK: The four steps

  private func lookUp(_ record: RecordRow, _ ancestor: Ancestor?) -> State {
    var tried: [Diagnostic.Step] = []
    let existing = existingObject(record)

    if let name = reader.archivedClass(of: record).restorationClass {
      if let restorationClass = restorationClass(named: name, of: record) {
        let identifiers = reader.identifiers(of: record)
        let made = withDecoder(record) { restorationClass.make(identifiers, $0) }
        guard let made else {
          let migration = pass.failedMigration(of: record)
          return finally(dropped(record, .classReturnedNil(name: name, migration: migration)))
        }
        if let existing, existing !== made {
          pass.note(.twoForThePriceOfOne(name: name), about: pass.address(of: record))
        }
        return adopt(
          made, record, by: .restorationClass(restorationClass), ancestor, isFree: existing == nil)
      }
      if unfound.insert(record.number).inserted {
        pass.note(.unresolvableClass(name: name), about: pass.address(of: record))
      }
      tried.append(.unresolvableClass(name: name))
    } else {
      tried.append(.noRestorationClass)
    }

    if record.kind == .controller {
      if let given = delegateObject(record) {
        return adopt(given, record, by: .delegate, ancestor)
      }
      tried.append(.delegateReturnedNil)
    }
    if let existing = existing ?? existingObject(record) {
      return adopt(existing, record, by: .existed, ancestor)
    }
    // Any object but a controller may still be registered, now or after launch.
    guard record.kind == .controller else {
      return .open(Failure(origin: pass.address(of: record), reason: nil))
    }
    if let match = looseMatch(for: record) {
      return adopt(match, record, by: .elsewhere, ancestor)
    }
    tried.append(.noneExists)
    return makeFromStoryboard(record, tried, ancestor)
  }

  private func makeFromStoryboard(
    _ record: RecordRow, _ tried: [Diagnostic.Step], _ ancestor: Ancestor?
  ) -> State {
    let address = pass.address(of: record)
    var isFromStoryboard = false
    let made = withDecoder(record) {
      isFromStoryboard = $0.containsValue(forKey: ReservedKey.storyboard)
      return coordinator.tree?.storyboardObject(at: address, coder: $0)
    }
    if let made { return adopt(made, record, by: .storyboard, ancestor) }
    let tried = tried + [isFromStoryboard ? .storyboardMadeNone : .noStoryboard]
    let failure = Failure(origin: address, reason: .noStep(tried), isAbsence: true)
    guard let tree = coordinator.tree,
      withDecoder(record, { tree.mayExistLater(at: address, coder: $0) })
    else { return finally(failure) }
    awaited[record.number] = failure
    return .open(failure)
  }

  /// What was awaited and did not come is dropped for good.
  func endWaiting() {
    for (number, failure) in awaited.sorted(by: { $0.key < $1.key })
    where steps[number.index] == .open {
      keep(finally(failure), for: number)
    }
  }

  private func delegateObject(_ record: RecordRow) -> (any StateRestoring)? {
    guard let tree = coordinator.tree else { return nil }
    let address = pass.address(of: record)
    return withDecoder(record) { tree.delegateObject(at: address, coder: $0) }
  }

  private func existingObject(_ record: RecordRow) -> (any StateRestoring)? {
    guard record.kind == .object else {
      return coordinator.tree?.existingObject(at: pass.address(of: record))
    }
    if let first = reader.first(at: record), isInPlace[first.index] { return obtained(first) }
    guard !coordinator.state.index.isEmpty else { return nil }
    return coordinator.registeredObject(at: pass.address(of: record)) { self.objectInPlace(at: $0) }
  }

  /// The object that was put at an address without asking for its path.
  private func objectInPlace(at address: RestorationAddress) -> (any StateRestoring)? {
    guard let number = pass.snapshot.number(at: address), isInPlace[number.index] else {
      return nil
    }
    return obtained(number)
  }

  private func restorationClass(named name: String, of record: RecordRow) -> RestorationClass? {
    let index = reader.archivedClass(of: record).index
    if let known = found[index] { return known }
    let restorationClass = coordinator.restorationClass(named: name)
    found[index] = restorationClass
    return restorationClass
  }

  private func withDecoder<Result>(
    _ record: RecordRow, _ body: (RestorationDecoder) -> Result
  ) -> Result {
    pass.withDecoder(record, migrated: pass.valuesForLookup(record), body)
  }

  /// Gives the object the identity it was looked up under, if it has none (R24, R167).
  ///
  /// - Parameter isFree: Whether no registered object lies at the record's address.
  private func adopt(
    _ object: any StateRestoring, _ record: RecordRow, by way: Way, _ ancestor: Ancestor?,
    isFree: Bool = false
  ) -> State {
    self.way = way
    guard record.kind == .object else {
      let restorationClass: RestorationClass? =
        if case .restorationClass(let made) = way { made } else { nil }
      coordinator.tree?.adopt(
        object, at: pass.address(of: record), restorationClass: restorationClass)
      return .obtained(object)
    }
    if case .existed = way { isInPlace[record.number.index] = true }
    if !coordinator.state.registry.contains(object),
      let identifier = reader.lastIdentifier(of: record)
    {
      let above = ancestor.flatMap { obtained($0.number) }
      let parent = object.restorationParent ?? above
      let isInPlace =
        isFree && parent === above && isWhereItLay(record, below: ancestor)
        && !coordinator.state.index.hasUnplaced
      self.isInPlace[record.number.index] = isInPlace
      coordinator.register(object, as: identifier, parent: parent, isInPlace: isInPlace)
    }
    return .obtained(object)
  }

  /// Whether an object that is registered below its archived ancestor gets its archived address.
  private func isWhereItLay(_ record: RecordRow, below ancestor: Ancestor?) -> Bool {
    guard reader.endsInIdentifier(record) else { return false }
    guard let ancestor else { return reader.depth(of: record) == 1 && reader.hasNoScene(record) }
    return ancestor.isNext && isInPlace[ancestor.number.index]
  }
}
