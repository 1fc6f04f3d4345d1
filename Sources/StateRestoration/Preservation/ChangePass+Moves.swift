// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Finds which objects have come and gone, where no tree says what lies in what: each that is
/// registered is a root (R42).
extension ChangePass {
  /// The objects that were registered since the pass before, ready to encode.
  func arrivals() -> [Changed] {
    guard let serial = coordinator.state.steady?.serial, serial < lastSerial else { return [] }
    var arrivals: [Changed] = []
    for index in registry.indices(after: serial) {
      guard registry.marks[index].serial <= lastSerial, let object = registry.object(at: index)
      else { continue }
      let number = place(object)
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

  /// Finds the numbers whose objects have gone (R88).
  ///
  /// Nobody announces that. All are looked at where some have come, which takes far less than a walk;
  /// some in turn otherwise.
  ///
  /// - Parameter looksAtAll: Whether all are.
  func findGone(looksAtAll: Bool) {
    guard isSufficient else { return }
    let most = looksAtAll ? Int.max : RestorationCoordinator.watchedObjects
    let missing = known.missing(among: most, from: &coordinator.state.nextWatched)
    guard !missing.isEmpty else { return }
    let serials = Set(missing.compactMap { known.serial(at: $0) })
    guard tree == nil, !registry.hasChildren(of: serials), !isReferred(to: missing)
    else { return isSufficient = false }
    gone = missing.filter { arrived[$0] == nil }
  }

  /// Whether an object that did not encode refers to one that has gone, or where it lay.
  private func isReferred(to missing: [ObjectNumber]) -> Bool {
    let (missingSet, unclaimed) = (Set(missing), coordinator.state.unclaimed)
    return coordinator.state.current?.refers(to: missing) { number in
      encodedByNumber[number] != nil || missingSet.contains(number) || unclaimed.contains(number)
    } ?? true
  }

  /// Gives an object its number.
  private func place(_ object: any StateRestoring) -> ObjectNumber? {
    guard let address = try? coordinator.address(of: object),
      address.path.components.count <= RestorationPath.maximumDepth
    else { return nil }
    let number = tables.number(for: address)
    registry.place(number, of: object) { try? self.number(of: $0) }
    return number
  }

  /// - Returns: `nil` when the pass cannot settle what is to be said of the object.
  private func arrival(_ object: any StateRestoring, at number: ObjectNumber, _ index: Int)
    -> Changed?
  {
    let type = participants.list[registry.marks[index].classIndex]
    let named = object.objectRestorationClass
    let made = coordinator.restorationClass(of: object, naming: named)
    guard known[number] == nil, arrived[number] == nil,
      made.map({ coordinator.canFind($0, of: object, naming: named) }) ?? true
    else { return nil }
    return Changed(
      object: object, type: type,
      record: builder.emptyRecord(
        number, ofClass: type.name, restorationClass: made?.name,
        schemaVersion: type.schemaVersion))
  }
}
