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

  private func save(_ root: Screen) throws {
    try machine.coordinator(tree: FakeTree(root)).save()
  }

  private func restore(_ root: Screen) -> RestorationReport {
    machine.coordinator(tree: FakeTree(root)).restore()
  }

  @Test("R25: a tab that moved to another index is found with everything below it")
  func movedTab() throws {
    let city = Screen("City", [Screen("Street")])
    city.text = "saved"
    try save(tabs([city]))
    let again = Screen("City", [Screen("Street")])
    let launched = tabs([Screen("New"), again])
    let report = restore(launched)
    #expect(report["Tabs/:[0]:/City"] == .restored)
    #expect(again.text == "saved")
    #expect(again.children.first?.decodedCount == 1)
  }

  @Test("R25: tabs with equal identifiers are restored by index")
  func swappedTabs() throws {
    let (one, two) = (Screen("Nav"), Screen("Nav"))
    (one.text, two.text) = ("1", "2")
    try save(tabs([one, two]))
    let (first, second) = (Screen("Nav"), Screen("Nav"))
    _ = restore(tabs([first, second]))
    #expect((first.text, second.text) == ("1", "2"))
  }

  @Test("R25: of two candidates, none is taken")
  func twoCandidates() throws {
    try save(tabs([Screen("City")]))
    let report = restore(tabs([Screen("New"), Screen("City"), Screen("City")]))
    #expect(report["Tabs/:[0]:/City"] != .restored)
  }

  @Test("R25: a candidate of another class is ignored")
  func candidateOfAnotherClass() throws {
    try save(tabs([OtherScreen("City")]))
    let (other, right) = (Screen("City"), OtherScreen("City"))
    let report = restore(tabs([Screen("New"), other, right]))
    #expect(report["Tabs/:[0]:/City"] == .restored)
    #expect(right.decodedCount == 1)
    #expect(other.decodedCount == 0)
  }

  @Test("R25: a candidate that another archived path matches exactly is not taken")
  func candidateThatIsClaimed() throws {
    let (one, two) = (Screen("City"), Screen("City"))
    (one.text, two.text) = ("1", "2")
    try save(tabs([one, two]))
    let again = Screen("City")
    let report = restore(tabs([Screen("New"), again]))
    #expect(again.text == "2")
    #expect(report["Tabs/:[0]:/City"] != .restored)
  }

  @Test("R25: a candidate that matches two archived paths is not taken")
  func candidateThatTwoPathsFit() throws {
    let (one, two) = (Screen("City"), Screen("City"))
    try save(tabs([one, two]))
    let again = Screen("City")
    let report = restore(tabs([Screen("New"), Screen("Newer"), again]))
    #expect(again.decodedCount == 0)
    #expect(report["Tabs/:[0]:/City"] != .restored)
    #expect(report["Tabs/:[1]:/City"] != .restored)
  }

  @Test("R25: the container between a split view and a controller may change")
  func splitView() throws {
    let detail = Screen("Detail")
    detail.text = "saved"
    try save(Screen("Split", [Screen("Primary", [detail])]))
    let again = Screen("Detail")
    _ = restore(Screen("Split", [Screen("Primary"), Screen("Secondary", [again])]))
    #expect(again.text == "saved")
  }

  @Test("R25: the container between a split view and a controller may be missing")
  func splitViewWithoutContainer() throws {
    let detail = Screen("Detail", [Screen("Below")])
    detail.text = "saved"
    try save(Screen("Split", [Screen("Gone", [detail])]))
    let again = Screen("Detail", [Screen("Below")])
    let report = restore(Screen("Split", [again]))
    #expect(again.text == "saved")
    #expect(again.children.first?.decodedCount == 1)
    #expect(report["Split/Gone"] != .restored)
  }

  @Test("R25: an index in a stack must match")
  func stack() throws {
    let stack = Screen("Stack", [Screen("City")])
    stack.isStack = true
    try save(stack)
    let launched = Screen("Stack", [Screen("New"), Screen("City")])
    launched.isStack = true
    #expect(restore(launched)["Stack/:[0]:/City"] != .restored)
  }
}
