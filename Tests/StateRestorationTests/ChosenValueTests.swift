// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

/// An object whose only state is a chosen value.
private final class Control: StatePreserving {
  let choice: ChosenValue<Int>
  var shown: Int?
  var restoration = ValueRestoration.overItsBase
  /// Whether it saves like an earlier version, without a base.
  var isOld = false
  /// Whether an earlier version has saved that its base was nobody's.
  var isOverNobodys = false

  init(_ value: Int?, by author: ValueAuthor = .program) {
    choice = ChosenValue()
    choice.didChange(to: value, by: author)
    shown = value
  }

  func set(_ value: Int, by author: ValueAuthor) {
    choice.didChange(to: value, by: author)
    shown = value
    putBack()
  }

  func putBack() {
    guard let value = choice.valueToPutBack(restoration) else { return }
    shown = value
    choice.didPutBack()
  }

  func encodeRestorableState(with coder: RestorationEncoder) {
    if isOverNobodys { coder.encodeNil(forKey: "StateRestorationBase:value") }
    if isOld, let shown { return coder.encode(shown, forKey: "value") }
    choice.encode(shown, forKey: "value", with: coder, restoration) { coder.encode($0, forKey: $1) }
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    choice.decode(forKey: "value", with: coder) { coder.decode(Int.self, forKey: $0) }
    putBack()
  }
}

/// The rule for values of controls, without a control.
@Suite struct ChosenValueTests {
  private let machine = Machine()

  private func save(_ control: Control) throws { try machine.save(["Control": control]) }

  private func restored(_ control: Control) -> Control {
    machine.restore(["Control": control])
    return control
  }

  private func save(_ value: Int, changedFrom base: Int?, by author: ValueAuthor = .program) throws
  {
    let control = Control(base, by: author)
    control.choice.didShow()
    control.set(value, by: .user)
    try save(control)
  }

  @Test("R222: a changed value goes back over its base, and no other")
  func overItsBase() throws {
    try save(7, changedFrom: 1)
    #expect(restored(Control(1)).shown == 7)
    let other = restored(Control(2))
    #expect(other.shown == 2)
    #expect(other.choice.isOffered)
    other.set(1, by: .program)
    #expect(other.shown == 7)
    #expect(!other.choice.isOffered)
  }

  @Test("R222: a user's value stays the user's when its list is filled with it again")
  func listFilledAgain() throws {
    let control = Control(1)
    control.choice.didShow()
    control.set(7, by: .user)
    control.choice.willFill(control.shown)
    #expect(!control.choice.didFill(control.shown), "nothing has changed, so nothing is saved")
    for (chosen, isUsers) in [(7, true), (3, false)] {
      control.choice.willFill(control.shown)
      for value in [0, chosen] { control.set(value, by: .program) }
      #expect(control.choice.didFill(chosen) == isUsers)
      try save(control)
      #expect(restored(Control(1)).shown == (isUsers ? 7 : 1))
    }
  }

  @Test("R222: until the control is on screen, the program may set the base again")
  func baseSetAgain() throws {
    try save(7, changedFrom: 1)
    let control = restored(Control(1))
    control.set(1, by: .program)
    #expect(control.shown == 7)
    control.choice.didShow()
    control.set(1, by: .program)
    #expect(control.shown == 1)
  }

  @Test("R222: an untouched value is not saved, nor one that is set back")
  func untouched() throws {
    let control = Control(1)
    control.set(7, by: .user)
    control.set(1, by: .user)
    try save(control)
    let now = restored(Control(2))
    #expect(now.shown == 2)
    #expect(!now.choice.isWaiting)
  }

  @Test("R222: an offer is saved again until it is answered", arguments: [true, false])
  func offers(isTaken: Bool) throws {
    try save(7, changedFrom: 1)
    try save(restored(Control(2)))
    let control = restored(Control(2))
    #expect(control.choice.isOffered)
    if isTaken { control.choice.takeOffer() } else { control.choice.discardOffer() }
    control.putBack()
    #expect(control.shown == (isTaken ? 7 : 2))
    control.choice.didShow()
    try save(control)
    #expect(restored(Control(2)).shown == (isTaken ? 7 : 2))
    #expect(restored(Control(1)).shown == 1)
  }

  @Test("R222: a value that the program has set itself is settled once it is on screen")
  func settled() throws {
    try save(7, changedFrom: 1)
    let control = restored(Control(7))
    #expect(!control.choice.isOffered && control.choice.isSetAlready)
    control.choice.didShow()
    try save(control)
    #expect(restored(Control(1)).shown == 1)
  }

  @Test("R222: the choice over nobody's goes back over nobody's, whatever that is")
  func nobodysChoice() throws {
    try save(7, changedFrom: 1, by: .nobody)
    #expect(restored(Control(2, by: .nobody)).shown == 7)
    #expect(restored(Control(2)).shown == 2)
  }

  @Test(
    "R222: a base stays the same, whether nobody or the program has chosen it",
    arguments: [ValueAuthor.nobody, .program])
  func baseOfNobodyOrTheProgram(author: ValueAuthor) throws {
    try save(7, changedFrom: 1, by: author)
    #expect(restored(Control(1, by: author == .nobody ? .program : .nobody)).shown == 7)
    #expect(restored(Control(2, by: author == .nobody ? .program : .nobody)).shown == 2)
  }

  @Test("R222: an earlier version did not save the value that was nobody's")
  func nobodysChoiceOfAnEarlierVersion() throws {
    let old = Control(7)
    old.isOld = true
    old.isOverNobodys = true
    try save(old)
    #expect(restored(Control(1)).shown == 1)
    #expect(restored(Control(1, by: .nobody)).shown == 7)
  }

  @Test("R222: the user's value goes back over any suggestion")
  func suggestion() throws {
    try save(7, changedFrom: 1)
    let control = Control(2)
    control.restoration = .overAnyValue
    #expect(restored(control).shown == 7)
  }

  @Test("R222: a value that the program keeps elsewhere is neither saved nor restored")
  func never() throws {
    try save(7, changedFrom: 1)
    let control = Control(1)
    control.restoration = .never
    #expect(restored(control).shown == 1)
    control.set(9, by: .user)
    try save(control)
    #expect(restored(Control(1)).shown == 1)
  }

  @Test("R222: a value of an earlier version has no base, and goes back over any, once")
  func earlierVersion() throws {
    let old = Control(7)
    old.isOld = true
    try save(old)
    let control = restored(Control(1))
    #expect(control.shown == 7)
    control.choice.didShow()
    try save(control)
    #expect(restored(Control(2)).shown == 2)
    #expect(restored(Control(1)).shown == 7)
  }
}
