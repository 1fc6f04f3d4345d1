// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A record's checked row, as numbers that a ``SnapshotReader`` resolves.
///
/// The integers are narrow to save cache space: a pass reads all rows several times, in turn.
package struct RecordRow {
  package let number: ObjectNumber
  /// The row of the scene's name.
  let scene: UInt32
  /// The row of the path's last step plus one.
  ///
  /// 0 is the empty path.
  let path: UInt32
  let origin: UInt32
  let prerequisiteNumber: UInt32
  /// The row of the record's class.
  package let classRow: UInt32
  /// The number of steps in the path.
  package let depth: UInt16
  package let kind: ObjectKind
  /// Whether the path ends in a name, not in a container's index.
  package let endsInIdentifier: Bool
  /// The range of the values in the body.
  let range: Range<Int>

  /// An object without which this one is not restored.
  package var prerequisite: ObjectNumber? {
    prerequisiteNumber == BodyLayout.none ? nil : ObjectNumber(prerequisiteNumber)
  }
}

/// Data that all records of one class share.
///
/// It includes the coding keys that hooks of the class have asked for.
package final class ArchivedClass {
  /// The class name that restoring compares.
  package let name: String
  /// The name of the class that creates the objects.
  ///
  /// `nil` when objects are found in another way.
  package let restorationClass: String?
  /// The schema version of the values.
  package let schemaVersion: Int
  let keys = KeyShape()
  /// The coding keys that hooks have read so far.
  package var readKeys: Set<String> { keys.readKeys }

  init(name: String, restorationClass: String?, schemaVersion: Int) {
    (self.name, self.restorationClass, self.schemaVersion) = (name, restorationClass, schemaVersion)
  }
}
