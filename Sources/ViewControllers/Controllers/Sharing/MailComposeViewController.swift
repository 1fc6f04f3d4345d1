// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
public import StateRestoration

import struct Foundation.CGSize

/// The result of a ``MailComposeViewController``.
public enum MailComposeResult: Hashable, Sendable {
  /// The draft was given up.
  case cancelled
  /// The draft was opened in the mail program.
  ///
  /// The user sends it there.
  case sent
}

/// A sheet for writing a mail, which the mail program then opens.
///
/// With an identifier, the draft is restored exactly as it was left: recipients, subject and text,
/// even half typed ones, the selections, the focus, and the attachments by model identifier. The
/// draft is its own restoration class and needs no code in the application.
///
/// The draft also dismisses itself. If it is closed without sending, nothing is kept. If anything
/// was typed, Escape asks first; the Cancel button does not.
///
/// An attachment whose model object is gone is shown as missing. Nothing is sent until the user has
/// removed it.
@MainActor public final class MailComposeViewController: ViewController {
  /// Called once, when the draft was sent or given up.
  ///
  /// A restored draft has no handler.
  public var completionHandler: (@MainActor (MailComposeResult) -> Void)?

  /// The launcher that opens the draft in the mail program.
  public var mailLauncher: any MailLauncher = XDGEmail()

  /// The model identifiers of the attachments.
  ///
  /// ``attachmentSource`` provides their files.
  public var attachments: [String] = [] {
    didSet {
      guard attachments != oldValue else { return }
      form.show(attachments, of: attachmentSource)
      invalidateRestorableState()
    }
  }

  /// The source of the attachments' files.
  ///
  /// Held weakly, and saved as a reference.
  public weak var attachmentSource: (any StateRestoring & AttachmentSource)? {
    didSet {
      guard attachmentSource !== oldValue else { return }
      form.show(attachments, of: attachmentSource)
      invalidateRestorableState()
    }
  }

  /// Whether the mail program is being opened.
  public private(set) var isSending = false

  /// The error of the last attempt to send.
  ///
  /// `nil` before the first attempt, and once another attempt begins.
  public private(set) var error: MailError?

  /// The identifier of a draft that an activity sheet opened.
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

  /// The recipients of a copy.
  public var ccRecipients: [String] {
    get { MailAddressList.parts(of: form[.cc]) }
    set { form[.cc] = newValue.joined(separator: ", ") }
  }

  /// The recipients of a hidden copy.
  ///
  /// The other recipients do not see them.
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

  /// Opens the draft in the mail program and closes this sheet.
  ///
  /// The Send button calls it. If it fails, the sheet stays and shows the error.
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

  /// Returns the typed message, with the files as they are now.
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
        throw MailError(.attachmentMissing)
      }
      message.attachments.append(attachment)
    }
    return message
  }

  /// Whether Escape must not close the draft.
  ///
  /// Always `true` once the user has typed anything.
  public override var isModalInPresentation: Bool {
    get { super.isModalInPresentation || form.isEdited }
    set { super.isModalInPresentation = newValue }
  }

  /// Asks whether to discard the draft.
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

  /// Cancels the draft if it was closed in another way.
  ///
  /// A draft that was closed, such as by Escape, is in no window.
  public override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    if window == nil { end(.cancelled) }
  }

  // MARK: State

  /// Writes the typed texts and the attachments.
  ///
  /// The inputs write selection and focus themselves.
  ///
  /// - Parameter coder: Belongs to this controller alone.
  public override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    for part in MailForm.Part.allCases { coder.encodeTyped(form[part], forKey: part.key) }
    coder.encode(form.isEdited, forKey: BuiltInKey.mailIsEdited)
    coder.encode(attachments, forKey: BuiltInKey.mailAttachments)
    coder.encode(attachmentSource, forKey: BuiltInKey.mailAttachmentSource)
  }

  /// Restores the typed texts and the attachments.
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

  /// Shows the attachments again, because their source has decoded.
  ///
  /// The source may know more of them now.
  public override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    form.show(attachments, of: attachmentSource)
  }
}

extension MailComposeViewController: ViewControllerRestoration {
  /// Makes an empty draft, which then decodes its state.
  ///
  /// - Parameters:
  ///   - identifierComponents: The path of the draft.
  ///   - coder: The draft's own coder.
  /// - Returns: An empty draft.
  public static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? { MailComposeViewController() }
}
