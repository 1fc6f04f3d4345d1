// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import ViewControllers

/// A model whose objects have files until they are deleted.
@MainActor final class Pictures: @MainActor StateRestoring, AttachmentSource {
  var deleted: Set<String> = []

  func attachment(withModelIdentifier identifier: String) -> Attachment? {
    guard !deleted.contains(identifier) else { return nil }
    return Attachment(
      url: URL(fileURLWithPath: "/pictures/\(identifier).jpg"), name: "\(identifier).jpg")
  }
}

/// A program that shares pictures.
///
/// Its home screen has a photo pushed on it.
@MainActor final class SharingDevice {
  let pictures = Pictures()
  private let device = Device {
    $0.rootViewController = navigation(root: Screen("Home"))
  }

  /// Starts the program.
  func launch() -> Session { device.launch(configure) }

  func relaunch(_ session: Session) -> Session { session.relaunch(configure) }

  private func configure(_ delegate: TestDelegate) {
    delegate.willFinish = { [pictures] application in
      application.registerObject(
        forStateRestoration: pictures, restorationIdentifier: "Pictures")
    }
  }

  /// Runs a first process that opens a photo and shares it.
  func share(
    sheet identifier: String? = "ActivitySheet", activities: [Activity] = []
  ) -> (session: Session, sheet: ActivityViewController) {
    let session = launch()
    let photo = MadeScreen("Photo")
    session.navigation?.pushViewController(photo, animated: false)
    let sheet = ActivityViewController(
      activityItems: [.model(identifier: "Dune", title: "The Dune"), .text("Look!")],
      applicationActivities: activities)
    sheet.attachmentSource = pictures
    sheet.restorationIdentifier = identifier
    photo.present(sheet, animated: false)
    return (session, sheet)
  }

  /// Runs a first process that opens a draft from the sheet.
  func write(sheet identifier: String? = "ActivitySheet") throws -> (
    session: Session, draft: MailComposeViewController
  ) {
    let (session, sheet) = share(sheet: identifier)
    sheet.choose(.mail)
    return (session, try session.draft)
  }
}

struct NoDraft: Error {}

extension Session {
  /// The topmost draft.
  var draft: MailComposeViewController {
    get throws {
      guard let draft = window.presentationChain.last as? MailComposeViewController else {
        throw NoDraft()
      }
      return draft
    }
  }
}

extension ActivityViewController {
  /// Performs an activity, as a click on its row does.
  func choose(_ type: Activity.ActivityType) {
    activities.first { $0.activityType == type }.map(perform)
  }
}

extension ViewController {
  /// Returns the input with an identifier.
  func input(_ identifier: String) -> TextInput? {
    view.all(TextInput.self).first { $0.restorationIdentifier == identifier }
  }

  /// The texts of all visible labels.
  var labels: [String] { view.all(Label.self).filter { !$0.isHidden }.map(\.text) }

  /// Returns the button with a title.
  func button(_ title: String) -> Button? { view.all(Button.self).first { $0.title == title } }
}

extension View {
  fileprivate func all<Kind: View>(_ kind: Kind.Type) -> [Kind] {
    ((self as? Kind).map { [$0] } ?? []) + subviews.flatMap { $0.all(kind) }
  }
}

/// A mail launcher that accepts or refuses messages.
final class FakeMail: MailLauncher {
  private let error: MailError?
  private let taken = Mutex<[MailMessage]>([])

  init(error: MailError? = nil) { self.error = error }

  var messages: [MailMessage] { taken.withLock { $0 } }

  func open(_ message: MailMessage) async throws(MailError) {
    taken.withLock { $0.append(message) }
    if let error { throw error }
  }
}

/// A mail launcher that sends its draft again while opening it.
final class ImpatientMail: MailLauncher {
  private let draft: MailComposeViewController
  private let opened = Mutex(0)

  init(_ draft: MailComposeViewController) { self.draft = draft }

  var count: Int { opened.withLock { $0 } }

  func open(_ message: MailMessage) async throws(MailError) {
    let isFirst = opened.withLock { count in
      count += 1
      return count == 1
    }
    if isFirst { await draft.send() }
  }
}
