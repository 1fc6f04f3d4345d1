// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Registered objects by path, for the time of one restore; at other times paths may change.
struct RegistrationIndex {
  private var objects: [RestorationAddress: WeakObject] = [:]
  /// Objects whose path was not asked for yet, or that have none as long as their parent has none.
  private var unplaced: [WeakObject] = []
  /// Pairs of objects that have the same path (R22).
  private(set) var duplicates: [Complaint] = []

  typealias AddressOf = (any StateRestoring) -> RestorationAddress?
  /// The object that a restore pass has put at a path by itself.
  typealias InPlace = (RestorationAddress) -> (any StateRestoring)?

  /// Whether there is an object whose path was not asked for yet.
  var hasUnplaced: Bool { !unplaced.isEmpty }

  /// Whether no object was registered but those that a restore pass has put in place by itself.
  var isEmpty: Bool { unplaced.isEmpty && objects.isEmpty }

  mutating func add(_ object: any StateRestoring) { unplaced.append(WeakObject(object)) }

  /// Forgets paths; objects without path stay.
  mutating func removePlaced() {
    objects = [:]
    duplicates = []
  }

  /// Begins anew with all objects that are registered.
  mutating func reset(to all: [any StateRestoring]) {
    removePlaced()
    unplaced = all.map { WeakObject($0) }
  }

  /// Finds the object at a path; of several, the one that was registered first (R22).
  mutating func object(
    at address: RestorationAddress, addressOf: AddressOf, inPlace: InPlace
  ) -> (any StateRestoring)? {
    if let found = objects[address]?.object { return found }
    if hasUnplaced { place(addressOf: addressOf, inPlace: inPlace) }
    return objects[address]?.object
  }

  /// Finds out the paths of objects that have one by now.
  ///
  /// - Parameters:
  ///   - addressOf: The path an object has now.
  ///   - inPlace: Who is there already.
  /// - Returns: The paths that were found.
  @discardableResult
  mutating func place(addressOf: AddressOf, inPlace: InPlace = { _ in nil }) -> [RestorationAddress]
  {
    var remaining: [WeakObject] = []
    var placed: [RestorationAddress] = []
    for entry in unplaced {
      guard let object = entry.object else { continue }
      guard let address = addressOf(object) else {
        remaining.append(entry)
        continue
      }
      placed.append(address)
      if let first = objects[address]?.object ?? inPlace(address), first !== object {
        let diagnostic = Diagnostic.duplicate(
          first: archivedClassName(of: type(of: first)),
          second: archivedClassName(of: type(of: object)), isRestoring: true)
        duplicates.append(Complaint(diagnostic, about: address))
      } else {
        objects[address] = entry
      }
    }
    unplaced = remaining
    return placed
  }
}
