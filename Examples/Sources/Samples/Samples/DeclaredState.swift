// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Screens that declare their state instead of using hooks.
///
/// They declare flags, values, and the model that they show.
@MainActor final class DeclaredState: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    application.restoration.register(
      TalkController.self, showing: "talk", find: Talk.init(id:)
    ) { talk, _ in TalkController(talk) }
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = NavigationController(
      rootViewController: ViewController(restorationIdentifier: "Talks"),
      restorationIdentifier: "Navigation")
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    guard let talk = Talk(id: "218") else { fatalError("There is no such talk.") }
    let controller = TalkController(talk)
    user.controller(NavigationController.self).pushViewController(controller, animated: true)
    controller.showsAbstract = true
    controller.ratings["content"] = 5
    controller.neighbour = user.window.rootViewController?.children[0]
  }

  func remarks(_ user: User) -> [String] {
    let controller = user.controller(TalkController.self)
    let list = user.window.rootViewController?.children[0]
    return [
      "abstract shown: \(controller.showsAbstract), content: \(controller.ratings["content"] ?? 0)",
      "refers to the list: \(controller.neighbour === list)",
    ]
  }
}

private struct Talk: Identifiable {
  let id: String

  init?(id: String) {
    guard ["204", "218", "220"].contains(id) else { return nil }
    self.id = id
  }
}

private final class TalkController: ViewController {
  @RestorableModel private(set) var talk: Talk
  @Restorable var showsAbstract = false
  @Restorable var ratings: [String: Int] = [:]
  @Restorable var neighbour: ViewController? = nil

  init(_ talk: Talk) {
    self.talk = talk
    super.init(restorationIdentifier: "Talk")
    title = "Talk \(talk.id)"
  }
}
