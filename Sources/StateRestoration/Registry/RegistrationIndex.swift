// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Registered objects by the record at their address, during one restore.
///
/// At other times paths may change.
struct RegistrationIndex {
  private var claims: [ObjectNumber: ObjectRegistry.Row] = [:]
  /// Objects without a record, by that at a former address.
  private var formerClaims: [ObjectNumber: ObjectRegistry.Row] = [:]
  /// Objects at addresses without a record.
  private var others: [RestorationAddress: ObjectRegistry.Row] = [:]
  /// Objects whose path must still be asked for.
  ///
  /// They were not asked yet, or the tree may give them a path at any time.
  private var unplaced: [ObjectRegistry.Row] = []
  /// Objects without a path, by the unregistered object above them.
  ///
  /// Objects that no other object can help are under `nil`.
  private var orphans: [ObjectIdentifier?: [Orphan]] = [:]
  /// Counts the orphans, to ask them in the order of arrival.
  private var orphanCount = 0
  /// Objects whose record needs another record that is still unclaimed.
  private var waiting: [ObjectRegistry.Row] = []
  /// Counts arrived objects, and objects found at a record's address.
  private(set) var arrivals: UInt32 = 0
  /// Issues for pairs of objects with the same path.
  private(set) var duplicates: [RestorationIssue] = []

  private struct Orphan {
    let serial: Int
    let entry: ObjectRegistry.Row
  }

  /// Whether an object must still be asked for its path.
  var hasUnplaced: Bool { !unplaced.isEmpty }

  /// Whether an object has no path, or must be asked for it.
  var hasPathless: Bool { hasUnplaced || !orphans.isEmpty }

  /// Whether no object is at a record, except those of the restore.
  var isEmpty: Bool { unplaced.isEmpty && claims.isEmpty }

  /// Adds a registered object, and retries the paths that waited for it.
  ///
  /// - Parameters:
  ///   - row: The object.
  ///   - isNew: Whether it was registered for the first time. If not, all orphans are retried: its
  ///     old parent may have been the reason that they had no path.
  mutating func add(_ row: ObjectRegistry.Row, isNew: Bool) {
    if isNew {
      let below = row.object.flatMap { orphans.removeValue(forKey: ObjectIdentifier($0)) } ?? []
      unplaced += below.map(\.entry)
    } else {
      unplaced += orphans.values.joined().sorted { $0.serial < $1.serial }.map(\.entry)
      orphans = [:]
    }
    unplaced.append(row)
    arrivals &+= 1
  }

  /// Ends the look-up of a launch; paths are asked for again.
  ///
  /// Objects at the addresses of unclaimed records come first.
  ///
  /// - Parameter unclaimed: The records that are not restored yet.
  mutating func endLaunch(unclaimed: NumberSet) {
    unplaced = claims(on: unclaimed.contains) + unplaced
    removePlaced()
  }

  /// Ends a look-up after launch; objects at unclaimed records now wait.
  ///
  /// Each waits for another record, which its own record needs.
  ///
  /// - Parameter unclaimed: The records that are not restored yet.
  mutating func wait(unclaimed: NumberSet) {
    waiting += claims(on: unclaimed.contains)
    removePlaced()
  }

  /// Retries the paths of waiting objects, before those of later arrivals.
  mutating func resumeWaiting() {
    guard !waiting.isEmpty else { return }
    unplaced = waiting + claims { _ in true } + unplaced
    (claims, formerClaims, waiting) = ([:], [:], [])
  }

  /// The objects at records now, else those of earlier versions.
  private var allClaims: [ObjectNumber: ObjectRegistry.Row] {
    claims.merging(formerClaims) { present, _ in present }
  }

