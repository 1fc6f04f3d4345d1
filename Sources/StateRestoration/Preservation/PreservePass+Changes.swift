// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What changed alone (R30): contents of objects, and without a tree which there are.
///
/// Costs what the changed objects cost, however many others there are.
extension PreservePass {
  /// Encodes what was invalidated or has come, and finds what has gone.
  ///
  /// - Parameter changed: What was invalidated.
  /// - Returns: Whether that is all that has changed; `false` as soon as something is met that only a
  ///   walk over all objects can settle.
  func encodeChanges(_ changed: ChangedObjects) -> Bool {
    let application = builder.tables.application
    guard hasSettled(application) else { return false }
    var objects = arrivals()
    for object in changed.objects where isSufficient {
      guard let object else { continue }  // found to be gone below
      if !arrived.isEmpty, let number = try? settledNumber(of: object), arrived[number] === object {
        continue
      }
      guard let changed = steadyObject(object) else { return false }
      objects.append(changed)
    }
    for object in objects.sorted(by: { $0.number < $1.number }) where isSufficient {
      encode(object)
    }
    guard isSufficient else { return false }
    findGone(
      looksAtAll: lastSerial != coordinator.state.steady?.serial || changed.hasGone)
    let size = before.logged.recordBytes + builder.recordByteCount
    return isSufficient && coordinator.isSteady && !builder.tables.isNearlyFull
      && size <= budget.recordBytes
  }

  /// The objects that have encoded, without the application.
  var encodedNumbers: [ObjectNumber] {
    encodedEarly.filter { $0.value.object != nil }.map(\.key).sorted()
  }

  /// Where some numbers lie.
  func addresses(of numbers: [ObjectNumber]) -> Set<RestorationAddress> {
    Set(numbers.compactMap { builder.tables.address(of: $0) })
  }

  // MARK: Encoding

  /// An object that is to encode.
  private struct Changed {
    let object: any StateRestoring
    let number: ObjectNumber
    let type: ParticipantClass
    let recordClass: ChangeBuilder.KnownClass
    var prerequisite: ObjectNumber?
  }

  /// An object that lies, and is made, as it was in the pass before.
  private func steadyObject(_ object: any StateRestoring) -> Changed? {
    let index = registry.index(of: object)
    guard let number = try? settledNumber(of: object, at: index), known.holds(object, at: number)
    else { return nil }
    let classIndex =
      index.map { registry.mark(at: $0).classIndex }
      ?? participants.index(of: Swift.type(of: object))
    let type = participants.list[classIndex]
    let prerequisite = tree?.prerequisite(of: object)
    let prerequisiteNumber = prerequisite.flatMap { try? settledNumber(of: $0) }
    guard prerequisite == nil || prerequisiteNumber != nil else { return nil }
    let made = coordinator.restorationClass(of: object, naming: object.objectRestorationClass)
    let recordClass = builder.knownClass(
      named: type.name, restorationClass: made?.name, schemaVersion: type.schemaVersion)
    let isSteady = before.withRecord(number) {
      builder.isRecord($0, of: recordClass, dependentOn: prerequisiteNumber)
    }
    guard isSteady == true else { return nil }
    return Changed(
      object: object, number: number, type: type, recordClass: recordClass,
      prerequisite: prerequisiteNumber)
  }

  private func encode(_ changed: Changed) {
    holder = changed.number
    encodedEarly[holder] = (changed.object, [])
    let encoder = builder.begin(
      holder, of: builder.recordClass(changed.recordClass), prerequisite: changed.prerequisite,
      references: self)
    coordinator.encodeState(of: changed.object, changed.type, in: tree, with: encoder)
    end(encoder)
    if !hasSettled(changed.number) { isSufficient = false }
  }

  /// Whether no walk is needed for what an object has encoded.
  ///
  /// What is not referred to any more may be reached no more, but for what is a root itself; and what is
  /// too large takes a walk.
  private func hasSettled(_ number: ObjectNumber) -> Bool {
    (tree == nil || !builder.hasLostReferences(number)) && report.omissions.isEmpty
      && builder.byteCount(of: number) <= max(0, budget.objectSize)
  }

