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
  func keep(_ object: AnyObject, _ entry: PreserveWorkspace.Entry) -> Bool {
    guard wasOwner(object, entry), !isChanged(object) else { return false }
    let prerequisite = tree.flatMap { tree in
      tree.prerequisite(of: participants.list[entry.classIndex].participant(object))
    }
    let prerequisiteNumber = prerequisite.flatMap { currentNumber(of: $0) }
    return keep(entry.number, as: .carried) { record in
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
    _ number: ObjectNumber, as result: PreservationReport.Result,
    if isWanted: (LentRecord) -> Bool = { _ in true }
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
    note(number, result)
    play?.say(
      "carry", builder.tables.address(of: number)?.description,
      "\(builder.byteCount(of: number)) bytes", result == .unclaimed ? "unclaimed" : nil)
    return true
  }

  /// Whether an object that is to encode was the one at its number in the pass before.
  private func wasOwner(_ object: AnyObject, _ entry: PreserveWorkspace.Entry) -> Bool {
    if let index = entry.registration {
      return known.holds(registry.marks[index].serial, at: entry.number)
    }
    return known[entry.number] === object
  }

  /// Whether a registered object that was at a number in the pass before is to encode there in this
  /// one; what is not registered is not found out here.
  private func hasSameOwner(_ number: ObjectNumber) -> Bool {
    guard let index = workspace.claimingRegistration(of: number) else { return false }
    return known.holds(registry.marks[index].serial, at: number)
  }

  /// Who had a number in the pass before, and has it still.
  private func owner(at number: ObjectNumber) -> (any StateRestoring)? {
    guard let owner = known[number], currentNumber(of: owner) == number else { return nil }
    return owner
  }
}
