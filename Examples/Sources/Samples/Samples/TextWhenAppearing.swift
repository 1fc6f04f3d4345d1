// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A form that sets its text from a model when it appears.
///
/// Many forms do so.
@MainActor final class TextWhenAppearing: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = NameController()
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    user.type("Kimberly", into: "Name")
    user.view("Name", TextField.self).hostDidSelect(3..<8)
  }
}

private final class NameController: ViewController {
  private let name = TextField(restorationIdentifier: "Name")

  init() { super.init(restorationIdentifier: "Form") }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(name)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    name.text = "Kim"
  }
}
