// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Records of the restored archive that nothing has asked for yet.
struct UnclaimedRecords {
  var numbers = NumberSet() { didSet { if numbers.isEmpty { late = nil } } }
  /// How old they are, as of this launch (R204); `nil` when there were none.
  var ages: RecordAges?
  /// The same records, ready to be restored one by one.
  private var late: LateRecords?

  /// Takes in what a restore has left, whose tables need not be read again to restore it late.
  mutating func keep(_ numbers: NumberSet, in reader: SnapshotReader) {
    self.numbers = numbers
    if !numbers.isEmpty { late = LateRecords(reader) }
  }

  /// What it takes to restore the records one by one.
  ///
  /// - Parameter base: Where they lie.
  /// - Returns: The same as last time, unless the state was saved anew since.
  mutating func lateRecords(in base: RestorationSnapshot) -> LateRecords {
    if let late, late.reader.snapshot.isSameBody(as: base) { return late }
    let made = LateRecords(SnapshotReader(base))
    late = made
    return made
  }

  /// The state is another one now: lets the memory go of one that was saved anew.
  mutating func didChange(to current: CurrentState?) {
    guard let known = late?.reader.snapshot else { return }
    if current.map({ !$0.logged.base.isSameBody(as: known) }) ?? true { late = nil }
  }

  /// Numbers the records as other tables do.
  ///
  /// - Parameter renumber: Gives a record's new number; `nil` for one that is gone.
  mutating func renumber(_ renumber: (ObjectNumber) -> ObjectNumber?) {
    ages = ages?.renumbered(renumber)
    numbers = NumberSet(numbers.compactMap(renumber))
  }
}
