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
