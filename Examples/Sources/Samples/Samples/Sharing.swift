// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A half-written mail draft, opened from an activity sheet, with an attachment.
@MainActor final class Sharing: Sample {
  func application(
    _ application: Application, willFinishLaunchingWithOptions options: LaunchOptions
  ) -> Bool {
    let window = Window(application: application, restorationIdentifier: "Main")
    window.rootViewController = NavigationController(
      rootViewController: ViewController(restorationIdentifier: "Picture"),
      restorationIdentifier: "Navigation")
    window.makeKeyAndVisible()
    return true
  }

  func use(_ user: User) {
    let sheet = ActivityViewController(
      activityItems: [.model(identifier: "picture 7", title: "Harbour")],
      restorationIdentifier: "Activities")
    user.controller(NavigationController.self).topViewController?.present(sheet, animated: true)
    guard let mail = sheet.activities.first(where: { $0.activityType == .mail }) else {
      fatalError("Mail is not offered.")
    }
    sheet.perform(mail)
    let draft = user.controller(MailComposeViewController.self)
    draft.toRecipients = ["kim@example.org"]
    draft.subject = "Harbour"
    user.type("Taken yesterday, and", into: "Body")
  }

  func remarks(_ user: User) -> [String] {
    let draft = user.controller(MailComposeViewController.self)
    return [
      "to \(draft.toRecipients.joined(separator: ", ")): \(draft.subject)",
      "attached: \(draft.attachments.joined(separator: ", "))",
    ]
  }
}
