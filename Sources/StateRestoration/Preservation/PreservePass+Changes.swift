// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// An incremental pass: encodes only what has changed.
///
/// Changes are new contents of objects, and objects that came or went. What comes and what changes
/// costs as much as those objects, whatever the total. What goes costs a look at all records, which
/// takes far less than a walk: no object is asked.
extension PreservePass {
  /// Encodes invalidated and new objects, and finds those that have gone.
  ///
  /// - Parameter changed: The invalidated objects.
  /// - Returns: Whether these are all the changes; `false` as soon as the pass meets something that
  ///   only a walk over all objects can settle.
  func encodeChanges(_ changed: ChangedObjects) -> Bool {
    let application = builder.tables.application
    guard needsNoWalk(application) else { return false }
    var objects = arrivals()
    var elsewhere: Set<ObjectIdentifier> = []
    for object in changed.objects where isSufficient {
      guard let object else { continue }  // released; `findGone` finds its number
      if !arrived.isEmpty, let number = try? settledNumber(of: object), arrived[number] === object {
        continue
      }
      if let changed = steadyObject(object) {
        objects.append(changed)
      } else if mayHaveCome(object) {
        elsewhere.insert(ObjectIdentifier(object))
      } else {
        return false
      }
    }
    for object in objects.sorted(by: { $0.number < $1.number }) where isSufficient {
      encode(object)
    }
    var next = 0
    while isSufficient, next < coming.count {
      encode(coming[next])  // may append to the array
      next += 1
    }
    if isSufficient { findUnreached() }
    elsewhere.formUnion(coming.map { ObjectIdentifier($0.object) })
    guard isSufficient, !hasLeftItsPlace(elsewhere) else { return false }
    findGone(
      looksAtAll: lastSerial != coordinator.state.steady?.serial || changed.hasGone)
    let size = before.logged.totals.recordBytes + builder.recordByteCount
    return isSufficient && coordinator.mayLookAtChanges && coordinator.hasSameRoots
      && !builder.tables.isNearlyFull && size <= budget.recordBytes
  }

  /// The numbers of the objects that encoded, without the application.
  var encodedNumbers: [ObjectNumber] {
    encodedEarly.filter { $0.value.object != nil }.map(\.key).sorted()
  }

  /// Returns the addresses of numbers.
  func addresses(of numbers: [ObjectNumber]) -> Set<RestorationAddress> {
    Set(numbers.compactMap { builder.tables.address(of: $0) })
  }

  // MARK: Encoding

  /// An object that has to encode.
  struct Changed {
    fileprivate let object: any StateRestoring
    fileprivate let number: ObjectNumber
    fileprivate let type: ParticipantClass
    fileprivate let recordClass: RecordClass
    fileprivate var prerequisite: ObjectNumber?
    /// Whether it had its number in the pass before.
    fileprivate let continues: Bool
  }

  /// Prepares an object whose address and metadata have not changed.
  ///
  /// Returns `nil` unless its number, class, restoration class, schema version and prerequisite are
  /// those of the pass before.
  private func steadyObject(_ object: any StateRestoring) -> Changed? {
    guard let number = try? settledNumber(of: object), known.holds(object, at: number)
    else { return nil }
    let type = coordinator.participantClass(of: object)
    let prerequisite = prerequisiteNumber(of: object)
    let made = coordinator.restorationClass(of: object, naming: object.objectRestorationClass)
    let recordClass = builder.tables.recordClass(
      named: type.name, made?.name, schemaVersion: type.schemaVersion)
    let isSame = before.withRecord(number) {
      $0.isRecord(of: recordClass, dependentOn: prerequisite)
    }
    guard isSame == true else { return nil }
    return Changed(
      object: object, number: number, type: type, recordClass: recordClass,
      prerequisite: prerequisite, continues: true)
  }

  private func prerequisiteNumber(of object: any StateRestoring) -> ObjectNumber? {
    tree?.prerequisite(of: object).flatMap { try? settledNumber(of: $0) }
  }

