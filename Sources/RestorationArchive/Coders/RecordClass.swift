// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The class of records in one pass.
package final class RecordClass {
  let row: ClassRow
  /// Its place among the classes of the pass.
  let place: UInt32
  let shape: KeyShape
  /// The coder of the class's record before, for the next one.
  var coder: RestorationEncoder?

  init(_ row: ClassRow, place: Int, shape: KeyShape) {
    (self.row, self.place, self.shape) = (row, UInt32(place), shape)
  }
}
