// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A container whose children share an identifier and differ by position.
///
/// In variants it creates the permanent children in `viewDidLoad`, also in a covered tab.
@MainActor final class EqualPanes: Sample {
  private let isFilledLate: Bool
  private let isCovered: Bool

  init(isFilledLate: Bool, isCovered: Bool = false) {
    self.isFilledLate = isFilledLate
    self.isCovered = isCovered
  }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    application.register(PaneController.self)
    let window = Window(application: application, restorationIdentifier: "Main")
    let panes = PanesController(isFilledLate: isFilledLate)
    let tabs = TabBarController(restorationIdentifier: "Tabs")
    if isCovered { tabs.viewControllers = [NoteController("Home"), panes] }
    window.rootViewController = isCovered ? tabs : panes
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    if isCovered { user.controller(TabBarController.self).selectedIndex = 1 }
    user.press("New pane")
    for pane in user.controller(PanesController.self).panes {
      user.type("I am \(pane.title ?? "")", into: pane.field)
    }
    if isCovered { user.controller(TabBarController.self).selectedIndex = 0 }
  }
}

/// Shows panes side by side.
///
/// Two are permanent, and the user adds others.
private final class PanesController: ViewController {
  init(isFilledLate: Bool) {
    super.init(restorationIdentifier: "Panes")
    if !isFilledLate { addFirstPanes() }
  }

  private func addFirstPanes() {
    for number in 1...2 { addChild(PaneController(number)) }
  }

  var panes: [PaneController] { children.compactMap { $0 as? PaneController } }

  override func viewDidLoad() {
    super.viewDidLoad()
    if panes.isEmpty { addFirstPanes() }
    view.addSubview(Button("New pane") { [weak self] in self?.addPane() })
    panes.forEach { view.addSubview($0.view) }
  }

  private func addPane() {
    let pane = PaneController(panes.count + 1)
    pane.restorationClass = PaneController.self
    show(pane)
  }

  private func show(_ pane: PaneController) {
    addChild(pane)
    view.addSubview(pane.view)
  }

  override func pathComponent(for child: ViewController) -> Int? {
    children.firstIndex { $0 === child }
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(panes, forKey: "panes")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    for pane in coder.decodeObjects(PaneController.self, forKey: "panes")
    where pane.parent == nil {
      show(pane)
    }
  }
}

private final class PaneController: ViewController, ViewControllerRestoration {
  let field = TextField(restorationIdentifier: "Text")
  private let number: Int

  init(_ number: Int) {
    self.number = number
    super.init(restorationIdentifier: "Pane")
    title = "pane \(number)"
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { PaneController(coder.decodeInteger(forKey: "number")) }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(field)
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(number, forKey: "number")
  }
}
