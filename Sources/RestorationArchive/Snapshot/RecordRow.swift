// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What a pass keeps of a record: its row, checked, as numbers that a ``SnapshotReader`` explains.
package struct RecordRow {
  package let number: ObjectNumber
  package let kind: ObjectKind
  /// The row of the scene's name.
  let scene: UInt32
  /// The row of the path's last step plus one; 0 for the empty path.
  let path: UInt32
  /// The row of its class.
  package let classIndex: Int
  /// What it has in common with others of its class.
  package var archivedClass: ArchivedClass { lentClass.takeUnretainedValue() }
  /// The same; the reader owns it.
  private let lentClass: Unmanaged<ArchivedClass>
  let origin: UInt32
  let prerequisiteNumber: UInt32
  /// Where the values lie in the body.
  let range: Range<Int>

  init(
    number: ObjectNumber, kind: ObjectKind, scene: UInt32, path: UInt32, classIndex: Int,
    archivedClass: Unmanaged<ArchivedClass>, origin: UInt32, prerequisiteNumber: UInt32,
    range: Range<Int>
  ) {
    (self.number, self.kind, self.scene, self.path) = (number, kind, scene, path)
    (self.classIndex, lentClass, self.origin) = (classIndex, archivedClass, origin)
    (self.prerequisiteNumber, self.range) = (prerequisiteNumber, range)
  }

  /// The keys that hooks of its class ask for; the reader owns them.
  var keys: KeyShape { lentClass._withUnsafeGuaranteedRef { $0.keys } }

  /// The version of what the object wrote.
  package var schemaVersion: Int { lentClass._withUnsafeGuaranteedRef { $0.schemaVersion } }

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
