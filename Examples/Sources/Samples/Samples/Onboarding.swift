// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A sheet that the root presents until the user finishes it.
///
/// The root presents it each time it appears. A restored sheet counts: it is not presented twice.
@MainActor final class Onboarding: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = WelcomingController(restorationIdentifier: "Home")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    identifierComponents.last == "Your name" ? NoteController("Your name") : nil
  }

  func use(_ user: User) {
    user.type("Kim", into: "Text")
    let alert = AlertController(title: "Stop here?", message: "You can go on later.")
    user.controller(NoteController.self).present(alert, animated: true)
  }

  /// Dismisses the question, which is not restored.
  func prepareNextLaunch(_ user: User) {
    user.controller(AlertController.self).dismiss(animated: false)
  }
}

private final class WelcomingController: ViewController {
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    present(NoteController("Your name"), animated: animated)
  }
}
