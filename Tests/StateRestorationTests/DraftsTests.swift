// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import StateRestoration
import Testing

/// What was typed about subjects that a view does not show.
struct DraftsTests {
  private func typed(_ text: String) -> [TypedText] { [TypedText(text, into: [TextDigest("")])] }

  @Test("R223: beyond the limit the oldest draft goes, in the next life, too")
  func oldestGoes() throws {
    var drafts = Drafts()
    for subject in ["oldest", "middle", "newest"] {
      let isOver = drafts.put(typed(subject), about: subject)
      #expect(!isOver)
    }
    var again = Drafts()
    let saved = try JSONDecoder().decode(Drafts.self, from: JSONEncoder().encode(drafts))
    let isOver = again.append(saved)
    #expect(!isOver)
    for number in 0..<Drafts.limit - 2 {
      let isOver = again.put(typed("text"), about: "\(number)")
      #expect(isOver == (number == Drafts.limit - 3))
    }
    for (subject, count) in [("oldest", 0), ("middle", 1), ("newest", 1)] {
      let taken = again.take(subject)
      #expect(taken.count == count)
    }
  }

  @Test("R38, R207: a typed text is written as the bytes of its Codable form")
  func typedTextIsWrittenAsCodable() throws {
    let machine = Machine()
    let node = Node("text")
    for text in typed("a 👍🏽") + [TypedText("b", into: []).at(1)] {
      node.onEncode = { coder in
        text.encode(forKey: "direct", with: coder)
        coder.encode(text, forKey: "copied")
      }
      try machine.save(["Node": node])
      let saved = try machine.savedState()
      let record = try #require(try saved.objects.compactMap { try saved.record($0) }.last)
      let values = try saved.values(of: record).filter { ["direct", "copied"].contains($0.key) }
      #expect(values.count == 2 && values.first?.value == values.last?.value)
    }
  }

  @Test("R223: of two texts about a subject the newer is first, and an equal one is kept once")
  func textsAboutOneSubject() {
    var drafts = Drafts()
    for text in ["older", "newer", "newer"] { _ = drafts.put(typed(text), about: "1") }
    let texts = drafts.take("1").map(\.text)
    #expect(texts == ["newer", "older"])
    #expect(drafts.isEmpty)
  }

  @Test("R223: of very many settled subjects, the one that was settled first goes")
  func settledSubjects() {
    var settled = SettledSubjects()
    for number in 0...SettledSubjects.limit { settled.insert("\(number)") }
    settled.remove("2")
    var drafts = Drafts()
    for subject in ["0", "1", "2"] { _ = drafts.put(typed(subject), about: subject) }
    drafts = settled.removed(from: drafts)
    for (subject, count) in [("0", 1), ("1", 0), ("2", 1)] {
      #expect(settled.contains(subject) == (count == 0))
      let taken = drafts.take(subject)
      #expect(taken.count == count)
    }
  }
}
