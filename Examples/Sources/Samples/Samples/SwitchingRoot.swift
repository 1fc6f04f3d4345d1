// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A root with one child at a time.
///
/// It shows a welcome at launch, and the main screen once the user goes on.
@MainActor final class SwitchingRoot: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    application.register(MainController.self)
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = RootController()
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    user.press("Go on")
    user.type("Hello", into: "Text")
  }
}

private final class RootController: ViewController {
  init() { super.init(restorationIdentifier: "Root") }

  override func viewDidLoad() {
    super.viewDidLoad()
    show(WelcomeController { [weak self] in self?.show(MainController()) })
  }

  private func show(_ child: ViewController) {
    for former in children {
      former.view.removeFromSuperview()
      former.removeFromParent()
    }
    addChild(child)
    view.addSubview(child.view)
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(children.first, forKey: "child")
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    if let child = coder.decodeObject(ViewController.self, forKey: "child"),
      child.parent !== self
    {
      show(child)
    }
  }
}

private final class WelcomeController: ViewController {
  private let goOn: @MainActor () -> Void

  init(_ goOn: @escaping @MainActor () -> Void) {
    self.goOn = goOn
    super.init(restorationIdentifier: "Welcome")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(Button("Go on", action: goOn))
  }
}

private final class MainController: ViewController, ViewControllerRestoration {
  init() {
    super.init(restorationIdentifier: "Main")
    restorationClass = MainController.self
  }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { MainController() }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(TextField(restorationIdentifier: "Text"))
  }
}
