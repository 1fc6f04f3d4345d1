// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

@Suite struct SnapshotDifferenceTests {
  @Test("Numbers, order and times make no difference; the targets of references do")
  func numbersAreNoDifference() throws {
    func state(_ order: [String], reference: String, seconds: Double) throws
      -> RestorationSnapshot
    {
      let maker = SnapshotMaker(origin: origin(seconds: seconds))
      for path in order {
        maker.record(address(path)) {
          $0.encode(
            ArchivedValue.array([.reference(maker.tables.number(reference))]), forKey: "links")
          $0.encode(Double.nan, forKey: "none")
        }
      }
      return try #require(maker.finish())
    }
    let first = try state(["A", "B"], reference: "A", seconds: 1)
    let other = try state(["B", "A"], reference: "A", seconds: 2)
    #expect(try SnapshotDifference(from: first, to: other).isEmpty)
    let elsewhere = try state(["A", "B"], reference: "B", seconds: 1)
    let difference = try SnapshotDifference(from: first, to: elsewhere)
    #expect(difference.changed.map(\.address) == [address("A"), address("B")])
  }

  @Test("Keys, texts and scenes are compared by bytes, and a date of NaN equals itself")
  func bytesAreCompared() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    func state(scenes: [String], keys: [String], text: String) throws -> RestorationSnapshot {
      let maker = SnapshotMaker()
      for scene in scenes {
        let address = RestorationAddress(
          scene: scene, kind: .controller, path: RestorationPath([.index(0)]))
        maker.record(address) { coder in
          for key in keys { coder.encode(text, forKey: key) }
          coder.encode(Date(timeIntervalSinceReferenceDate: .nan), forKey: "date")
        }
      }
      return try #require(maker.finish())
    }
    let both = try state(scenes: [composed, decomposed], keys: [composed, decomposed], text: "")
    #expect(try SnapshotDifference(from: both, to: both).isEmpty)
    let one = try state(scenes: [composed], keys: [composed], text: "")
    let dropped = try SnapshotDifference(from: both, to: one)
    #expect(dropped.dropped.map { Array($0.scene.utf8) } == [Array(decomposed.utf8)])
    #expect(dropped.changed.first?.values.map { Array($0.key.utf8) } == [Array(decomposed.utf8)])
    let texts = try SnapshotDifference(
      from: try state(scenes: ["main"], keys: ["text"], text: composed),
      to: try state(scenes: ["main"], keys: ["text"], text: decomposed))
    #expect(texts.changed.first?.values.map(\.key) == ["text"])
  }
}
