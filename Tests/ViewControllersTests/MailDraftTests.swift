// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewControllers

@MainActor struct MailDraftTests {
  private let device = SharingDevice()

  @Test("R84: a draft replaces its sheet and has its subject, text and attachment")
  func draftFromTheSheet() throws {
    let (session, draft) = try device.write()
    #expect(session.sheets == ["Mail Draft"])
    #expect(draft.presentingViewController === session.navigation)
    #expect(draft.subject == "The Dune")
    #expect(draft.messageBody == "Look!")
    #expect(draft.attachments == ["Dune"])
    #expect(draft.labels.contains("Dune.jpg"))
    #expect(draft.input("To")?.isFirstResponder == true)
  }

  @Test("R41, R84, R101, R102, R197: a draft comes back exactly, launch after launch")
  func draftComesBack() throws {
    let (first, draft) = try device.write()
    draft.input("To")?.hostDidEdit(text: "Jane <jane@exam", selectedTextRange: 15..<15)
    draft.input("Cc")?.hostDidEdit(text: "joe@example.org, ", selectedTextRange: 0..<3)
    draft.input("Bcc")?.hostDidEdit(text: "ann@example.org", selectedTextRange: 15..<15)
    draft.input("Subject")?.hostDidEdit(text: "Dune 👍🏽", selectedTextRange: 5..<7)
    draft.input("Body")?.hostDidEdit(text: "one\ntwo", selectedTextRange: 4..<7)
    draft.input("Body")?.becomeFirstResponder()
    var session = first
    for _ in 1...3 {
      session = device.relaunch(session)
      #expect(session.stack == ["Home", "Photo"])
      #expect(session.sheets == ["Mail Draft"])
      #expect(session.restorationReport?.diagnostics == [])
      let draft = try session.draft
      #expect(draft.presentingViewController === session.navigation)
      #expect(draft.toRecipients == ["Jane <jane@exam"])
      #expect(draft.input("Cc")?.text == "joe@example.org, ")
      #expect(draft.input("Cc")?.selectedTextRange == 0..<3)
      #expect(draft.bccRecipients == ["ann@example.org"])
      #expect(draft.subject == "Dune 👍🏽")
      #expect(draft.input("Subject")?.selectedTextRange == 5..<7)
      #expect(draft.messageBody == "one\ntwo")
      #expect(draft.input("Body")?.selectedTextRange == 4..<7)
      #expect(draft.input("Body")?.isFirstResponder == true)
      #expect(draft.attachments == ["Dune"])
      #expect(draft.attachmentSource === device.pictures)
      #expect(draft.labels.contains("Dune.jpg"))
    }
  }

