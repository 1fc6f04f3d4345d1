// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ViewControllers

@MainActor struct FocusTests {
  private let program = Device {
    $0.rootViewController = FormController(restorationIdentifier: "Form")
  }

  @Test("R197: the focus comes back to the view that had it")
  func focusComesBack() {
    let first = program.launch()
    #expect(form(first).fields[1].becomeFirstResponder())
    #expect(first.window.firstResponder === form(first).fields[1])
    let second = first.relaunch()
    #expect(second.window.firstResponder === form(second).fields[1])
    #expect(form(second).fields[1].isFirstResponder)
    #expect(form(second).fields[1].selectedTextRange == 5..<5, "all is selected")
  }

  @Test("R197: a view without identifier does not get the focus back")
  func focusOfUnnamedView() {
    let first = program.launch()
    form(first).fields[1].restorationIdentifier = nil
    form(first).fields[1].becomeFirstResponder()
    #expect(first.relaunch().window.firstResponder == nil)
  }

  @Test("R197: each window restores its own focus")
  func windowsKeepTheirFocus() {
    let device = Device { window in
      window.rootViewController = FormController(restorationIdentifier: "Form")
      window.application?.showWindow(nil, FormController(restorationIdentifier: "Form"))
    }
    let first = device.launch()
    form(first, 0).fields[1].becomeFirstResponder()
    form(first, 1).fields[0].becomeFirstResponder()
    let second = first.relaunch()
    #expect(second.application.windows[0].firstResponder === form(second, 0).fields[1])
    #expect(second.application.windows[1].firstResponder === form(second, 1).fields[0])
  }

  @Test("R197: focus moves by user and program are saved; the host's automatic ones are not")
  func movesAreSaved() {
    let first = program.launch()
    first.host.advance(by: .seconds(1))
    let fields = form(first).fields
    first.window.hostDidMoveFocus(to: fields[0], isAutomatic: true)
    #expect(fields[0].isFirstResponder)
    #expect(CallLog.entries { first.host.advance(by: .seconds(1)) } == [])
    first.window.hostDidMoveFocus(to: fields[1], isAutomatic: false)
    #expect(CallLog.entries { first.host.advance(by: .seconds(1)) }.contains("shouldSave"))
    #expect(fields[1].resignFirstResponder())
    #expect(!fields[1].resignFirstResponder())
    #expect(CallLog.entries { first.host.advance(by: .seconds(1)) }.contains("shouldSave"))
    #expect(first.relaunch().window.firstResponder == nil)
  }

  @Test("R41, R197: a covered view's waiting focus is saved, and comes back when it is uncovered")
  func coveredViewWaits() {
    let first = Device {
      $0.rootViewController = navigation(root: FormController(restorationIdentifier: "Form"))
    }.launch()
    let below = first.navigation?.viewControllers[0] as? FormController
    below?.fields[1].becomeFirstResponder()
    first.navigation?.pushViewController(MadeScreen("Details"), animated: false)
    #expect(first.window.firstResponder == nil)

    let second = first.relaunch().relaunch()
    #expect(second.stack == ["Form", "Details"])
    #expect(second.window.firstResponder == nil)
    second.navigation?.popViewController(animated: false)
    let uncovered = second.navigation?.viewControllers[0] as? FormController
    #expect(second.window.firstResponder === uncovered?.fields[1])
    #expect(second.window.firstResponder != nil)
  }

  @Test("R41, R197: a sheet takes the focus and returns it when it is dismissed")
  func sheetTakesTheFocus() {
    let session = program.launch()
    let fields = form(session).fields
    fields[0].becomeFirstResponder()
    let sheet = FormController(restorationIdentifier: "Sheet")
    session.root?.present(sheet, animated: false)
    #expect(session.window.firstResponder == nil)
    #expect(!fields[1].becomeFirstResponder(), "it lies under a sheet")
    #expect(sheet.fields[1].becomeFirstResponder())
    session.root?.dismiss(animated: false)
    #expect(session.window.firstResponder === fields[1])
  }

