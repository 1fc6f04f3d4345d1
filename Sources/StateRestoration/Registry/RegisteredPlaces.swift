// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Finds out where registered objects lie, and which records lie there.
final class RegisteredPlaces {
  /// Where an object lies.
  enum Place {
    case at(RestorationAddress)
    /// Nowhere until an object that is not registered yet has been, or one that is is registered anew.
    case nowhere(until: ObjectIdentifier?)
    /// Nowhere as long as the tree knows no place.
    case unknown
  }

  private let snapshot: RestorationSnapshot
  private let registry: ObjectRegistry
  /// Asked for each time: the application may set it in a hook.
  private let tree: () -> (any RestorationTree)?
  private let reader: SnapshotReader?
  private let objects: ObtainedObjects?

  /// Looks for the records of a snapshot outside of a restore.
  init(
    of registry: ObjectRegistry, in tree: @escaping () -> (any RestorationTree)?,
    snapshot: RestorationSnapshot
  ) {
    (self.registry, self.tree, self.snapshot) = (registry, tree, snapshot)
    (reader, objects) = (nil, nil)
  }

  /// Looks for the records of a restore, which has put some objects where a record lies by itself.
  init(
    of registry: ObjectRegistry, in tree: @escaping () -> (any RestorationTree)?,
    _ reader: SnapshotReader, _ objects: ObtainedObjects
  ) {
    (self.registry, self.tree, snapshot) = (registry, tree, reader.snapshot)
    (self.reader, self.objects) = (reader, objects)
  }

  /// Where a registered object lies now.
  func place(of object: any StateRestoring) -> Place {
    registry.place(of: object, in: tree())
  }

  /// The record that lies at an address.
  func number(at address: RestorationAddress) -> ObjectNumber? { snapshot.number(at: address) }

  /// The address of a record.
  func address(of number: ObjectNumber) -> RestorationAddress? { snapshot.address(of: number) }

  /// The object that a restore has put where a record lies by itself.
  func inPlace(_ number: ObjectNumber) -> (any StateRestoring)? { objects?.inPlace(number) }

  /// What finds the records of many objects at once.
  ///
  /// - Parameter count: How many there are.
  /// - Returns: `nil` where reading all names would take longer than to look for each object alone.
  func steps(of count: Int) -> RegisteredSteps? {
    guard let reader, count > 1, count >= reader.stepCount / 32 else { return nil }
    return RegisteredSteps(registry, reader)
  }
}
