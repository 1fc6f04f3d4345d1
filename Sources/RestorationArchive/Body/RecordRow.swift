// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What a pass keeps of a record: its row, checked, as numbers that a ``SnapshotReader`` explains.
///
/// Narrow numbers: each row is read several times, in turns with all others.
package struct RecordRow {
  package let number: ObjectNumber
  /// The row of the scene's name.
  let scene: UInt32
  /// The row of the path's last step plus one; 0 for the empty path.
  let path: UInt32
  let origin: UInt32
  let prerequisiteNumber: UInt32
  /// The row of its class.
  package let classRow: UInt32
  /// How many steps the path has.
  package let depth: UInt16
  package let kind: ObjectKind
  /// Whether the path ends in a name, not in the number that a container gave it.
  package let endsInIdentifier: Bool
  /// Where the values lie in the body.
  let range: Range<Int>

  /// An object without which this one is not restored.
  package var prerequisite: ObjectNumber? {
    prerequisiteNumber == BodyLayout.none ? nil : ObjectNumber(prerequisiteNumber)
  }
}

/// What the records of one class have in common, and what their hooks were seen to ask for.
package final class ArchivedClass {
  /// The class to be compared at restore (R49, R63).
  package let name: String
  /// The name of the class that makes the object; `nil` when it is found in another way (R67).
  package let restorationClass: String?
  /// The version of what the objects wrote.
  package let schemaVersion: Int
  let keys = KeyShape()

  init(name: String, restorationClass: String?, schemaVersion: Int) {
    (self.name, self.restorationClass, self.schemaVersion) = (name, restorationClass, schemaVersion)
  }
}