  /// Returns the objects at some records, in archive order.
  private func claims(on isWanted: (ObjectNumber) -> Bool) -> [ObjectRegistry.Row] {
    allClaims.filter { isWanted($0.key) }.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func removePlaced() {
    (claims, formerClaims, others, duplicates) = ([:], [:], [:], [])
  }

  /// Starts again with all registered objects.
  mutating func reset(to all: [ObjectRegistry.Row]) {
    self = RegistrationIndex()
    unplaced = all
  }

  /// Returns the object at a record; the first registered of several.
  mutating func object(at number: ObjectNumber, _ places: RegisteredPlaces) -> (any StateRestoring)?
  {
    if let found = claims[number]?.object { return found }
    if hasUnplaced { place(places) }
    return claims[number]?.object
  }

  /// Returns the object that was at a record in an earlier version.
  mutating func formerObject(at number: ObjectNumber, _ places: RegisteredPlaces)
    -> (any StateRestoring)?
  {
    if hasUnplaced { place(places) }
    return formerClaims[number]?.object
  }

  /// Returns the records that have an object, in archive order.
  mutating func claimed(_ places: RegisteredPlaces) -> [ObjectNumber] {
    if hasUnplaced { place(places) }
    return allClaims.keys.sorted()
  }

  /// Finds the paths of objects that have one by now.
  private mutating func place(_ places: RegisteredPlaces) {
    var remaining: [ObjectRegistry.Row] = []
    var withoutRecord: [ObjectRegistry.Row] = []
    for entry in unplaced {
      guard let object = entry.object, !entry.hasHadRecord else { continue }
      switch places.place(of: object) {
      case .at(let address):
        if let number = places.number(at: address) {
          claim(number, entry, object, places)
        } else if let first = others[address]?.object, first !== object {
          noteDuplicate(first, object, address)
        } else {
          others[address] = entry
          withoutRecord.append(entry)
        }
      case .nowhere(let missing):
        orphans[missing, default: []].append(Orphan(serial: orphanCount, entry: entry))
        orphanCount += 1
      case .unknown: remaining.append(entry)
      }
    }
    unplaced = remaining
    for entry in withoutRecord { claimFormer(entry, places) }
  }

  /// Finds the record that an object had in an earlier version.
  ///
  /// An object at the record's own address takes precedence.
  private mutating func claimFormer(_ entry: ObjectRegistry.Row, _ places: RegisteredPlaces) {
    guard let object = entry.object else { return }
    for number in places.formerNumbers(of: object)
    where (claims[number] ?? formerClaims[number])?.object == nil && places.inPlace(number) == nil {
      formerClaims[number] = entry
      arrivals &+= 1
      return
    }
  }

  private mutating func claim(
    _ number: ObjectNumber, _ entry: ObjectRegistry.Row, _ object: any StateRestoring,
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

/// Finds the addresses of registered objects, and the records at them.
final class RegisteredPlaces {
  /// The place of an object.
  enum Place {
    case at(RestorationAddress)
    /// No address until another object is registered.
    ///
    /// The value is the missing object. `nil` means that a registered object must be registered
    /// again.
    case nowhere(until: ObjectIdentifier?)
    /// No address as long as the tree knows none.
    case unknown
  }

  private let reader: SnapshotReader
  private let registry: ObjectRegistry
  /// Read each time, because the application may set it in a hook.
  private let tree: () -> (any RestorationTree)?
  private let objects: RestoredObjects?

  /// Looks for the records of a snapshot.
  ///
  /// - Parameters:
  ///   - registry: The registered objects.
  ///   - tree: Returns the tree, if there is one.
  ///   - reader: Reads the snapshot.
  ///   - objects: Those of the restore, which has put some at their records' addresses itself.
  init(
    of registry: ObjectRegistry, in tree: @escaping () -> (any RestorationTree)?,
    _ reader: SnapshotReader, _ objects: RestoredObjects? = nil
  ) {
    (self.registry, self.tree, self.reader, self.objects) = (registry, tree, reader, objects)
  }

  /// Returns the current place of a registered object.
  func place(of object: any StateRestoring) -> Place {
    registry.place(of: object, in: tree())
  }

  /// Returns the records at the former addresses of a registered object.
  func formerNumbers(of object: any StateRestoring) -> some Sequence<ObjectNumber> {
    registry.formerAddresses(of: object, in: tree()).lazy.compactMap { self.number(at: $0) }
  }

  /// Returns the record at an address.
  func number(at address: RestorationAddress) -> ObjectNumber? { reader.number(at: address) }

  /// Returns the address of a record.
  func address(of number: ObjectNumber) -> RestorationAddress? {
    reader.snapshot.address(of: number)
  }

  /// Returns the object that the restore put at a record's address.
  func inPlace(_ number: ObjectNumber) -> (any StateRestoring)? { objects?.inPlace(number) }
}
