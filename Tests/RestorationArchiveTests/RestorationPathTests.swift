// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Testing

struct RestorationPathTests {
  @Test(
    "R12: an identifier that is empty, holds a slash or looks like :[n]: is none",
    arguments: ["", "/", "a/b", "/a", "a/", ":[0]:", ":[12]:", ":[00]:"])
  func malformedIdentifiersAreNone(text: String) {
    #expect(RestorationIdentifier(text) == nil)
  }

  @Test(
    "R12: anything else is an identifier",
    arguments: ["a", " ", ":[]:", ":[x]:", ":[-1]:", "x:[1]:", ":[1]", "Übersicht", "👩‍👩‍👧", "."])
  func otherTextsAreIdentifiers(text: String) {
    #expect(RestorationIdentifier(text)?.rawValue == text)
    #expect(RestorationIdentifier(text)?.description == text)
  }

  @Test("R13: a path in text is its identifiers joined by slashes")
  func pathInTextIsJoinedBySlashes() {
    #expect(path("Root/Nav/Detail").description == "Root/Nav/Detail")
    #expect(RestorationPath().description == "")
  }

  @Test("R13: the last of a path's identifiers is the object's own")
  func lastIdentifierIsTheObjectsOwn() {
    let longer = path("Root").appending(.identifier(RestorationIdentifier("Leaf")!))
    #expect(longer.identifiers == ["Root", "Leaf"])
    #expect(longer.components.count == 2)
  }

  @Test("R20: a number between container and child is written :[n]:")
  func indexIsWrittenInBrackets() {
    let path = RestorationPath([
      .identifier(RestorationIdentifier("Tabs")!), .index(1),
      .identifier(RestorationIdentifier("Nav")!), .index(0),
      .identifier(RestorationIdentifier("City")!),
    ])
    #expect(path.description == "Tabs/:[1]:/Nav/:[0]:/City")
  }

  @Test("R21: the array that the application gets hides the numbers")
  func identifiersHideIndices() {
    #expect(path("Tabs/:[1]:/Nav/:[0]:/City").identifiers == ["Tabs", "Nav", "City"])
  }

  @Test("Two spellings of one letter are two identifiers, as they are two keys in an archive")
  func identifiersAreComparedByBytes() {
    let composed = RestorationIdentifier("caf\u{e9}")!
    let decomposed = RestorationIdentifier("cafe\u{301}")!
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
  }

  @Test("An address is shown as its path, and what has no path as its kind")
  func addressIsShownAsPath() {
    #expect(address("A/B").description == "A/B")
    #expect(RestorationAddress.application.description == "(application)")
    #expect(
      RestorationAddress(scene: "main", kind: .window, path: RestorationPath()).description
        == "(window main)")
  }
}