  @Test("R84, R150: typing in a draft is saved with the draft, without invalidation")
  func typingIsSaved() async throws {
    let (session, draft) = try device.write()
    let (reports, continuation) = AsyncStream.makeStream(of: PreservationReport.self)
    session.application.onPreserve = { continuation.yield($1) }
    var iterator = reports.makeAsyncIterator()
    session.host.advance(by: .seconds(1))
    _ = await iterator.next()
    draft.input("Body")?.hostDidEdit(text: "Look at this", selectedTextRange: 0..<0)
    session.host.advance(by: .seconds(1))
    let report = try #require(await iterator.next())
    let encoded = report.outcomes.filter { $0.result == .encoded }.map { $0.address.description }
    #expect(encoded.contains { $0.hasSuffix("Nav/Mail Draft") })
    #expect(encoded.contains { $0.hasSuffix("Nav/Mail Draft/Body") })
    #expect(!encoded.contains { $0.hasSuffix("Photo") })
    draft.attachments = []
    session.host.advance(by: .seconds(1))
    let next = try #require(await iterator.next())
    #expect(
      next.outcomes.contains {
        $0.result == .encoded && $0.address.description.hasSuffix("Nav/Mail Draft")
      })
  }

  @Test(
    "R10, R12, R84: the draft of a sheet with no or an invalid identifier is not restored",
    arguments: [nil, "a/b"])
  func draftOfAnUnnamedSheet(identifier: String?) throws {
    let (first, draft) = try device.write(sheet: identifier)
    #expect(draft.restorationIdentifier == nil)
    let second = device.relaunch(first)
    #expect(second.stack == ["Home", "Photo"])
    #expect(second.sheets == [])
  }

  @Test("R184: a draft is dropped with the screen it was shared from")
  func draftGoesWithItsSource() throws {
    let (first, _) = try device.write()
    (first.navigation?.topViewController as? Screen)?.note = MadeScreen.goneNote
    let second = device.relaunch(first)
    #expect(second.stack == ["Home"])
    #expect(second.sheets == [])
  }

  @Test("R84: a missing attachment is shown as missing, stays in the draft, and can be removed")
  func missingAttachment() async throws {
    let (first, draft) = try device.write()
    draft.attachments.append("Sunset")
    device.pictures.deleted = ["Dune"]
    let second = device.relaunch(first)
    let restored = try second.draft
    #expect(restored.attachments == ["Dune", "Sunset"])
    #expect(restored.labels.contains("Sunset.jpg"))
    #expect(restored.labels.contains("This attachment is no longer there."))
    restored.button("Remove")?.action?()
    #expect(restored.attachments == ["Sunset"])
    #expect(!restored.labels.contains("This attachment is no longer there."))
    let third = try device.relaunch(second).draft
    #expect(third.attachments == ["Sunset"])
  }

  @Test("R84: attachments without a source are shown as missing, but kept")
  func missingSource() throws {
    let (first, _) = try device.write()
    let draft = try first.relaunch().draft
    #expect(draft.attachmentSource == nil)
    #expect(draft.attachments == ["Dune"])
    #expect(draft.labels.contains("This attachment is no longer there."))
  }

  @Test("Sending opens the draft in the mail program, closes it and its sheets, and reports it")
  func sending() async throws {
    let (session, sheet) = device.share()
    var results: [Activity.ActivityType?: Bool] = [:]
    sheet.completionHandler = { results[$0] = $1 }
    sheet.choose(.mail)
    let draft = try session.draft
    let mail = FakeMail()
    draft.mailLauncher = mail
    draft.input("To")?.hostDidEdit(
      text: "\"Doe, Jane\" <jane@example.org>; joe@example.org,", selectedTextRange: 0..<0)
    draft.ccRecipients = ["Ann <ann@example.org>", "bob@example.org"]
    draft.present(Screen("Login"), animated: false)
    await draft.send()
    let message = try #require(mail.messages.first)
    #expect(message.to == ["jane@example.org", "joe@example.org"])
    #expect(message.cc == ["ann@example.org", "bob@example.org"])
    #expect(message.bcc == [])
    #expect(message.subject == "The Dune")
    #expect(message.body == "Look!")
    #expect(message.attachments.map(\.url.path) == ["/pictures/Dune.jpg"])
    #expect(session.sheets == [])
    #expect(results == [.mail: true])
  }

  @Test("R84: a draft with a missing file is sent only after the attachment is removed")
  func sendingWithoutTheFile() async throws {
    let (session, draft) = try device.write()
    let mail = FakeMail()
    draft.mailLauncher = mail
    device.pictures.deleted = ["Dune"]
    #expect(draft.labels.contains("Dune.jpg"), "it was there when it was shown")
    await draft.send()
    #expect(draft.error?.code == .attachmentMissing)
    #expect(draft.labels.contains("This attachment is no longer there."))
    #expect(mail.messages == [])
    draft.button("Remove")?.action?()
    await draft.send()
    #expect(mail.messages.map(\.attachments) == [[]])
    #expect(session.sheets == [])
  }

  @Test("A draft that failed to open stays, shows the error, and can be sent again")
  func failedSending() async throws {
    let (session, draft) = try device.write()
    draft.mailLauncher = FakeMail(error: MailError(.launcherMissing))
    await draft.send()
    #expect(session.sheets == ["Mail Draft"])
    #expect(draft.error?.code == .launcherMissing)
    #expect(draft.labels.contains(MailError(.launcherMissing).description))
    #expect(draft.button("Send…")?.isEnabled == true)
    draft.mailLauncher = FakeMail()
    await draft.send()
    #expect(draft.error == nil)
    #expect(session.sheets == [])
  }

  @Test("Sending a draft twice opens it once")
  func sendingTwice() async throws {
    let (_, draft) = try device.write()
    let mail = ImpatientMail(draft)
    draft.mailLauncher = mail
    await draft.send()
    await draft.send()
    #expect(mail.count == 1)
  }

  @Test("R197: a new draft focuses its recipients, or its text if it has recipients")
  func firstFocus() {
    for (recipients, input) in [([], "To"), (["jane@example.org"], "Body")] {
      let session = device.launch()
      let draft = MailComposeViewController()
      draft.toRecipients = recipients
      session.root?.present(draft, animated: false)
      #expect(draft.input(input)?.isFirstResponder == true)
    }
  }

  @Test("A sheet is released when its draft replaces it, and a draft when it closes")
  func nothingIsKeptAlive() throws {
    weak var sheet: ActivityViewController?
    weak var draft: MailComposeViewController?
    let session = try {
      let (session, shared) = device.share()
      sheet = shared
      shared.choose(.mail)
      draft = try session.draft
      return session
    }()
    #expect(sheet == nil)
    #expect(draft != nil)
    session.root?.dismiss(animated: false)
    #expect(draft == nil)
  }

  @Test(
    "A discarded draft keeps nothing and reports it", arguments: [true, false])
  func givingUp(byButton: Bool) throws {
    let (session, sheet) = device.share()
    var results: [Activity.ActivityType?: Bool] = [:]
    sheet.completionHandler = { results[$0] = $1 }
    sheet.choose(.mail)
    let draft = try session.draft
    if byButton { draft.button("Cancel")?.action?() } else { draft.dismiss(animated: false) }
    #expect(results == [.mail: false])
    #expect(session.sheets == [])
    #expect(device.relaunch(session).sheets == [])
  }
}
