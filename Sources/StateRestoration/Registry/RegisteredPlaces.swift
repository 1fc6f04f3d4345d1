// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

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

  private let snapshot: RestorationSnapshot
  private let registry: ObjectRegistry
  /// Read each time, because the application may set it in a hook.
  private let tree: () -> (any RestorationTree)?
  private let reader: SnapshotReader?
  private let objects: RestoredObjects?

  /// Looks for the records of a snapshot, outside a restore.
  init(
    of registry: ObjectRegistry, in tree: @escaping () -> (any RestorationTree)?,
    snapshot: RestorationSnapshot
  ) {
    (self.registry, self.tree, self.snapshot) = (registry, tree, snapshot)
    (reader, objects) = (nil, nil)
  }

  /// Looks for the records of a restore.
  ///
  /// The restore has put some objects at their records' addresses itself.
  init(
    of registry: ObjectRegistry, in tree: @escaping () -> (any RestorationTree)?,
    _ reader: SnapshotReader, _ objects: RestoredObjects
  ) {
    (self.registry, self.tree, snapshot) = (registry, tree, reader.snapshot)
    (self.reader, self.objects) = (reader, objects)
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
  func number(at address: RestorationAddress) -> ObjectNumber? { snapshot.number(at: address) }

  /// Returns the address of a record.
  func address(of number: ObjectNumber) -> RestorationAddress? { snapshot.address(of: number) }

  /// Returns the object that the restore put at a record's address.
  func inPlace(_ number: ObjectNumber) -> (any StateRestoring)? { objects?.inPlace(number) }

  /// Returns a finder for the records of many objects at once.
  ///
  /// - Parameter count: The number of objects.
  /// - Returns: `nil` where reading all names would take longer than looking for each object.
  func steps(of count: Int) -> RegisteredSteps? {
    guard let reader, count > 1, count >= reader.stepCount / 32 else { return nil }
    return RegisteredSteps(registry, reader)
  }
}
