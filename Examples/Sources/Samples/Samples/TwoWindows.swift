// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A second window that the user opens; the delegate creates it again.
@MainActor final class TwoWindows: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    makeWindow(application, named: "Editor").makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application, windowWithRestorationIdentifier identifier: String,
    coder: RestorationDecoder
  ) -> Window? {
    let window = makeWindow(application, named: identifier)
    window.makeKeyAndVisible()
    return window
  }

  private func makeWindow(_ application: Application, named name: String) -> Window {
    let window = Window(application: application, restorationIdentifier: name)
    window.title = name
    window.rootViewController = DraftController()
    return window
  }

  func use(_ user: User) {
    for name in ["Editor", "Notes"] {
      makeWindow(user.application, named: name).makeKeyAndVisible()
    }
    for (number, window) in user.application.windows.enumerated() {
      window.size.width = 600 + Double(number)
      let draft = window.rootViewController as? DraftController
      draft.map { user.type("In window \(number)", into: $0.draft) }
    }
    user.application.windows[1].makeKeyAndVisible()
  }

  func remarks(_ user: User) -> [String] {
    let windows = user.application.windows
    let order = user.application.orderedWindows.map { front in
      windows.firstIndex { $0 === front }.map(String.init) ?? "none"
    }
    return windows.map { "wide: \($0.size.width)" } + [
      "front to back: \(order.joined(separator: ", "))"
    ]
  }
}

private final class DraftController: ViewController {
  let draft = TextView(restorationIdentifier: "Draft")

  init() { super.init(restorationIdentifier: "Draft Screen") }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(draft)
  }
}
