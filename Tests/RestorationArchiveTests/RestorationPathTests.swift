// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Testing

struct RestorationPathTests {
  @Test(
    "R12: an empty text, one with a slash and one like :[n]: are not identifiers",
    arguments: ["", "/", "a/b", "/a", "a/", ":[0]:", ":[12]:", ":[00]:"])
  func malformedIdentifiersAreNone(text: String) {
    #expect(RestorationIdentifier(text) == nil)
  }

  @Test(
    "R12: any other text is an identifier",
    arguments: ["a", " ", ":[]:", ":[x]:", ":[-1]:", "x:[1]:", ":[1]", "Übersicht", "👩‍👩‍👧", "."])
  func otherTextsAreIdentifiers(text: String) {
    #expect(RestorationIdentifier(text)?.rawValue == text)
    #expect(RestorationIdentifier(text)?.description == text)
  }

  @Test("R20: an index between container and child is written as :[n]:")
  func indexIsWrittenInBrackets() {
    let path = RestorationPath([
      .identifier(RestorationIdentifier("Tabs")!), .index(1),
      .identifier(RestorationIdentifier("Nav")!), .index(0),
      .identifier(RestorationIdentifier("City")!),
    ])
    #expect(path.description == "Tabs/:[1]:/Nav/:[0]:/City")
  }

  @Test("Identifiers with different Unicode spellings are different")
  func identifiersAreComparedByBytes() {
    let composed = RestorationIdentifier("caf\u{e9}")!
    let decomposed = RestorationIdentifier("cafe\u{301}")!
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
  }
}
