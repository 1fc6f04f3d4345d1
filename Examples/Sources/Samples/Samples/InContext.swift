// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A column covered in its own context, beside a popover.
///
/// The popover belongs to a button in the other column.
@MainActor final class InContext: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    let columns = ["Left", "Right"].map { name in
      let column = ColumnController(restorationIdentifier: name)
      column.title = name
      column.definesPresentationContext = true
      return column
    }
    window.rootViewController = SplitViewController(
      primary: columns[0], secondary: columns[1], restorationIdentifier: "Split")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    guard let name = identifierComponents.last, name == "Editor" else { return nil }
    return EditorController()
  }

  func use(_ user: User) {
    for column in user.controller(SplitViewController.self).visibleChildren {
      let editor = EditorController()
      editor.modalPresentationStyle = .currentContext
      column.present(editor, animated: true)
      user.type("Over \(column.title ?? "")", into: editor.field)
    }
  }

  func remarks(_ user: User) -> [String] {
    let split = user.controller(SplitViewController.self)
    return split.children.map { column in
      let editor = column.presentedViewController
      let style = editor.map { "\($0.modalPresentationStyle)" } ?? "nothing"
      let isPresenter = editor?.presentingViewController === column
      return "\(column.title ?? ""): \(style), is the presenter: \(isPresenter)"
    }
  }
}

private final class ColumnController: ViewController {}

private final class EditorController: ViewController {
  let field = TextField(restorationIdentifier: "Text")

  init() { super.init(restorationIdentifier: "Editor") }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(field)
  }
}
