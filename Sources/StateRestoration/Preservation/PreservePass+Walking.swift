// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Keeps what has not changed since the pass before (R30).
extension PreservePass {
  /// Keeps an object's record, if it still says what the object would write now.
  ///
  /// The object itself was not invalidated. But what it refers to may have gone, or may lie
  /// elsewhere, with another object in its place: a record holds numbers, and numbers are places.
  ///
  /// - Returns: `false` when the object is to encode.
  func keep(_ object: AnyObject, _ entry: PreserveQueue.Entry) -> Bool {
    guard wasOwner(object, entry), !isChanged(object) else { return false }
    let prerequisite = tree.flatMap { tree in
      tree.prerequisite(of: participants.list[entry.classIndex].participant(object))
    }
    let prerequisiteNumber = prerequisite.flatMap { currentNumber(of: $0) }
    return keep(entry.number) { record in
      record.schemaVersion == participants.list[entry.classIndex].schemaVersion
        && record.prerequisite == prerequisiteNumber
        && record.visitReferences {
          hasSameOwner($0) || unclaimed.contains($0) || owner(at: $0) != nil
        }
    }
  }

  /// Keeps a record, and queues what it refers to.
  ///
  /// - Returns: `false` when it was not wanted, or there is none.
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

  /// Whether an object that is to encode was the one at its number in the pass before.
  private func wasOwner(_ object: AnyObject, _ entry: PreserveQueue.Entry) -> Bool {
    entry.serial != 0
      ? known.holds(entry.serial, at: entry.number) : known[entry.number] === object
  }

  /// Whether a registered object that was at a number in the pass before is to encode there in this
  /// one; what is not registered is not found out here.
  private func hasSameOwner(_ number: ObjectNumber) -> Bool {
    guard let claimant = queue.claimant(of: number), claimant.serial != 0 else { return false }
    return known.holds(claimant.serial, at: number)
  }

  /// Who had a number in the pass before, and has it still.
  private func owner(at number: ObjectNumber) -> (any StateRestoring)? {
    guard let owner = known[number], currentNumber(of: owner) == number else { return nil }
    return owner
  }
}
