// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension ObjectResolver {
  /// Finds an existing controller whose full path differs from the archived one only in components
  /// that its containers let go: a tab's place, what lies between a split view and it (R25).
  ///
  /// There must be no choice: one such controller of the archived class, which no archived path
  /// leads to exactly, and no other archived path that would fit it as well.
  func looseMatch(for record: RecordRow) -> (any StateRestoring)? {
    guard let tree = pass.tree else { return nil }
    let candidates = tree.looseCandidates(at: pass.address(of: record)).filter { candidate in
      pass.isOfArchivedClass(candidate, record)
        && (try? tree.address(of: candidate)).map { pass.snapshot.number(at: $0) == nil } ?? false
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
