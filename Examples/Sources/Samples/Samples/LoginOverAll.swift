// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A login presented over the restored interface at every launch.
///
/// Did-finish-launching presents it.
@MainActor final class LoginOverAll: Sample {
  private var window: Window?

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = AccountsController()
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  func application(
    _ application: Application, didFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    window?.rootViewController?.present(PasswordController(), animated: false)
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    identifierComponents.last == "Transfer" ? TransferController() : nil
  }

  func use(_ user: User) {
    user.press("Log in")
    user.press("Transfer")
    user.type("100", into: "Amount")
  }

  func prepareNextLaunch(_ user: User) {
    user.controller(TransferController.self).present(PasswordController(), animated: false)
  }
}

private final class AccountsController: ViewController {
  init() { super.init(restorationIdentifier: "Accounts") }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(
      Button("Transfer") { [weak self] in self?.present(TransferController(), animated: true) })
  }
}

private final class TransferController: ViewController {
  init() { super.init(restorationIdentifier: "Transfer") }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(TextField(restorationIdentifier: "Amount"))
  }
}

/// A login, which has no identifier, since it needs no restoring.
private final class PasswordController: ViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let password = TextField(placeholder: "Password")
    password.isSecure = true
    view.addSubview(password)
    view.addSubview(Button("Log in") { [weak self] in self?.dismiss(animated: true) })
  }
}
