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
    /// A step is running for it; asking again from inside gets nothing (R165).
    case resolving
    case obtained(any StateRestoring)
    /// Dropped for good.
    case failed(Failure)
    /// Not there yet; asking again tries again.
    case open(Failure)
  }

  /// Why an object was not obtained, and which object was the first that was not.
  struct Failure {
    let origin: RestorationAddress
    /// `nil` for an object that may still be registered.
    let reason: Diagnostic?
    /// Whether nobody refused to make it: it only is in no place where it was looked for.
    var isAbsence = false
  }

  unowned let pass: RestorePass
  private var states: [ObjectNumber: State] = [:]
  private var depth = 0
  /// How the object was obtained that was adopted last.
  private(set) var way = Way.existed
  /// No more objects are looked up within each other: bytes shall not decide how deep the stack grows.
  private static let deepest = 256
  private var unfound: Set<ObjectNumber> = []
  /// What may exist later, and why it does not yet.
  private var awaited: [ObjectNumber: Failure] = [:]

  var snapshot: RestorationSnapshot { pass.snapshot }
  var coordinator: RestorationCoordinator { pass.coordinator }

  init(pass: RestorePass) { self.pass = pass }

  /// The object of a record, if it was obtained; does not try.
  func obtained(_ number: ObjectNumber) -> (any StateRestoring)? {
    if case .obtained(let object) = states[number] { object } else { nil }
  }

  /// Why the object of a record was not obtained.
  func failure(_ number: ObjectNumber) -> RestorationReport.Result? {
    switch states[number] {
    case .failed(let failure), .open(let failure):
      guard let reason = failure.reason else { return .unclaimed }
      let isOrigin = failure.origin == snapshot.address(of: number)
      return .dropped(
        isOrigin ? reason.description : "\(failure.origin) was dropped: \(reason)")
    case .resolving, .obtained, nil:
      return nil
    }
  }

  /// The object of a record, obtaining it and what it depends on if that was not tried yet (R58).
  ///
  /// - Parameter number: The record.
  /// - Returns: `nil` when it was dropped, or is being looked up right now.
  func object(_ number: ObjectNumber) -> (any StateRestoring)? {
    switch states[number] ?? earlierState(of: number) {
    case .obtained(let object): return object
    case .failed: return nil
    case .resolving:
      pass.note(.askedWhileBeingMade, about: snapshot.address(of: number))
      return nil
    case .open, nil: break
    }
    guard let record = try? snapshot.record(number) else { return nil }
    guard depth < Self.deepest else {
      states[number] = finally(dropped(record.address, .missingDependency))
      return nil
    }
    states[number] = .resolving
    depth += 1
    let began = pass.play?.now
    let state = pass.working(on: record) { obtain(record) }
    depth -= 1
    states[number] = state
    pass.play?.say(
      "obtain", "\(record.address)", record.className, text(of: state, number), since: began)
    if case .obtained(let object) = state { return object }
    return nil
  }

  /// What an earlier restore of this process has made of a record.
  private func earlierState(of number: ObjectNumber) -> State? {
    guard let earlier = pass.earlier, !earlier.unclaimed.contains(number) else { return nil }
    if let object = earlier.owners[number]?.object { return .obtained(object) }
    return snapshot.address(of: number).map { .failed(dropped($0, .goneSince)) }
  }

  /// Whether an object was dropped only because it was in no place where it was looked for.
  func isAbsent(_ number: ObjectNumber) -> Bool {
    guard case .failed(let failure) = states[number] else { return false }
    return failure.isAbsence && failure.origin == snapshot.address(of: number)
  }

  // MARK: Obtaining

  /// - Returns: `nil` when something it depends on is being made right now: no verdict yet.
  private func obtain(_ record: ObjectRecord) -> State? {
    if pass.suspects.contains(record.number) { return finally(dropped(record.address, .suspect)) }
    for dependency in dependencies(of: record) where object(dependency) == nil {
      switch states[dependency] ?? earlierState(of: dependency) {
      case .failed(let failure):
        // A container that this layout does not have may be among what can be overlooked (R25).
        if failure.isAbsence, dependency != record.prerequisite,
          record.address.kind == .controller, let match = looseMatch(for: record)
        {
          return adopt(match, record, by: .elsewhere)
        }
        return .failed(failure)
      case .open(let failure):
        return .open(failure)
      case .resolving, .obtained, nil:
        guard depth == 1 else { return nil }
        return finally(dropped(record.address, .missingDependency))
      }
    }
    switch record.address.kind {
    case .view:
      let found = coordinator.tree?.existingObject(at: record.address)
      way = .existed
      return found.map { .obtained($0) }
        ?? .open(dropped(record.address, .missingView))
    case .window:
      if let found = coordinator.tree?.existingObject(at: record.address) {
        return adopt(found, record, by: .existed)
      }
      return delegateObject(record).map { adopt($0, record, by: .delegate) }
        ?? finally(dropped(record.address, .missingWindow))
    case .application, .controller, .object:
      guard let failure = awaited[record.number] else { return lookUp(record) }
      return existingObject(at: record.address).map { adopt($0, record, by: .existed) }
        ?? .open(failure)
    }
  }

  private func dropped(_ address: RestorationAddress, _ reason: Diagnostic) -> Failure {
    Failure(origin: address, reason: reason)
  }

  /// Drops an object, the first of its chain, for good.
  private func finally(_ failure: Failure) -> State {
    if let reason = failure.reason { pass.note(reason, about: failure.origin) }
    return .failed(failure)
  }

  /// What has to be there first: the nearest archived ancestor and the prerequisite (R58, R62, R184).
  private func dependencies(of record: ObjectRecord) -> [ObjectNumber] {
    [ancestor(of: record.address), record.prerequisite].compactMap(\.self)
  }

  /// The nearest object above that has a record.
  func ancestor(of address: RestorationAddress) -> ObjectNumber? {
    guard address.kind != .window else { return nil }
    let kinds: [ObjectKind] = address.kind == .object ? [.controller, .object] : [.controller]
    var components = address.path.components
    while !components.isEmpty {
      components.removeLast()
      for kind in kinds {
        let candidate = RestorationAddress(
          scene: address.scene, kind: kind, path: RestorationPath(components))
        if let number = snapshot.number(at: candidate) { return number }
      }
    }
    return nil
  }

  // MARK: The four steps

  private func lookUp(_ record: ObjectRecord) -> State {
    let address = record.address
    var tried: [Diagnostic.Step] = []
    let existing = existingObject(at: address)

    if let name = record.restorationClass {
      if let restorationClass = coordinator.restorationClass(named: name) {
        let made = withDecoder(record) { restorationClass.make(address.path.identifiers, $0) }
        guard let made else {
          let migration = pass.failedMigration(of: record)
          return finally(dropped(address, .classReturnedNil(name: name, migration: migration)))
        }
        if let existing, existing !== made {
          pass.note(.twoForThePriceOfOne(name: name), about: address)
        }
        return adopt(made, record, by: .restorationClass(restorationClass))
      }
      if unfound.insert(record.number).inserted {
        pass.note(.unresolvableClass(name: name), about: address)
      }
      tried.append(.unresolvableClass(name: name))
    } else {
      tried.append(.noRestorationClass)
    }

    if address.kind == .controller {
      if let given = delegateObject(record) {
        return adopt(given, record, by: .delegate)
      }
      tried.append(.delegateReturnedNil)
    }
    if let existing = existing ?? existingObject(at: address) {
      return adopt(existing, record, by: .existed)
    }
    // Any object but a controller may still be registered, now or after launch.
    guard address.kind == .controller else {
      return .open(Failure(origin: address, reason: nil))
    }
    if let match = looseMatch(for: record) {
      return adopt(match, record, by: .elsewhere)
    }
    tried.append(.noneExists)
    var isFromStoryboard = false
    let made = withDecoder(record) {
      isFromStoryboard = $0.containsValue(forKey: ReservedKey.storyboard)
      return coordinator.tree?.storyboardObject(at: address, coder: $0)
    }
    if let made { return adopt(made, record, by: .storyboard) }
    tried.append(isFromStoryboard ? .storyboardMadeNone : .noStoryboard)
    let failure = Failure(origin: address, reason: .noStep(tried), isAbsence: true)
    guard let tree = coordinator.tree,
      withDecoder(record, { tree.mayExistLater(at: address, coder: $0) })
    else { return finally(failure) }
    awaited[record.number] = failure
    return .open(failure)
  }

  /// What was awaited and did not come is dropped for good.
  func endWaiting() {
    for (number, failure) in awaited.sorted(by: { $0.key < $1.key }) {
      if case .open = states[number] { states[number] = finally(failure) }
    }
  }

  private func delegateObject(_ record: ObjectRecord) -> (any StateRestoring)? {
    guard let tree = coordinator.tree else { return nil }
    return withDecoder(record) { tree.delegateObject(at: record.address, coder: $0) }
  }

  private func existingObject(at address: RestorationAddress) -> (any StateRestoring)? {
    address.kind == .object
      ? coordinator.registeredObject(at: address) : coordinator.tree?.existingObject(at: address)
  }

  private func withDecoder<Result>(
    _ record: ObjectRecord, _ body: (RestorationDecoder) -> Result
  ) -> Result {
    let decoder = RestorationDecoder(
      snapshot: snapshot, record: record, references: pass, migrated: pass.valuesForLookup(record))
    let result = body(decoder)
    pass.end(decoder)
    return result
  }

  /// Gives the object the identity it was looked up under, if it has none (R24, R167).
  private func adopt(
    _ object: any StateRestoring, _ record: ObjectRecord, by way: Way
  ) -> State {
    let address = record.address
    self.way = way
    guard address.kind == .object else {
      let restorationClass: RestorationClass? =
        if case .restorationClass(let made) = way { made } else { nil }
      coordinator.tree?.adopt(object, at: address, restorationClass: restorationClass)
      return .obtained(object)
    }
    if !coordinator.state.registry.contains(object),
      let identifier = address.path.identifiers.last.flatMap(RestorationIdentifier.init)
    {
      let parent = object.restorationParent ?? ancestor(of: address).flatMap { obtained($0) }
      coordinator.register(object, as: identifier, parent: parent)
    }
    return .obtained(object)
  }
}
