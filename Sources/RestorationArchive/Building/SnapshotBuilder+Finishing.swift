// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import struct FoundationEssentials.Date

/// Makes a snapshot of what was gathered, unless it says what the one before says (R30).
extension SnapshotBuilder {
  /// Ends the pass.
  ///
  /// - Parameters:
  ///   - roots: The objects the walk began with.
  ///   - notes: What is to be said of objects; other notes alone make no other snapshot.
  ///   - ages: How old records are; nor do other ages.
  /// - Returns: The snapshot; `nil` when no record differs from the snapshot before (R30).
  package func finish(
    roots: [ObjectNumber], notes: [RestorationNote] = [], ages: RecordAges? = nil
  ) -> RestorationSnapshot? {
    if let base, isUnchanged(since: base), hasRoots(roots, like: base) { return nil }
    rows.extend()
    SnapshotWriter(builder: self, roots: roots, notes: notes, ages: ages).write()
    return RestorationSnapshot(trusted: BodyBytes(sink.detach(), pool: tables.pool))
  }

  /// When the application record was written; `nil` when it is not in this pass.
  var applicationTime: Date? {
    let number = Int(tables.application.rawValue)
    return rows[number].map { origins[Int($0.origin)].timestamp }
  }

  /// What the snapshot before has that this version does not know.
  var carriedSections: [(name: UInt32, bytes: [UInt8])] { base?.unknownSections() ?? [] }

  private func hasRoots(_ roots: [ObjectNumber], like base: RestorationSnapshot) -> Bool {
    base.withBytes { bytes in
      let old = SnapshotView(base, in: bytes).roots
      let isSame =
        old.bytes.count == 4 * roots.count
        && roots.indices.allSatisfy { old.word(4 * $0) == roots[$0].rawValue }
      return isSame || Set(base.roots) == Set(roots)
    }
  }

  /// Whether all records are those of the snapshot before; who wrote them does not count.
  private func isUnchanged(since base: RestorationSnapshot) -> Bool {
    base.withBytes { bytes in
      let old = SnapshotView(base, in: bytes)
      let sameClasses = classes.map { row in
        (0..<UInt32(old.classes.bytes.count / BodyLayout.classRowSize)).first {
          old.classRow($0) == row
        }
      }
      for index in 0..<max(rows.count, base.objectCount) {
        let before = old.row(index).flatMap { $0.classIndex == BodyLayout.none ? nil : $0 }
        switch (rows[index], before) {
        case (nil, nil): continue
        case (let row?, let before?):
          guard before.classIndex == sameClasses[Int(row.classIndex)],
            before.prerequisite == row.prerequisite,
            let record = old.record(before),
            record.equals(UnsafeRawBufferPointer(rebasing: sink.bytes[row.records]))
          else { return false }
        default: return false
        }
      }
      return true
    }
  }
}