  /// The number of an object that is referred to by one that has changed.
  func numberOfKnown(_ object: any StateRestoring, key: String) -> ObjectNumber? {
    do throws(BrokenLink) {
      let number = try settledNumber(of: object)
      if !known.holds(object, at: number), arrived[number] !== object { isSufficient = false }
      encodedEarly[holder]?.referenced.append((number, object))
      return number
    } catch {
      let name = archivedClassName(of: type(of: object))
      diagnose(.referenceIsNil(key: key, className: name, error), number: holder)
      return nil
    }
  }

  private func settledNumber(of object: any StateRestoring) throws(BrokenLink) -> ObjectNumber {
    try settledNumber(of: object, at: registry.index(of: object))
  }

  private func settledNumber(of object: any StateRestoring, at index: Int?) throws(BrokenLink)
    -> ObjectNumber
  {
    if let index, let settled = registry.settledNumber(at: index, in: builder.tables) {
      return settled
    }
    return builder.tables.number(for: try coordinator.address(of: object))
  }

  // MARK: Coming and going

  // Where no tree says what lies in what, each object that is registered is a root (R42).

  /// The objects that were registered since the pass before, ready to encode.
  private func arrivals() -> [Changed] {
    guard let serial = coordinator.state.steady?.serial, serial < lastSerial else { return [] }
    var arrivals: [Changed] = []
    for index in registry.indices(after: serial) {
      guard registry.mark(at: index).serial <= lastSerial, let object = registry.object(at: index)
      else { continue }
      let number = settle(object)
      // A hook of the pass before has registered it, and referred to it.
      if let number, known.holds(object, at: number) { continue }
      guard let number, let arrival = arrival(object, at: number, index) else {
        isSufficient = false
        return []
      }
      arrived[number] = object
      arrivedNumbers.append(number)
      arrivals.append(arrival)
    }
    return arrivals
  }

  /// Gives an object its number.
  private func settle(_ object: any StateRestoring) -> ObjectNumber? {
    guard let address = try? coordinator.address(of: object),
      address.path.components.count <= RestorationPath.maximumDepth
    else { return nil }
    let number = builder.tables.number(for: address)
    registry.place(number, of: object) { try? settledNumber(of: $0) }
    return number
  }

  /// - Returns: `nil` when only a walk can settle what is to be said of the object.
  private func arrival(_ object: any StateRestoring, at number: ObjectNumber, _ index: Int)
    -> Changed?
  {
    let type = participants.list[registry.mark(at: index).classIndex]
    let named = object.objectRestorationClass
    let made = coordinator.restorationClass(of: object, naming: named)
    guard known[number] == nil, arrived[number] == nil,
      made.map({ coordinator.canFind($0, of: object, naming: named) }) ?? true
    else { return nil }
    return Changed(
      object: object, number: number, type: type,
      recordClass: builder.knownClass(
        named: type.name, restorationClass: made?.name, schemaVersion: type.schemaVersion))
  }

  /// Finds the numbers whose objects have gone (R88).
  ///
  /// Nobody announces that. All are looked at where some have come, which takes far less than a walk;
  /// some in turn otherwise.
  ///
  /// - Parameter looksAtAll: Whether all are.
  private func findGone(looksAtAll: Bool) {
    let most = looksAtAll ? Int.max : RestorationCoordinator.watchedObjects
    let missing = known.missing(among: most, from: &coordinator.state.nextWatched)
    guard !missing.isEmpty else { return }
    let serials = Set(missing.compactMap { known.serial(at: $0) })
    guard tree == nil, !registry.hasChildren(of: serials), !isReferred(to: missing)
    else { return isSufficient = false }
    gone = missing.filter { arrived[$0] == nil && before.hasRecord($0) }
  }

  /// Whether an object that did not encode refers to one that has gone, or where it lay.
  private func isReferred(to missing: [ObjectNumber]) -> Bool {
    let missingSet = Set(missing)
    return before.refers(to: missing) { number in
      encodedEarly[number] != nil || missingSet.contains(number) || unclaimed.contains(number)
    }
  }
}

extension PreservationBudget {
  /// How many bytes all records together may have.
  var recordBytes: Int { min(max(0, archiveSize), ArchiveLimits.records) }
}
