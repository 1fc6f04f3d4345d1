// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

import struct Foundation.CGSize

/// How the user left a ``MailComposeViewController``.
public enum MailComposeResult: Hashable, Sendable {
  /// The draft was given up.
  case cancelled
  /// The draft was opened in the mail program, where the user sends it.
  case sent
}

/// A sheet to write a mail on, which the user's mail program then opens.
///
/// With an identifier it comes back as it was left: recipients, subject and text to the letter, also
/// half-typed ones, the selections, the focus, and the attachments by model identifier (R84). It
/// makes itself again and needs no code of the application. It dismisses itself, too; closing it
/// any way but by sending keeps nothing, and asks nothing.
///
/// An attachment whose model object is gone is shown as missing, and nothing is sent before the
/// user has removed it.
@MainActor public final class MailComposeViewController: ViewController {
  /// Called once, when the draft was sent or given up; a restored draft has nobody to call.
  public var completionHandler: (@MainActor (MailComposeResult) -> Void)?

  /// Opens the draft in the mail program.
  public var mailLauncher: any MailLauncher = XDGEmail()

  /// The model identifiers of what is attached; their files are asked of ``attachmentSource``.
  public var attachments: [String] = [] {
    didSet {
      guard attachments != oldValue else { return }
      form.show(attachments, of: attachmentSource)
      invalidateRestorableState()
    }
  }

  /// Knows the files of the attachments; held weakly and saved as a reference (R35).
  public weak var attachmentSource: (any StateRestoring & AttachmentSource)? {
    didSet {
      guard attachmentSource !== oldValue else { return }
      form.show(attachments, of: attachmentSource)
      invalidateRestorableState()
    }
  }

  /// Whether the mail program is being opened.
  public private(set) var isSending = false

  /// Why the draft was not opened in the mail program; `nil` before, and when it is tried again.
  public private(set) var error: MailError?

  /// The identifier of a draft that was opened from an activity sheet.
  static let draftIdentifier = "Mail Draft"

  private let form = MailForm()
  private var hasEnded = false

  /// Creates an empty draft.
  ///
  /// - Parameter restorationIdentifier: Its ``ViewController/restorationIdentifier``.
  public override init(restorationIdentifier: String? = nil) {
    super.init(restorationIdentifier: restorationIdentifier)
    restorationClass = MailComposeViewController.self
    title = ChromeString.newMessage.localized
    preferredContentSize = CGSize(width: 600, height: 500)
    form.onChange = { [weak self] in self?.invalidateRestorableState() }
    form.onCancel = { [weak self] in self?.end(.cancelled) }
    form.onSend = { [weak self] in Task { await self?.send() } }
    form.onRemove = { [weak self] in self?.attachments.remove(at: $0) }
  }

  // MARK: The message

  /// The recipients, each with or without a name: `Jane <jane@example.org>`.
  public var toRecipients: [String] {
    get { MailAddressList.parts(of: form[.to]) }
    set { form[.to] = newValue.joined(separator: ", ") }
  }

  /// Those who get a copy.
  public var ccRecipients: [String] {
    get { MailAddressList.parts(of: form[.cc]) }
    set { form[.cc] = newValue.joined(separator: ", ") }
  }

  /// Those who get a copy that the others do not know of.
  public var bccRecipients: [String] {
    get { MailAddressList.parts(of: form[.bcc]) }
    set { form[.bcc] = newValue.joined(separator: ", ") }
  }

  /// The subject.
  public var subject: String {
    get { form[.subject] }
    set { form[.subject] = newValue }
  }

  /// The text.
  public var messageBody: String {
    get { form[.body] }
    set { form[.body] = newValue }
  }

  /// Opens the draft in the mail program, as the button does, and closes this sheet.
  ///
  /// When that fails, the sheet stays and says why.
  public func send() async {
    guard !isSending, !hasEnded else { return }
    (isSending, error) = (true, nil)
    form.show(error: nil, isSending: true)
    do throws(MailError) {
      try await mailLauncher.open(message())
      isSending = false
      end(.sent)
    } catch {
      (isSending, self.error) = (false, error)
      form.show(error: error, isSending: false)
    }
  }

  /// What was typed, with the files as they are now.
  private func message() throws(MailError) -> MailMessage {
    var message = MailMessage()
    message.to = toRecipients.map(MailAddressList.address)
    message.cc = ccRecipients.map(MailAddressList.address)
    message.bcc = bccRecipients.map(MailAddressList.address)
    message.subject = subject
    message.body = messageBody
    for identifier in attachments {
      guard let attachment = attachmentSource?.attachment(withModelIdentifier: identifier) else {
        form.show(attachments, of: attachmentSource)
        throw .attachmentMissing
      }
      message.attachments.append(attachment)
    }
    return message
  }

  /// Whether anything was typed, which Escape must not throw away.
  public override var isModalInPresentation: Bool {
    get { super.isModalInPresentation || form.isEdited }
    set { super.isModalInPresentation = newValue }
  }

  /// Asks whether the draft is to be given up.
  public override func presentationDidAttemptToDismiss() {
    let alert = AlertController(
      title: ChromeString.discardDraftTitle.localized,
      message: ChromeString.discardDraftMessage.localized)
    alert.addAction(AlertAction(title: ChromeString.keepDraft.localized, style: .cancel))
    alert.addAction(
      AlertAction(title: ChromeString.discardDraft.localized, style: .destructive) { [weak self] in
        self?.end(.cancelled)
      })
    present(alert, animated: true)
  }

  private func end(_ result: MailComposeResult) {
    guard !hasEnded else { return }
    hasEnded = true
    presentingViewController?.dismiss(animated: true)
    completionHandler?(result)
    completionHandler = nil
  }

  // MARK: Views

  public override func loadView() -> View { form.makeView(title: title ?? "") }

  public override func viewDidLoad() {
    super.viewDidLoad()
    form.focusFirstEmptyInput()
  }

  /// The draft was closed in another way, such as Escape, if it is in no window any more.
  public override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    if window == nil { end(.cancelled) }
  }

  // MARK: State

  /// Writes what was typed and what is attached; the inputs write selection and focus themselves.
  ///
  /// - Parameter coder: Belongs to this controller alone.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    for part in MailForm.Part.allCases { coder.encodeTyped(form[part], forKey: part.key) }
    coder.encode(form.isEdited, forKey: BuiltInKey.mailIsEdited)
    coder.encode(attachments, forKey: BuiltInKey.mailAttachments)
    coder.encode(attachmentSource, forKey: BuiltInKey.mailAttachmentSource)
  }

  /// Takes back what was typed and what is attached.
  ///
  /// - Parameter coder: Belongs to this controller alone.
  public override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    for part in MailForm.Part.allCases { form[part] = coder.decodeString(forKey: part.key) ?? "" }
    form.isEdited = coder.decodeBool(forKey: BuiltInKey.mailIsEdited)
    let source = coder.decodeAnyObject(forKey: BuiltInKey.mailAttachmentSource)
    attachmentSource = source as? any StateRestoring & AttachmentSource
    attachments = coder.decode([String].self, forKey: BuiltInKey.mailAttachments) ?? []
  }

  /// The attachments' source has decoded by now, and may know more of them.
  public override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    form.show(attachments, of: attachmentSource)
  }
}

extension MailComposeViewController: ViewControllerRestoration {
  /// Makes a draft again.
  ///
  /// - Parameters:
  ///   - identifierComponents: Where it lay.
  ///   - coder: The draft's own coder.
  /// - Returns: An empty draft, which decodes what was written.
  public static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { MailComposeViewController() }
}