  private func encode(_ changed: Changed) {
    (holder, encoding) = (changed.number, ObjectIdentifier(changed.object))
    encodedEarly[holder] = (changed.object, [])
    let encoder = builder.begin(
      holder, of: changed.recordClass, prerequisite: changed.prerequisite,
      references: self)
    encodeState(of: changed.object, changed.type, with: encoder)
    end(encoder, continues: changed.continues)
    if !needsNoWalk(changed.number) { isSufficient = false }
  }

  /// Whether an object's new record needs no walk.
  ///
  /// A walk is needed when the record is too large, or when values were left out.
  private func needsNoWalk(_ number: ObjectNumber) -> Bool {
    report.omissions.isEmpty && builder.byteCount(of: number) <= max(0, budget.objectSize)
  }

  /// Returns the number of an object that a changed object references.
  func numberWithoutWalk(_ object: any StateRestoring, key: String) -> ObjectNumber? {
    do throws(BrokenLink) {
      let number = try settledNumber(of: object)
      meetReferred(object, at: number)
      return number
    } catch {
      hasLostReference = true
      let name = archivedClassName(of: type(of: object))
      diagnose(.referenceIsNil(key: key, className: name, error), number: holder)
      return nil
    }
  }

  private func settledNumber(of object: any StateRestoring) throws(BrokenLink) -> ObjectNumber {
    if let known = registry.number(of: object, in: builder.tables) { return known }
    return try newNumber(of: object)
  }

  // MARK: Coming

  /// Whether an object may have come into the tree, so that it encodes if something leads to it.
  ///
  /// It has no place, or one that no object had in the pass before. It may have moved there, too;
  /// see ``hasLeftItsPlace(_:)``.
  private func mayHaveCome(_ object: any StateRestoring) -> Bool {
    guard tree != nil, !registry.contains(object) else { return false }
    guard let number = try? settledNumber(of: object) else { return true }
    return isFree(number)
  }

  /// Adds what is around changed objects that were in no pass before.
  ///
  /// It may have got them while it was restored, or in a new version of the program. Neither is a
  /// change of its own.
  func withContainers(_ changed: ChangedObjects) -> ChangedObjects {
    guard let tree, scope == .changes else { return changed }
    var all = changed
    for object in changed.objects {
      var next = object
      // A root gets its number in the walk: windows come back in the order of their numbers.
      while let newcomer = next, let owner = tree.owner(of: newcomer), mayHaveCome(newcomer) {
        all.insert(owner)
        next = owner
      }
    }
    return all
  }

  /// Whether one of these objects had another place in the pass before, which counts still.
  ///
  /// Only a walk finds what refers to it there.
  private func hasLeftItsPlace(_ objects: Set<ObjectIdentifier>) -> Bool {
    !objects.isEmpty
      && known.numbers.contains { number in
        known[number].map { objects.contains(ObjectIdentifier($0)) } == true
          && !gone.contains(number)
      }
  }

  /// Whether a number stood for no object in the pass before.
  private func isFree(_ number: ObjectNumber) -> Bool {
    known[number] == nil && !before.hasRecord(number)
  }

  /// Looks at an object that a changed one refers to, and queues it if it is new.
  ///
  /// An object needs a walk if it has taken another's number, or needs another object than before.
  func meetReferred(_ object: any StateRestoring, at number: ObjectNumber) {
    encodedEarly[holder]?.referenced.append((number, object))
    if arrived[number] === object { return }
    guard let tree else { return isSufficient = isSufficient && known.holds(object, at: number) }
    let prerequisite = tree.prerequisite(of: object)
    let first = prerequisite.flatMap { try? settledNumber(of: $0) }
    if known.holds(object, at: number) {
      if before.withRecord(number, { $0.prerequisite == first }) != true { isSufficient = false }
      return
    }
    guard isFree(number), (prerequisite == nil) == (first == nil),
      var arrival = arrival(object, at: number)
    else { return isSufficient = false }
    arrived[number] = object
    arrival.prerequisite = first
    coming.append(arrival)
    if let prerequisite, let first { meetReferred(prerequisite, at: first) }
  }

  // Without a tree, each registered object is a root (R42).

