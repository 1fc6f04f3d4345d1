// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

/// Saves objects whose memory is of all kinds, since a pass looks ahead in it.
@Suite struct ForesightTests {
  let machine = Machine()

  @Test("R30: words of an object that look like addresses and are none do no harm")
  func wordsThatAreNoAddresses() throws {
    let coordinator = machine.coordinator()
    let objects = (0..<40).map { Words(seed: $0) }
    for (index, object) in objects.enumerated() { coordinator.register(object, as: "\(index)") }
    try coordinator.save()

    let relaunched = machine.coordinator()
    let again = objects.map { _ in Words(seed: 0) }
    for (index, object) in again.enumerated() { relaunched.register(object, as: "\(index)") }
    _ = relaunched.restore()
    #expect(again.map(\.words) == objects.map(\.words))
  }

  @Test("R30: objects without properties and very large ones are saved among others")
  func allSizes() throws {
    let coordinator = machine.coordinator()
    let objects = (0..<30).map { index -> any StatePreserving in
      switch index % 3 {
      case 0: Empty()
      case 1: Node("\(index)")
      default: Large("\(index)")
      }
    }
    for (index, object) in objects.enumerated() { coordinator.register(object, as: "\(index)") }
    try coordinator.save()

    let relaunched = machine.coordinator()
    let again = stride(from: 2, to: 30, by: 3).map { ($0, Large("")) }
    for (index, object) in again { relaunched.register(object, as: "\(index)") }
    let report = relaunched.restore()
    #expect(again.map { $1.text } == again.map { "\($0.0)" })
    #expect(report.outcomes.count == objects.count)
  }
}

/// Has numbers that lie near its own address, at the ends of its region, and anywhere.
private final class Words: StatePreserving {
  private var first = 0
  private var second = 0
  private var third = 0
  private var fourth = 0

  init(seed: Int) {
    let own = Int(bitPattern: UInt(bitPattern: ObjectIdentifier(self)))
    (first, second) = (own ^ (seed + 1) << 20, own | 0xFFFF_FFFF)
    (third, fourth) = (own & ~0xFFFF_FFFF, seed &* 0x1E37_79B9_7F4A_7C15)
  }

  var words: [Int] { [first, second, third, fourth] }

  func encodeRestorableState(with coder: RestorationEncoder) {
    for (index, word) in words.enumerated() { coder.encode(word, forKey: "\(index)") }
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    first = coder.decodeInteger(forKey: "0")
    second = coder.decodeInteger(forKey: "1")
    third = coder.decodeInteger(forKey: "2")
    fourth = coder.decodeInteger(forKey: "3")
  }
}

private final class Empty: StatePreserving {
  func encodeRestorableState(with coder: RestorationEncoder) {}
  func decodeRestorableState(with coder: RestorationDecoder) {}
}

private final class Large: StatePreserving {
  private var front: InlineArray<64, Int> = .init(repeating: 1)
  var text: String

  init(_ text: String) { self.text = text }

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(text, forKey: "text")
    coder.encode(front[63], forKey: "last")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    text = coder.decodeString(forKey: "text") ?? ""
    front[63] = coder.decodeInteger(forKey: "last")
  }
}
