// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension ObjectResolver {
  func lookUp(_ record: RecordRow, _ ancestor: Ancestor?) -> State {
    let existing = existingObject(record)
    var tried: [Diagnostic.Step] = []
    if let maker = makers[record.classIndex] ?? newMaker(of: record) {
      let identifiers = reader.identifiers(of: record)
      let made = withDecoder(record) { maker.restorationClass.make(identifiers, $0) }
      guard let made else {
        let reason = Diagnostic.classReturnedNil(
          name: maker.archivedName, migration: pass.failedMigration(of: record))
        return finally(dropped(record, reason))
      }
      if let existing, existing !== made {
        pass.note(.twoForThePriceOfOne(name: maker.archivedName), about: pass.address(of: record))
      }
      return adopt(made, record, by: .restorationClass(maker), ancestor, isFree: existing == nil)
    }
    if let name = record.archivedClass.restorationClass {
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

  func delegateObject(_ record: RecordRow) -> (any StateRestoring)? {
    guard let tree = coordinator.tree else { return nil }
    let address = pass.address(of: record)
    return withDecoder(record) { tree.delegateObject(at: address, coder: $0) }
  }

  func existingObject(_ record: RecordRow) -> (any StateRestoring)? {
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

  private func newMaker(of record: RecordRow) -> Maker? {
    guard let name = record.archivedClass.restorationClass,
      let found = coordinator.restorationClass(named: name)
    else { return nil }
    let maker = Maker(found, archivedName: name)
    makers[record.classIndex] = maker
    return maker
  }

  private func withDecoder<Result>(
    _ record: RecordRow, _ body: (RestorationDecoder) -> Result
  ) -> Result {
    pass.withDecoder(record, migrated: pass.valuesForLookup(record), body)
  }

  /// Gives the object the identity it was looked up under, if it has none (R24, R167).
  ///
  /// - Parameters:
  ///   - object: What was found or made.
  ///   - record: Its record.
  ///   - way: How it was obtained.
  ///   - ancestor: What was archived above it.
  ///   - isFree: Whether no registered object lies at the record's address.
  /// - Returns: That it was obtained.
  func adopt(
    _ object: any StateRestoring, _ record: RecordRow, by way: Way, _ ancestor: Ancestor?,
    isFree: Bool = false
  ) -> State {
    self.way = way
    guard record.kind == .object else {
      let restorationClass: RestorationClass? =
        if case .restorationClass(let maker) = way { maker.restorationClass } else { nil }
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
