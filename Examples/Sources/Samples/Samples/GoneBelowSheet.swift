// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// A sheet above a screen whose model is gone; both disappear.
///
/// A controller in an excluded container, to which the delegate refers, is restored as an object.
@MainActor final class GoneBelowSheet: Sample {
  private let isGone: Bool
  private let inner = NoteController("Inner")
  private var favourite: ViewController?

  init(life: Int) { isGone = life > 1 }

  var losesSomething: Bool { true }

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    let tabs = [
      NavigationController(
        rootViewController: NoteController("List"), restorationIdentifier: "Navigation"),
      NavigationController(rootViewController: inner),
    ]
    window.rootViewController = TabBarController(
      viewControllers: tabs, restorationIdentifier: "Tabs")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application, willEncodeRestorableStateWith coder: RestorationEncoder
  ) {
    coder.encode(favourite, forKey: "favourite")
  }

  func application(
    _ application: Application, didDecodeRestorableStateWith coder: RestorationDecoder
  ) {
    favourite = coder.decodeObject(ViewController.self, forKey: "favourite")
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    switch identifierComponents.last {
    case "Item": isGone ? nil : NoteController("Item")
    case "Editor": NoteController("Editor")
    default: nil
    }
  }

  func use(_ user: User) {
    favourite = inner
    let tabs = user.controller(TabBarController.self)
    tabs.selectedIndex = 1
    user.type("In an excluded container", into: "Text")
    tabs.selectedIndex = 0
    let item = NoteController("Item")
    user.controller(NavigationController.self).pushViewController(item, animated: true)
    item.present(NoteController("Editor"), animated: true)
    user.type("About an item that goes", into: "Text")
  }

  func prepareNextLaunch(_ user: User) {
    let tabs = user.window.rootViewController as? TabBarController
    tabs?.dismiss(animated: false)
    (tabs?.selectedViewController as? NavigationController)?.popViewController(animated: false)
    user.window.firstResponder?.resignFirstResponder()
  }

  func remarks(_ user: User) -> [String] { ["favourite: \(favourite === inner)"] }
}