  /// Returns the objects registered since the pass before, ready to encode.
  private func arrivals() -> [Changed] {
    guard let serial = coordinator.state.steady?.serial, serial < lastSerial else { return [] }
    var arrivals: [Changed] = []
    for object in registry.objects(after: serial, upTo: lastSerial) {
      let number = try? newNumber(of: object)
      // A hook of the pass before registered it and encoded a reference to it.
      if let number, known.holds(object, at: number) { continue }
      guard let number, let arrival = arrival(object, at: number) else {
        isSufficient = false
        return []
      }
      arrived[number] = object
      arrivedNumbers.append(number)
      arrivals.append(arrival)
    }
    return arrivals
  }

  /// Prepares a newly registered object.
  ///
  /// - Returns: `nil` when only a walk can find out what to report about the object.
  private func arrival(_ object: any StateRestoring, at number: ObjectNumber) -> Changed? {
    let type = coordinator.participantClass(of: object)
    let named = object.objectRestorationClass
    let made = coordinator.restorationClass(of: object, naming: named)
    guard known[number] == nil, arrived[number] == nil,
      made.map({ coordinator.canFind($0, of: object, naming: named) }) ?? true
    else { return nil }
    return Changed(
      object: object, number: number, type: type,
      recordClass: builder.tables.recordClass(
        named: type.name, made?.name, schemaVersion: type.schemaVersion),
      continues: false)
  }

  // MARK: Going

  /// Finds the objects of a tree that nothing leads to any more.
  ///
  /// Records tell, since a reference is a number. A walk is needed when nothing leads to a registered
  /// object, which is reported then, or when what they referred to stays, but is not at its place
  /// any more.
  private func findUnreached() {
    guard let steady = coordinator.state.steady, tree != nil else { return }
    let losers = encodedEarly.keys.filter(builder.hasLostReferences)
    guard !losers.isEmpty else { return }
    guard unclaimed.isEmpty, heldBack.isEmpty else { return isSufficient = false }
    let reached = reached(from: [builder.tables.application] + steady.roots)
    gone = known.numbers.filter { !reached.contains($0) }
    isSufficient =
      gone.allSatisfy { encodedEarly[$0] == nil }
      && (losers + gone).allSatisfy { former in
        before.withRecord(former) { record in
          record.visitLinks { !reached.contains($0) || isInPlace($0) }
        } ?? true
      }
      && registry.objects.allSatisfy { object in
        (try? settledNumber(of: object)).map { reached.contains($0) } ?? false
      }
  }

  /// Returns the numbers of the records that references lead to.
  private func reached(from roots: [ObjectNumber]) -> NumberSet {
    var reached = NumberSet()
    var open = roots
    while let number = open.popLast() {
      guard !reached.contains(number) else { continue }
      builder.withNewestRecord(number) { record in
        reached.insert(number)
        record.visitLinks {
          open.append($0)
          return true
        }
      }
    }
    return reached
  }

  /// Whether the object that had a number in the pass before still has it.
  private func isInPlace(_ number: ObjectNumber) -> Bool {
    known[number].flatMap { try? settledNumber(of: $0) } == number
  }

  /// Finds the numbers of released objects.
  ///
  /// Releases are not announced. If objects have come, or an invalidated one was released, this
  /// checks all numbers, which takes far less than a walk; otherwise it checks some in turn.
  ///
  /// - Parameter looksAtAll: Whether to check all numbers.
  private func findGone(looksAtAll: Bool) {
    let most = looksAtAll ? Int.max : RestorationCoordinator.watchedObjects
    let unreached = NumberSet(gone)
    let missing = known.missing(among: most, from: &coordinator.state.nextWatched)
      .filter { !unreached.contains($0) }
    guard !missing.isEmpty else { return }
    guard tree == nil, !registry.hasOrphans, !isReferred(to: missing)
    else { return isSufficient = false }
    gone = missing.filter { arrived[$0] == nil && before.hasRecord($0) }
  }

  /// Whether a carried record refers to a missing number.
  ///
  /// Records of objects that encoded, are missing themselves or are unclaimed do not count.
  private func isReferred(to missing: [ObjectNumber]) -> Bool {
    let missingSet = Set(missing)
    return before.refers(to: missing) { number in
      encodedEarly[number] != nil || missingSet.contains(number) || unclaimed.contains(number)
    }
  }
}

extension PreservationBudget {
  /// The most bytes that all records together may have.
  var recordBytes: Int { min(max(0, archiveSize), ArchiveLimits.records) }
}