  @Test("R41, R197: a controller's focus waits while its container has taken it off the screen")
  func hiddenChildKeepsFocus() throws {
    let device = Device { window in
      let form = FormController(restorationIdentifier: "Form")
      window.rootViewController = PairController("Pair", [form, Screen("Other")])
    }
    let first = device.launch()
    let form = try #require(first.root?.children.first as? FormController)
    form.fields[1].becomeFirstResponder()
    form.view.removeFromSuperview()
    #expect(first.window.firstResponder == nil)
    first.root?.view.addSubview(form.view)
    #expect(first.window.firstResponder === form.fields[1])
    form.view.removeFromSuperview()
    let second = first.relaunch()
    let restored = try #require(second.root?.children.first as? FormController)
    #expect(second.window.firstResponder === restored.fields[1])
  }

  @Test("R197: a view removed from the screen loses the focus")
  func removedViewLosesFocus() {
    let session = program.launch()
    let field = form(session).fields[0]
    field.becomeFirstResponder()
    field.removeFromSuperview()
    #expect(session.window.firstResponder == nil)
  }

  @Test("R197: a covered view stops waiting for the focus when it resigns or is removed")
  func prospectIsGivenUp() {
    let changes: [(TextField) -> Void] = [
      { $0.resignFirstResponder() },
      {
        let superview = $0.superview
        $0.removeFromSuperview()
        superview?.addSubview($0)
      },
    ]
    for change in changes {
      let form = FormController(restorationIdentifier: "Form")
      let session = Device { $0.rootViewController = navigation(root: form) }.launch()
      session.navigation?.pushViewController(Screen("Details"), animated: false)
      #expect(!form.fields[0].becomeFirstResponder())
      change(form.fields[0])
      session.navigation?.popViewController(animated: false)
      #expect(session.window.firstResponder == nil)
    }
  }

  @Test("R150, R197: a change of the covered view that waits for the focus is saved soon")
  func waitingMovesAreSaved() async throws {
    let form = FormController(restorationIdentifier: "Form")
    let session = Device { $0.rootViewController = navigation(root: form) }.launch()
    let (reports, continuation) = AsyncStream.makeStream(of: PreservationReport.self)
    session.application.onPreserve = { continuation.yield($1) }
    var iterator = reports.makeAsyncIterator()
    session.navigation?.pushViewController(Screen("Details"), animated: false)
    let steps: [(change: () -> Void, saved: Set<String>)] = [
      ({ form.fields[0].becomeFirstResponder() }, ["First"]),
      ({ form.fields[1].becomeFirstResponder() }, ["First", "Last"]),
      ({ form.fields[1].resignFirstResponder() }, ["Last"]),
    ]
    for step in steps {
      step.change()
      session.host.advance(by: .seconds(1))
      let report = try #require(await iterator.next())
      let encoded = report.outcomes.filter { $0.result == .encoded }
        .compactMap { $0.address.path.identifiers.last }
      #expect(step.saved.isSubset(of: encoded))
    }
  }

  @Test("R197: a view that takes no input cannot have the focus")
  func someViewsCannot() {
    let session = device { Label("Text") }.launch()
    let label: Label? = content(session)
    #expect(label?.becomeFirstResponder() == false)
    #expect(session.window.firstResponder == nil)
  }

  private func form(_ session: Session, _ window: Int = 0) -> FormController {
    guard
      let form = session.application.windows[window].rootViewController as? FormController
    else {
      Issue.record("there is no form")
      return FormController(restorationIdentifier: nil)
    }
    return form
  }
}

/// A controller with two fields that contain text.
@MainActor private final class FormController: ViewController {
  let fields = ["First", "Last"].map { name in
    let field = TextField(placeholder: name)
    field.restorationIdentifier = name
    field.text = "Hello"
    return field
  }

  override func viewDidLoad() { fields.forEach(view.addSubview) }
}
