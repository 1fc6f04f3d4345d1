// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// One class of records during a pass.
package final class RecordClass {
  let row: ClassRow
  /// The index among the classes of the pass.
  let place: UInt32
  let shape: KeyShape
  /// The encoder of the class's previous record, to be reused.
  var coder: RestorationEncoder?

  init(_ row: ClassRow, place: Int, shape: KeyShape) {
    (self.row, self.place, self.shape) = (row, UInt32(place), shape)
  }
}
