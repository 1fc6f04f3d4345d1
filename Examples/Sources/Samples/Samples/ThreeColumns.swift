// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// Three columns; the delegate creates two from the user's choice.
@MainActor final class ThreeColumns: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.size.width = 1200
    window.rootViewController = SplitViewController(
      primary: NoteController("Accounts"), restorationIdentifier: "Split")
    window.makeKeyAndVisible()
    return true
  }

  func application(
    _ application: Application,
    viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: RestorationDecoder
  ) -> ViewController? {
    guard let name = identifierComponents.last, ["Folder", "Message"].contains(name) else {
      return nil
    }
    return NoteController(name)
  }

  func use(_ user: User) {
    let split = user.controller(SplitViewController.self)
    let folder = NoteController("Folder")
    split.setViewController(folder, for: .supplementary)
    let message = NoteController("Message")
    split.showDetailViewController(message, animated: true)
    split.supplementaryColumnWidth = 280
    user.type("Unread", into: folder.text)
    user.type("An answer", into: message.text)
  }

  func remarks(_ user: User) -> [String] {
    ["middle column: \(user.controller(SplitViewController.self).supplementaryColumnWidth)"]
  }
}
