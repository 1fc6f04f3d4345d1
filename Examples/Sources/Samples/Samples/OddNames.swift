// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ViewControllers

/// Unusual identifiers and texts.
///
/// They have spaces, dots, other scripts or composed characters, or are long.
@MainActor final class OddNames: Sample {
  private let names = [
    "with space", "a.b.c", "Straße", "日本語", "👩‍👩‍👧‍👦", ":[x]:", "e\u{301}", "é",
    String(repeating: "long", count: 200),
  ]

  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "日本 Main")
    window.rootViewController = TabBarController(
      viewControllers: names.map { NoteController($0) }, restorationIdentifier: "Tabs and more")
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    let tabs = user.controller(TabBarController.self)
    for (index, name) in names.enumerated() {
      tabs.selectedIndex = index
      user.type("\(index) 👍🏽\t\u{0}\n\(name)", into: "Text")
      user.view("Text", TextField.self).hostDidSelect(2..<3)
    }
    tabs.selectedIndex = 4
  }
}
