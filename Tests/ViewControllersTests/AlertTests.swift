// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

/// Escape does not discard text that the user has typed.
@MainActor struct AlertTests {
  private let device = SharingDevice()

  private func alert(_ session: Session) throws -> AlertController {
    try #require(session.window.presentationChain.last as? AlertController)
  }

  private func answer(_ title: String, _ alert: AlertController) {
    func buttons(_ view: View) -> [Button] {
      (view as? Button).map { [$0] } ?? view.subviews.flatMap(buttons)
    }
    buttons(alert.view).first { $0.title == title }?.action?()
  }

  @Test("R84: a draft with typed text asks before it closes")
  func draftAsks() throws {
    let (session, draft) = try device.write()
    draft.input("Body")?.hostDidEdit(text: "Dear Jane", selectedTextRange: 9..<9)
    for title in ["Keep", nil, "Discard"] {
      #expect(session.window.hostDidAttemptToDismiss())
      let alert = try alert(session)
      #expect(alert.actions.map(\.title) == ["Keep", "Discard"])
      if let title { answer(title, alert) } else { session.window.hostDidAttemptToDismiss() }
      #expect(session.sheets == (title == "Discard" ? [] : ["Mail Draft"]))
    }
  }

  @Test("A draft without typed text closes at once")
  func untouchedDraftGoes() throws {
    let (session, _) = try device.write()
    #expect(session.window.hostDidAttemptToDismiss())
    #expect(session.sheets == [])
    #expect(!session.window.hostDidAttemptToDismiss())
  }

  @Test("R84: the question is not saved, and a restored draft asks it again")
  func questionIsNotSaved() throws {
    let (session, draft) = try device.write()
    draft.input("Body")?.hostDidEdit(text: "Dear Jane", selectedTextRange: 9..<9)
    session.window.hostDidAttemptToDismiss()
    let second = device.relaunch(session)
    #expect(second.sheets == ["Mail Draft"])
    second.window.hostDidAttemptToDismiss()
    let alert = try alert(second)
    #expect(alert.isViewLoaded && second.window.firstResponder is Button)
    answer("Discard", alert)
    #expect(second.sheets == [])
  }

  @Test("A controller inside a sheet can keep the sheet open, too")
  func innerControllerKeepsTheSheet() {
    let session = Device { $0.rootViewController = Screen("Root") }.launch()
    let inner = Screen("Inner")
    inner.isModalInPresentation = true
    session.root?.present(navigation(root: inner), animated: false)
    #expect(session.window.hostDidAttemptToDismiss())
    #expect(session.sheets == ["Nav"])
    inner.isModalInPresentation = false
    #expect(session.window.hostDidAttemptToDismiss())
    #expect(session.sheets == [])
  }
}
