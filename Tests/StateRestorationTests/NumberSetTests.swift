// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Testing

@testable import StateRestoration

@Suite struct NumberSetTests {
  @Test("R194: the set of unclaimed records works like any set, in archive order", arguments: 0..<8)
  func isASet(seed: UInt64) {
    var random = SeededNumbers(state: seed)
    var (mine, theirs) = (NumberSet(), Set<ObjectNumber>())
    for _ in 0..<400 {
      let number = ObjectNumber(UInt32.random(in: 0..<200, using: &random))
      if Bool.random(using: &random) {
        mine.insert(number)
        theirs.insert(number)
      } else {
        mine.subtract([number])
        theirs.remove(number)
      }
      #expect(mine.contains(number) == theirs.contains(number))
    }
    #expect(Array(mine) == theirs.sorted())
    #expect(mine.count == theirs.count)
    #expect(Array(NumberSet(theirs)) == theirs.sorted())
    mine.subtract(theirs)
    #expect(mine.isEmpty)
    #expect(!mine.contains(ObjectNumber(.max)))
  }
}
