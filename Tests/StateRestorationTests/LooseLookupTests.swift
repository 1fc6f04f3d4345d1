// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

@Suite struct LooseLookupTests {
  let machine = Machine()

  private func tabs(_ tabs: [Screen]) -> Screen {
    let container = Screen("Tabs", tabs)
    container.isStack = true
    return container
  }

  @Test("R25: a candidate of another class is ignored")
  func candidateOfAnotherClass() throws {
    try machine.save(tabs([OtherScreen("City")]))
    let (other, right) = (Screen("City"), OtherScreen("City"))
    let report = machine.restore(tabs([Screen("New"), other, right]))
    #expect(report["Tabs/:[0]:/City"] == .restored)
    #expect(right.decodedCount == 1)
    #expect(other.decodedCount == 0)
  }

  @Test("R25: a candidate that another archived path matches exactly is not taken")
  func candidateThatIsClaimed() throws {
    let (one, two) = (Screen("City"), Screen("City"))
    (one.text, two.text) = ("1", "2")
    try machine.save(tabs([one, two]))
    let again = Screen("City")
    let report = machine.restore(tabs([Screen("New"), again]))
    #expect(again.text == "2")
    #expect(report["Tabs/:[0]:/City"] != .restored)
  }

  @Test("R25: a candidate that matches two archived paths is not taken")
  func candidateThatTwoPathsFit() throws {
    let (one, two) = (Screen("City"), Screen("City"))
    try machine.save(tabs([one, two]))
    let again = Screen("City")
    let report = machine.restore(tabs([Screen("New"), Screen("Newer"), again]))
    #expect(again.decodedCount == 0)
    #expect(report["Tabs/:[0]:/City"] != .restored)
    #expect(report["Tabs/:[1]:/City"] != .restored)
  }
}
