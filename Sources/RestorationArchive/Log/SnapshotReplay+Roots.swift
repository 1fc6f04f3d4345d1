// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Brings the roots up to date (R49).
extension SnapshotReplay {
  /// Takes over the roots of a delta that holds all of them.
  mutating func replaceRoots(of delta: RestorationSnapshot) -> Bool {
    if delta.hasSection(.roots) { hasLooseRoots = false }
    return Self.replace(.roots, of: delta, in: &roots, rowSize: 4)
  }

  /// Adds the roots that came with a delta.
  ///
  /// - Parameter numbers: Their numbers; `nil` when none came or went.
  /// - Returns: `false` when one is of no object.
  mutating func appendRoots(_ numbers: [UInt32]?) -> Bool {
    guard let numbers else { return true }
    hasLooseRoots = true
    for number in numbers {
      guard number < objectCount else { return false }
      withUnsafeBytes(of: number.littleEndian) { roots.append(contentsOf: $0) }
    }
    return true
  }

  /// The roots that have a record, each once.
  func settledRoots() -> [UInt8] {
    var isKnown = Array(repeating: false, count: objectCount)
    var settled: [UInt8] = []
    for start in stride(from: 0, to: roots.count, by: 4) {
      let number = Int(word(roots, at: start))
      guard number < objectCount, !isKnown[number],
        word(rows, at: number * BodyLayout.objectRowSize + 8) != BodyLayout.none
      else { continue }
      isKnown[number] = true
      settled += roots[start..<start + 4]
    }
    return settled
  }
}
