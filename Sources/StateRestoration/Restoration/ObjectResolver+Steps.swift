// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension ObjectResolver {
  func lookUp(_ record: RecordRow, _ ancestor: Ancestor?) -> Step {
    let existing = existingObject(record)
    if let maker = makers[Int(record.classRow)] ?? newMaker(of: record) {
      return make(record, with: maker, existing, ancestor)
    }
    let name = pass.reader.archivedClass(of: record).restorationClass
    if let name, unfound.insert(record.number).inserted {
      pass.note(.unresolvableClass(name: name), about: pass.address(of: record))
    }
    if record.kind == .controller, let given = delegateObject(record) {
      return adopt(given, record, by: .delegate, ancestor)
    }
    if let existing = existing ?? existingObject(record) {
      return adopt(existing, record, by: .existed, ancestor)
    }
    if let match = formerMatch(for: record) {
      return adopt(match, record, by: .elsewhere, ancestor)
    }
    // Any object but a controller may still be registered, now or after launch.
    guard record.kind == .controller else {
      return .unclaimed(arrivals: arrivals)
    }
    if let match = looseMatch(for: record) {
      return adopt(match, record, by: .elsewhere, ancestor)
    }
    let noClass = name.map { Diagnostic.Step.unresolvableClass(name: $0) } ?? .noRestorationClass
    return makeFromStoryboard(record, [noClass, .delegateReturnedNil, .noneExists], ancestor)
  }

  private func make(
    _ record: RecordRow, with maker: RestorationClass, _ existing: (any StateRestoring)?,
    _ ancestor: Ancestor?
  ) -> Step {
    // Its archived name may be a former one.
    let name = pass.reader.archivedClass(of: record).restorationClass ?? maker.name
    guard let made = withDecoder(record, { maker.make(reader.identifiers(of: record), $0) }) else {
      let reason = Diagnostic.classReturnedNil(
        name: name, migration: pass.failedMigration(of: record))
      return drop(failure(of: record, reason))
    }
    if let existing {
      if existing !== made, pass.tree?.isStandIn(existing) != true {
        pass.note(.twoForThePriceOfOne(name: name), about: pass.address(of: record))
      }
    } else if register(made, record, ancestor) {
      return obtained(made, record, by: .restorationClass(maker))
    }
    return adopt(made, record, by: .restorationClass(maker), ancestor)
  }

  private func makeFromStoryboard(
    _ record: RecordRow, _ tried: [Diagnostic.Step], _ ancestor: Ancestor?
  ) -> Step {
    let address = pass.address(of: record)
    var isFromStoryboard = false
    let made = withDecoder(record) {
      isFromStoryboard = $0.containsValue(forKey: ReservedKey.storyboard)
      return pass.tree?.storyboardObject(at: address, coder: $0)
    }
    if let made { return adopt(made, record, by: .storyboard, ancestor) }
    let tried = tried + [isFromStoryboard ? .storyboardMadeNone : .noStoryboard]
    let failure = Failure(origin: address, reason: .noStep(tried), isAbsence: true)
    guard let tree = pass.tree,
      withDecoder(record, { tree.mayExistLater(at: address, coder: $0) })
    else { return drop(failure) }
    awaited[record.number] = failure
    return .open(failure)
  }

  /// Drops for good the awaited objects that did not come.
  func endWaiting() {
    for (number, failure) in awaited.sorted(by: { $0.key < $1.key }) {
      if case .open = objects.step(of: number) { objects.setStep(drop(failure), of: number) }
    }
  }

  func delegateObject(_ record: RecordRow) -> (any StateRestoring)? {
    guard let tree = pass.tree else { return nil }
    let address = pass.address(of: record)
    return withDecoder(record) { tree.delegateObject(at: address, coder: $0) }
  }

  /// Returns the object that exists at the path of a record.
  func existingObject(_ record: RecordRow) -> (any StateRestoring)? {
    let mayExist =
      record.kind != .object || reader.hasSharedAddresses || !coordinator.state.index.isEmpty
    return mayExist ? findExistingObject(record) : nil
  }

  private func findExistingObject(_ record: RecordRow) -> (any StateRestoring)? {
    guard record.kind == .object else {
      return pass.tree?.existingObject(at: pass.address(of: record))
    }
    if reader.hasSharedAddresses, let first = reader.first(at: record), objects.isInPlace(first) {
      return objects.object(first)
    }
    return coordinator.state.index.object(at: record.number, pass.places)
  }

  private func newMaker(of record: RecordRow) -> RestorationClass? {
    let row = Int(record.classRow)
    guard let name = pass.reader.archivedClass(of: record).restorationClass,
      missingClasses[row] != coordinator.state.classes.calls
    else { return nil }
    guard let found = coordinator.restorationClass(named: name) else {
      missingClasses[row] = coordinator.state.classes.calls
      return nil
    }
    makers[row] = found
    return found
  }

  private func withDecoder<Result>(
    _ record: RecordRow, _ body: (RestorationDecoder) -> Result
  ) -> Result {
    pass.withDecoder(record, migrated: pass.valuesForLookup(record), body)
  }

  /// Gives the object its archived identity, if it has none.
  ///
  /// - Parameters:
  ///   - object: The object that was found or made.
  ///   - record: Its record.
  ///   - way: How it was obtained.
  ///   - ancestor: Its archived ancestor.
  /// - Returns: The step at which it was obtained.
  func adopt(
    _ object: any StateRestoring, _ record: RecordRow, by way: Way, _ ancestor: Ancestor?
  ) -> Step {
    guard record.kind == .object else {
      let restorationClass: RestorationClass? =
        if case .restorationClass(let maker) = way { maker } else { nil }
      pass.tree?.adopt(
        object, at: pass.address(of: record), restorationClass: restorationClass)
      return obtained(object, record, by: way)
    }
    if case .existed = way { objects.setInPlace(record.number) }
    if !registry.contains(object), let identifier = reader.lastIdentifier(of: record) {
      let above = ancestor.flatMap { objects.object($0.number) }
      coordinator.register(object, as: identifier, parent: object.restorationParent ?? above)
    }
    return obtained(object, record, by: way)
  }

  /// Registers an object at its record's place, without asking for its path.
  ///
  /// - Returns: `false` when the object is registered already or belongs elsewhere.
  private func register(
    _ object: any StateRestoring, _ record: RecordRow, _ ancestor: Ancestor?
  ) -> Bool {
    guard record.kind == .object, let identifier = reader.lastIdentifier(of: record),
      belongs(record, below: ancestor, of: object.restorationParent)
    else { return false }
    let parent = ancestor.flatMap { objects.object($0.number) }
    guard registry.insert(object, as: identifier, parent: parent) else { return false }
    objects.setInPlace(record.number)
    coordinator.connectDeclaredState(of: object)
    return true
  }

  /// Whether an object gets its archived address below an ancestor.
  private func belongs(
    _ record: RecordRow, below ancestor: Ancestor?, of parent: (any StateRestoring)?
  ) -> Bool {
    guard !coordinator.state.index.hasPathless, record.endsInIdentifier else { return false }
    guard let ancestor else {
      return parent == nil && record.depth == 1 && reader.hasNoScene(record)
    }
    guard ancestor.isNext, let above = objects.inPlace(ancestor.number) else { return false }
    return (parent ?? above) === above && registry.contains(above)
  }
}
