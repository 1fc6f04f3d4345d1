// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import ViewControllers

/// The opener of a feedback sheet, which receives its result.
@MainActor protocol FeedbackControllerDelegate: AnyObject {
  /// Finishes the feedback; without a comment, nothing is sent.
  func feedbackController(_ controller: FeedbackController, didFinishWith comment: String?)
}

/// A sheet for feedback on a session.
@MainActor final class FeedbackController: ViewController {
  typealias Delegate = any ViewController & FeedbackControllerDelegate

  @RestorableModel private(set) var session: Session
  weak var delegate: Delegate?
  /// The comment, which saves text, caret and focus automatically.
  ///
  /// It has an identifier for that.
  let commentTextView = TextView(restorationIdentifier: "Comment")
  private lazy var sendButton = Button("Send") { [weak self] in self?.finish(sending: true) }

  init(_ session: Session) {
    self.session = session
    super.init(restorationIdentifier: "Feedback")
    preferredContentSize = CGSize(width: 480, height: 290)
  }

  // MARK: Views

  override func loadView() -> View {
    let heading = Label("Feedback")
    heading.styleNames = ["sheet-heading"]
    let subject = Label(session.title)
    subject.truncates = true
    subject.styleNames = ["dim-label"]
    commentTextView.layout.expandsVertically = true
    commentTextView.layout.minimumSize.height = 60
    commentTextView.accessibilityLabel = "Comment"
    commentTextView.onChange = { [weak self] _ in self?.updateSendButton() }

    let cancel = Button("Cancel") { [weak self] in self?.finish(sending: false) }
    sendButton.styleNames = ["suggested-action"]
    let buttons = StackView(
      axis: .horizontal, spacing: 8, arrangedSubviews: [cancel, sendButton])
    buttons.layout.horizontal = .end
    let column = StackView(
      axis: .vertical, spacing: 10,
      arrangedSubviews: [heading, subject, commentTextView, buttons])
    column.layout.margins = EdgeInsets(all: 20)
    return column
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    updateSendButton()
  }

  func beginEditing() { commentTextView.becomeFirstResponder() }

  private var hasComment: Bool {
    !commentTextView.text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
  }

  /// Whether Escape must ask before it dismisses the sheet.
  ///
  /// It must ask while there is a comment.
  override var isModalInPresentation: Bool {
    get { super.isModalInPresentation || hasComment }
    set { super.isModalInPresentation = newValue }
  }

  override func presentationDidAttemptToDismiss() {
    let alert = AlertController(
      title: "Discard the comment?", message: "What you wrote will be lost.")
    alert.addAction(AlertAction(title: "Keep", style: .cancel))
    alert.addAction(
      AlertAction(title: "Discard", style: .destructive) { [weak self] in
        self?.finish(sending: false)
      })
    present(alert, animated: true)
  }

  private func updateSendButton() { sendButton.isEnabled = hasComment }

  private func finish(sending: Bool) {
    delegate?.feedbackController(
      self, didFinishWith: sending && hasComment ? commentTextView.text : nil)
  }

  // MARK: State

  override func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(delegate, forKey: "Delegate")
    super.encodeRestorableState(with: coder)
  }
}
