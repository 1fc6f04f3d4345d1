// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import struct Foundation.CGSize

/// The views of a mail draft, which hold its content.
@MainActor final class MailForm {
  /// An input of the draft.
  enum Part: String, CaseIterable {
    case to = "To"
    case cc = "Cc"
    case bcc = "Bcc"
    case subject = "Subject"
    case body = "Body"

    /// The coding key of the input's text.
    var key: String { "MailComposeViewController.\(rawValue)" }

    /// The input's name for the user.
    var name: ChromeString {
      switch self {
      case .to: .mailTo
      case .cc: .mailCc
      case .bcc: .mailBcc
      case .subject: .mailSubject
      case .body: .mailBody
      }
    }
  }

  /// Called when the user or the application has changed a text.
  var onChange: (@MainActor () -> Void)?
  /// Whether the user has typed anything.
  var isEdited = false
  /// Called when the user gives the draft up.
  var onCancel: (@MainActor () -> Void)?
  /// Called when the user sends the draft.
  var onSend: (@MainActor () -> Void)?
  /// Called with an attachment's index when the user removes it.
  var onRemove: (@MainActor (Int) -> Void)?

  private let fields = Part.allCases.filter { $0 != .body }.map { ($0, TextField()) }
  private let bodyView = TextView()
  private let attachmentRows = StackView(axis: .vertical, spacing: 4)
  private let statusLabel = Label()
  private let sendButton = Button("")

  init() {
    for part in Part.allCases {
      let input = input(part)
      input.restorationIdentifier = part.rawValue
      input.restoresText = false  // the draft saves all of it, typed or not
      input.onChange = { [weak self] _ in
        self?.isEdited = true
        self?.onChange?()
      }
    }
    for (_, field) in fields { field.layout.expandsHorizontally = true }
    bodyView.layout = .expanding
    sendButton.styleNames = ["suggested-action"]
    sendButton.action = { [weak self] in self?.onSend?() }
    statusLabel.isHidden = true
    attachmentRows.isHidden = true
  }

  /// The text of an input.
  subscript(part: Part) -> String {
    get { input(part).text }
    set {
      input(part).text = newValue
      onChange?()
    }
  }

  private func input(_ part: Part) -> TextInput {
    fields.first { $0.0 == part }?.1 ?? bodyView
  }

  /// Arranges the views.
  ///
  /// - Parameter title: The title of the sheet.
  /// - Returns: The root view.
  func makeView(title: String) -> View {
    for part in Part.allCases { input(part).accessibilityLabel = part.name.localized }
    sendButton.title = ChromeString.send.localized
    let heading = Label(title)
    heading.styleNames = ["sheet-title"]
    heading.layout.expandsHorizontally = true
    heading.layout.horizontal = .center
    heading.truncates = true
    let cancel = Button(ChromeString.cancel.localized) { [weak self] in self?.onCancel?() }
    let top = StackView(
      axis: .horizontal, spacing: 12, arrangedSubviews: [cancel, heading, sendButton])
    let rows = fields.map { part, field in
      let label = Label(part.name.localized)
      label.layout.minimumSize = CGSize(width: 60, height: 0)
      label.layout.vertical = .center
      return StackView(axis: .horizontal, spacing: 8, arrangedSubviews: [label, field])
    }
    let column = StackView(
      axis: .vertical, spacing: 8,
      arrangedSubviews: [top] + rows + [attachmentRows, bodyView, statusLabel])
    column.layout.margins = EdgeInsets(all: 14)
    return column
  }

  /// Focuses the recipients if they are empty, or else the body.
  func focusFirstEmptyInput() {
    input(self[.to].isEmpty ? .to : .body).becomeFirstResponder()
  }

  /// Shows the attachments, one row each.
  ///
  /// An attachment without a file is shown as missing.
  ///
  /// - Parameters:
  ///   - identifiers: The model identifiers.
  ///   - source: The source of the files.
  func show(_ identifiers: [String], of source: (any AttachmentSource)?) {
    attachmentRows.subviews.forEach { $0.removeFromSuperview() }
    for (index, identifier) in identifiers.enumerated() {
      let attachment = source?.attachment(withModelIdentifier: identifier)
      let label = Label(attachment?.name ?? ChromeString.attachmentGone.localized)
      label.truncates = true
      label.layout.expandsHorizontally = true
      label.styleNames = [attachment == nil ? "mail-missing" : "mail-attachment"]
      let remove = Button(ChromeString.removeAttachment.localized) { [weak self] in
        self?.onRemove?(index)
      }
      remove.styleNames = ["flat"]
      let row = StackView(axis: .horizontal, spacing: 8, arrangedSubviews: [label, remove])
      attachmentRows.addSubview(row)
    }
    attachmentRows.isHidden = identifiers.isEmpty
  }

  /// Shows the progress or the failure of sending.
  ///
  /// - Parameters:
  ///   - error: The error, if sending failed.
  ///   - isSending: Whether sending is in progress.
  func show(error: MailError?, isSending: Bool) {
    sendButton.isEnabled = !isSending
    statusLabel.text =
      error?.localizedText ?? (isSending ? ChromeString.openingMailProgram.localized : "")
    statusLabel.styleNames = error == nil ? [] : ["mail-error"]
    statusLabel.isHidden = statusLabel.text.isEmpty
  }
}
