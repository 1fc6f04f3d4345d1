// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Registered objects by the record they lie at, for the time of one restore; at other times paths may
/// change.
struct RegistrationIndex {
  private var claims: [ObjectNumber: WeakObject] = [:]
  /// Those that lie where no record does.
  private var others: [RestorationAddress: WeakObject] = [:]
  /// Objects whose path was not asked for yet, or that the tree may give one at any time.
  private var unplaced: [WeakObject] = []
  /// Objects without a path, by the object above them that has to be registered first; those that no
  /// other object can help are below `nil`.
  private var orphans: [ObjectIdentifier?: [Orphan]] = [:]
  /// Counts the orphans, so that all of them can be asked in the order in which they came (R22).
  private var orphanCount = 0
  /// Objects whose record could not be restored yet: it needs another one that nobody has claimed.
  private var waiting: [WeakObject] = []
  /// Counts the objects that came, and those that were found to lie where a record does.
  private(set) var arrivals: UInt32 = 0
  /// Pairs of objects that have the same path (R22).
  private(set) var duplicates: [RestorationIssue] = []

  private struct Orphan {
    let serial: Int
    let entry: WeakObject
  }

  /// Whether there is an object whose path is to be asked for.
  var hasUnplaced: Bool { !unplaced.isEmpty }

  /// Whether there is an object that has no path, or whose path is to be asked for.
  var hasPathless: Bool { hasUnplaced || !orphans.isEmpty }

  /// Whether no object lies where a record does but those that a restore pass has put there by itself.
  var isEmpty: Bool { unplaced.isEmpty && claims.isEmpty }

  /// Takes in an object that was registered, and asks for the paths of those again that waited for it.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - isNew: Whether it was registered for the first time; others may have led nowhere by its parent.
  mutating func add(_ object: any StateRestoring, isNew: Bool) {
    if isNew {
      unplaced += (orphans.removeValue(forKey: ObjectIdentifier(object)) ?? []).map(\.entry)
    } else {
      unplaced += orphans.values.joined().sorted { $0.serial < $1.serial }.map(\.entry)
      orphans = [:]
    }
    unplaced.append(WeakObject(object))
    arrivals &+= 1
  }

  /// Ends the look-up of a launch: paths are asked for anew, those of objects first that lie where an
  /// unclaimed record does.
  ///
  /// - Parameter unclaimed: The records that nobody has restored yet.
  mutating func endLaunch(unclaimed: NumberSet) {
    unplaced = claims(on: unclaimed.contains) + unplaced
    removePlaced()
  }

  /// Ends a look-up after launch: objects that have a record all the same wait for another record,
  /// which theirs needs.
  ///
  /// - Parameter unclaimed: The records that nobody has restored yet.
  mutating func wait(unclaimed: NumberSet) {
    waiting += claims(on: unclaimed.contains)
    removePlaced()
  }

  /// Asks for the paths of those again that wait, before those that came after them (R22).
  mutating func resumeWaiting() {
    guard !waiting.isEmpty else { return }
    unplaced = waiting + claims { _ in true } + unplaced
    (claims, waiting) = ([:], [])
  }

  /// The objects that lie where some records do, in the order of the archive.
  private func claims(on isWanted: (ObjectNumber) -> Bool) -> [WeakObject] {
    claims.filter { isWanted($0.key) }.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func removePlaced() { (claims, others, duplicates) = ([:], [:], []) }

  /// Begins anew with all objects that are registered.
  mutating func reset(to all: [any StateRestoring]) {
    self = RegistrationIndex()
    unplaced = all.map { WeakObject($0) }
  }

  /// Finds the object that lies where a record does; of several, the one that was registered first
  /// (R22).
  mutating func object(at number: ObjectNumber, _ places: RegisteredPlaces) -> (any StateRestoring)?
  {
    if let found = claims[number]?.object { return found }
    if hasUnplaced { place(places) }
    return claims[number]?.object
  }

  /// The records that objects lie at, in the order of the archive.
  mutating func claimed(_ places: RegisteredPlaces) -> [ObjectNumber] {
    if hasUnplaced { place(places) }
    return claims.keys.sorted()
  }

  /// Finds out the paths of objects that have one by now.
  private mutating func place(_ places: RegisteredPlaces) {
    var remaining: [WeakObject] = []
    var steps = places.steps(of: unplaced.count)
    if steps != nil { claims.reserveCapacity(claims.count + unplaced.count) }
    for entry in unplaced {
      guard let object = entry.object else { continue }
      if let number = steps?.number(of: object) {
        claim(number, entry, object, places)
        continue
      }
      switch places.place(of: object) {
      case .at(let address):
        if let number = places.number(at: address) {
          claim(number, entry, object, places)
        } else if let first = others[address]?.object, first !== object {
          noteDuplicate(first, object, address)
        } else {
          others[address] = entry
        }
      case .nowhere(let missing):
        orphans[missing, default: []].append(Orphan(serial: orphanCount, entry: entry))
        orphanCount += 1
      case .unknown: remaining.append(entry)
      }
    }
    unplaced = remaining
  }

  private mutating func claim(
    _ number: ObjectNumber, _ entry: WeakObject, _ object: any StateRestoring,
    _ places: RegisteredPlaces
  ) {
    if let first = claims[number]?.object ?? places.inPlace(number), first !== object {
      noteDuplicate(first, object, places.address(of: number))
    } else {
      claims[number] = entry
      arrivals &+= 1
    }
  }

  private mutating func noteDuplicate(
    _ first: any StateRestoring, _ second: any StateRestoring, _ address: RestorationAddress?
  ) {
    let diagnostic = Diagnostic.duplicate(
      first: archivedClassName(of: type(of: first)),
      second: archivedClassName(of: type(of: second)), isRestoring: true)
    duplicates.append(RestorationIssue(diagnostic, about: address))
  }
}
