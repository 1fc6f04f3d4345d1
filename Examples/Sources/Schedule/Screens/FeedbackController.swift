// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import RestorationArchive
import StateRestoration
import ViewControllers

/// Who opened a feedback sheet and is told what came of it.
@MainActor protocol FeedbackControllerDelegate: AnyObject {
  /// The visitor is done; without a comment, nothing is to be sent.
  func feedbackController(_ controller: FeedbackController, didFinishWith comment: String?)
}

/// A sheet to write about a session.
@MainActor final class FeedbackController: ViewController {
  let session: Session
  weak var delegate: (any ViewController & FeedbackControllerDelegate)? {
    didSet { invalidateRestorableState() }
  }
  let commentTextView = TextView()
  private lazy var sendButton = Button("Send") { [weak self] in self?.finish(sending: true) }

  init(_ session: Session) {
    self.session = session
    super.init()
    restorationIdentifier = "Feedback"
    restorationClass = FeedbackController.self
    preferredContentSize = CGSize(width: 480, height: 0)
  }

  // MARK: Views

  override func loadView() -> View {
    let heading = Label("Feedback")
    heading.styleNames = ["sheet-heading"]
    let subject = Label(session.title)
    subject.truncates = true
    subject.styleNames = ["dim-label"]
    // With an identifier of its own, caret and focus come back as well; the text is the hook's.
    commentTextView.restorationIdentifier = "Comment"
    commentTextView.restoresText = false
    commentTextView.layout.expandsVertically = true
    commentTextView.layout.minimumSize.height = 150
    commentTextView.accessibilityLabel = "Comment"
    commentTextView.onChange = { [weak self] _ in self?.commentDidChange() }

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

  override func viewDidLoad() {
    super.viewDidLoad()
    sendButton.isEnabled = hasComment
  }

  func beginEditing() { commentTextView.becomeFirstResponder() }

  private var hasComment: Bool {
    !commentTextView.text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
  }

  private func commentDidChange() {
    sendButton.isEnabled = hasComment
    invalidateRestorableState()
  }

  private func finish(sending: Bool) {
    delegate?.feedbackController(
      self, didFinishWith: sending && hasComment ? commentTextView.text : nil)
  }

  // MARK: State

  private enum Key {
    static let session = "SessionID"
    static let delegate = "Delegate"
    static let text = "Text"
  }

  override func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(session.id, forKey: Key.session)
    coder.encode(delegate, forKey: Key.delegate)
    if !commentTextView.text.isEmpty { coder.encode(commentTextView.text, forKey: Key.text) }
    super.encodeRestorableState(with: coder)
  }

  override func decodeRestorableState(with coder: RestorationDecoder) {
    if let comment = coder.decodeString(forKey: Key.text) {
      commentTextView.text = comment
      sendButton.isEnabled = hasComment
    }
    super.decodeRestorableState(with: coder)
  }
}

extension FeedbackController: ViewControllerRestoration {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController? {
    guard let conference = Conference.current,
      let session = coder.decodeString(forKey: Key.session).flatMap(conference.session)
    else { return nil }
    let controller = FeedbackController(session)
    controller.delegate =
      coder.decodeObject(ViewController.self, forKey: Key.delegate)
      as? any ViewController & FeedbackControllerDelegate
    return controller
  }
}
