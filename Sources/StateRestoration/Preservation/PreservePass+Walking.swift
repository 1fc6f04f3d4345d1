// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Carries over records that have not changed since the pass before.
extension PreservePass {
  /// Keeps an object's record if it is still up to date.
  ///
  /// An invalidated object always encodes. Otherwise, an object that it refers to may be gone, or
  /// may have moved and left its place to another: a record holds numbers, and numbers stand for
  /// places.
  ///
  /// - Returns: `false` when the object has to encode.
  func keep(_ entry: PreserveQueue.Entry) -> Bool {
    guard wasOwner(entry), !isChanged(entry.object) else { return false }
    let prerequisite = tree.flatMap { tree in
      tree.prerequisite(of: participants.list[entry.classIndex].participant(entry.object))
    }
    let prerequisiteNumber = prerequisite.flatMap { currentNumber(of: $0) }
    return keep(entry.number) { record in
      record.schemaVersion == participants.list[entry.classIndex].schemaVersion
        && record.prerequisite == prerequisiteNumber
        && record.visitReferences {
          hasSameOwner($0) || unclaimed.contains($0) || heldBack.contains($0)
            || owner(at: $0) != nil
        }
    }
  }

  /// Keeps a record and queues the objects that it refers to.
  ///
  /// - Returns: `false` when `isWanted` refused the record, or there is none.
  @discardableResult
  func keep(
    _ number: ObjectNumber, isUnclaimed: Bool = false,
    if isWanted: (BorrowedRecord) -> Bool = { _ in true }
  ) -> Bool {
    let isKept = builder.keep(number) { record in
      guard isWanted(record) else { return false }
      record.visitReferences { reference in
        if !hasSameOwner(reference), let owner = owner(at: reference) { enqueue(reference, owner) }
        return true
      }
      return true
    }
    guard isKept else { return false }
    trace?.say(
      "carry", builder.tables.address(of: number)?.description,
      "\(builder.byteCount(of: number)) bytes", isUnclaimed ? "unclaimed" : nil)
    return true
  }

  /// Whether a queued object had its number in the pass before.
  func wasOwner(_ entry: PreserveQueue.Entry) -> Bool {
    entry.serial != 0
      ? known.holds(entry.serial, at: entry.number) : known[entry.number] === entry.object
  }

  /// Whether a registered object keeps its number from the pass before.
  ///
  /// `false` for objects that are not registered.
  private func hasSameOwner(_ number: ObjectNumber) -> Bool {
    guard let claimant = queue.claimant(of: number), claimant.serial != 0 else { return false }
    return known.holds(claimant.serial, at: number)
  }

  /// Returns the object that still has its number of the pass before.
  private func owner(at number: ObjectNumber) -> (any StateRestoring)? {
    guard let owner = known[number], currentNumber(of: owner) == number else { return nil }
    return owner
  }
}
