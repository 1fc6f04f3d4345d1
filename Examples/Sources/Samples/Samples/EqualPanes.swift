// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import ViewControllers

/// A container whose children all have the same identifier; their place tells them apart.
///
/// In one variant it makes those that are always there in `viewDidLoad`.
@MainActor final class EqualPanes: Sample {
  private let isFilledLate: Bool

  init(isFilledLate: Bool) { self.isFilledLate = isFilledLate }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    application.register(PaneController.self)
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = PanesController(isFilledLate: isFilledLate)
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    user.press("New pane")
    for pane in user.controller(PanesController.self).panes {
      user.type("I am \(pane.title ?? "")", into: pane.field)
    }
  }
}

/// Shows panes side by side: two that are always there, and those that the user adds.
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
