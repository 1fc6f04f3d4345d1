// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Finds the records of many registered objects without building their paths.
///
/// It uses each object's own name and its parent's step in the archive. It is valid only while no
/// object comes, goes or is given another parent.
struct RegisteredSteps {
  private let registry: ObjectRegistry
  private let reader: SnapshotReader
  /// The archive's steps by registration index; 0 means unknown.
  private var steps: [UInt32]

  init(_ registry: ObjectRegistry, _ reader: SnapshotReader) {
    (self.registry, self.reader) = (registry, reader)
    steps = Array(repeating: 0, count: registry.rows.count)
  }

  /// Returns the record of an object with only registered objects above it.
  ///
  /// - Parameter object: The object.
  /// - Returns: `nil` when it has no record, or when only its path can tell.
  mutating func number(of object: any StateRestoring) -> ObjectNumber? {
    registry.index(of: object).flatMap { step(at: $0) }.flatMap(reader.object)
  }

  private mutating func step(at index: Int, below count: Int = 0) -> UInt32? {
    if steps[index] != 0 { return steps[index] }
    var above: UInt32 = 0
    if let itsParent = registry.rows[index].parent {
      guard count < ArchiveLimits.pathDepth, let parent = itsParent.object,
        let place = registry.index(of: parent), let found = step(at: place, below: count + 1)
      else { return nil }
      above = found
    }
    guard let found = reader.step(named: registry.rows[index].identifier, below: above)
    else { return nil }
    steps[index] = found
    return found
  }
}
