// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Finds the records of many registered objects, each by its own name and the place of its parent,
/// without putting their paths together.
///
/// For a moment in which no object comes, goes or is given another parent.
struct RegisteredSteps {
  private let registry: ObjectRegistry
  private let reader: SnapshotReader
  /// Where registrations lie in the archive, by their index; 0 as long as that is not known.
  private var steps: [UInt32]

  init(_ registry: ObjectRegistry, _ reader: SnapshotReader) {
    (self.registry, self.reader) = (registry, reader)
    steps = Array(repeating: 0, count: registry.count)
  }

  /// The record of an object that lies below registered ones alone.
  ///
  /// - Parameter object: The object.
  /// - Returns: `nil` when it has no record, or when its path has to be asked for to tell.
  mutating func number(of object: any StateRestoring) -> ObjectNumber? {
    registry.index(of: object).flatMap { step(at: $0) }.flatMap(reader.object)
  }

  private mutating func step(at index: Int, below count: Int = 0) -> UInt32? {
    if steps[index] != 0 { return steps[index] }
    var above: UInt32 = 0
    if registry.registration(at: index).hasParent {
      guard count < ArchiveLimits.pathDepth, let parent = registry.livingParent(at: index),
        let place = registry.index(of: parent), let found = step(at: place, below: count + 1)
      else { return nil }
      above = found
    }
    guard let found = reader.step(named: registry.registration(at: index).identifier, below: above)
    else { return nil }
    steps[index] = found
    return found
  }
}
