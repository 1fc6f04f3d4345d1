// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension ObjectResolver {
  /// Finds an object that declares a record's address as a former one.
  ///
  /// It must be of the archived class and have no record at its present address.
  func formerMatch(for record: RecordRow) -> (any StateRestoring)? {
    let found =
      record.kind == .object
      ? coordinator.state.index.formerObject(at: record.number, pass.places)
      : pass.tree?.formerObject(at: pass.address(of: record))
    guard let found, pass.isOfArchivedClass(found, record),
      record.kind == .object || hasNoRecord(found),
      [nil, record.number].contains(moved[ObjectIdentifier(found)])
    else { return nil }
    moved[ObjectIdentifier(found)] = record.number
    return found
  }

  /// Whether no archived path leads to an object of the tree exactly.
  private func hasNoRecord(_ object: any StateRestoring) -> Bool {
    (try? pass.tree?.address(of: object)).map { pass.snapshot.number(at: $0) == nil } ?? false
  }

  /// Finds a controller whose path differs only in ignorable components.
  ///
  /// Containers ignore some components, such as the index of a tab, or what lies between a split
  /// view and the controller.
  ///
  /// The match must be unambiguous: exactly one such controller is of the archived class, no
  /// archived path leads to it exactly, and no other archived path fits it as well.
  func looseMatch(for record: RecordRow) -> (any StateRestoring)? {
    guard let tree = pass.tree else { return nil }
    let candidates = tree.looseCandidates(at: pass.address(of: record)).filter { candidate in
      pass.isOfArchivedClass(candidate, record) && hasNoRecord(candidate)
    }
    guard candidates.count == 1, let candidate = candidates.first else { return nil }
    let isWanted = reader.numbers.contains { number in
      guard number != record.number, let other = pass.record(number), other.kind == record.kind
      else { return false }
      return tree.looseCandidates(at: pass.address(of: other)).contains { $0 === candidate }
        && pass.isOfArchivedClass(candidate, other)
    }
    return isWanted ? nil : candidate
  }
}
