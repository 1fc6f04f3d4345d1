// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

/// One object, read from a state without restoring anything.
struct SingleDecoderTests {
  @Test(
    "R43, R45, R168, R181: one object of many is read in any order, with its version and time"
  )
  func readsOneObject() throws {
    let written = origin(version: "2.7", seconds: 1_000_000)
    let maker = SnapshotMaker(origin: written)
    for index in 0..<50 {
      maker.record(address("Root/Row\(index)"), class: "Row", schemaVersion: index) {
        $0.encode("title \(index)", forKey: "title")
        $0.encode(index, forKey: "index")
        $0.encode([Double(index), -0.5], forKey: "numbers")
        $0.encode(["a": [index]], forKey: "nested")
      }
    }
    // Made from bytes, as after a launch.
    let snapshot = try RestorationSnapshot(unwrap(maker.finish()).bytes)
    for index in [17, 0, 49] {
      let decoder = unwrap(snapshot.decoder(at: address("Root/Row\(index)")))
      for _ in 0..<2 {
        #expect(decoder.decode([Double].self, forKey: "numbers") == [Double(index), -0.5])
        #expect(decoder.decodeString(forKey: "title") == "title \(index)")
        #expect(decoder.decode([String: [Int]].self, forKey: "nested") == ["a": [index]])
        #expect(decoder.decodeInteger(forKey: "index") == index)
      }
      #expect(decoder.decodeString(forKey: "index") == nil)
      #expect(!decoder.containsValue(forKey: "absent"))
      #expect(decoder.identifierPath == ["Root", "Row\(index)"])
      #expect(decoder.schemaVersion == index)
      #expect(decoder.origin == written)
      #expect(decoder.decodeString(forKey: ReservedKey.bundleVersion) == "2.7")
      #expect(decoder.decodeDate(forKey: ReservedKey.timestamp) == written.timestamp)
    }
    #expect(snapshot.decoder(at: address("Root")) == nil)
    #expect(snapshot.decoder(at: address("Root/Row17", .view)) == nil)
  }

  @Test("R20, R163: an address with indices, kind and scene leads to its own object")
  func readsByTheWholeAddress() throws {
    let maker = SnapshotMaker()
    let places = [
      address("Tabs/:[0]:/List"), address("Tabs/:[1]:/List"), address("Tabs/:[1]:/List", .view),
      address("Tabs/:[1]:/List", scene: "other"),
    ]
    for (index, place) in places.enumerated() {
      maker.record(place) { $0.encode(index, forKey: "index") }
    }
    let snapshot = try RestorationSnapshot(unwrap(maker.finish()).bytes)
    for (index, place) in places.enumerated() {
      let decoder = unwrap(snapshot.decoder(at: place))
      #expect(decoder.decodeInteger(forKey: "index") == index)
      #expect(decoder.identifierPath == ["Tabs", "List"])
    }
    #expect(snapshot.decoder(at: address("Tabs/:[2]:/List")) == nil)
    #expect(snapshot.decoder(at: address("Tabs/List")) == nil)
  }
}
