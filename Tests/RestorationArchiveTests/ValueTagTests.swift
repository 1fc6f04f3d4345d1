// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RestorationArchive

struct ValueTagTests {
  @Test("R51: exactly the bytes 0 to 13 are value tags")
  func tagsAreTheirBytes() {
    let tags = (UInt8.min...UInt8.max).compactMap { byte in
      ValueTag(rawValue: byte).map { (byte, $0.rawValue) }
    }
    #expect(tags.allSatisfy { $0 == $1 })
    #expect(tags.map(\.0) == Array(0...13))
  }
}
