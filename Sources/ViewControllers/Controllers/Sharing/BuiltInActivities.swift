// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The activity that opens a mail draft.
///
/// Texts go into the body, and model objects are attached.
@MainActor final class MailActivity: Activity {
  private var items: [ActivityItem] = []

  override var activityType: ActivityType? { .mail }
  override var activityTitle: String { ChromeString.mail.localized }
  override var activityIconName: String? { "mail-message-new-symbolic" }
  override func canPerform(withActivityItems items: [ActivityItem]) -> Bool { !items.isEmpty }
  override func prepare(withActivityItems items: [ActivityItem]) { self.items = items }

  override var activityViewController: ViewController? {
    let draft = MailComposeViewController()
    draft.restorationIdentifier = MailComposeViewController.draftIdentifier
    draft.subject = items.titles.first ?? ""
    draft.messageBody = items.texts.joined(separator: "\n")
    draft.attachments = items.modelIdentifiers
    draft.attachmentSource = sheet?.attachmentSource
    draft.completionHandler = { self.activityDidFinish($0 == .sent) }
    return draft
  }
}

/// The activity that copies texts, and the titles of model objects.
@MainActor final class CopyActivity: Activity {
  private var text = ""

  override var activityType: ActivityType? { .copyToPasteboard }
  override var activityTitle: String { ChromeString.copyText.localized }
  override var activityIconName: String? { "edit-copy-symbolic" }
  override func canPerform(withActivityItems items: [ActivityItem]) -> Bool { !items.isEmpty }

  override func prepare(withActivityItems items: [ActivityItem]) {
    text = (items.texts + items.titles).joined(separator: "\n")
  }

  override func perform() {
    let host = sheet?.window?.application?.host
    host?.copy(text)
    activityDidFinish(host != nil)
  }
}

extension [ActivityItem] {
  fileprivate var texts: [String] {
    compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  fileprivate var titles: [String] {
    compactMap { if case .model(_, let title) = $0 { title } else { nil } }
  }

  fileprivate var modelIdentifiers: [String] {
    compactMap { if case .model(let identifier, _) = $0 { identifier } else { nil } }
  }
}
