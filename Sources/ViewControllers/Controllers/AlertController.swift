// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import struct Foundation.CGSize

/// One answer to an alert.
public struct AlertAction {
  /// The role of an answer, which decides its appearance.
  public enum Style: Hashable, Sendable {
    /// An ordinary answer.
    case `default`
    /// An answer that changes nothing; Escape chooses it.
    case cancel
    /// An answer that deletes or discards something.
    case destructive
  }

  /// The text on the button.
  public let title: String
  /// The role of the answer.
  public let style: Style
  let handler: @MainActor () -> Void

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - title: The text on the button.
  ///   - style: The role of the answer.
  ///   - handler: Called after the user chose the answer and the alert has gone.
  public init(
    title: String, style: Style = .default, handler: @escaping @MainActor () -> Void = {}
  ) {
    (self.title, self.style, self.handler) = (title, style, handler)
  }
}

/// An alert that asks the user over the current screen.
///
/// ```swift
/// let alert = AlertController(title: "Discard the draft?", message: "What you typed will be lost.")
/// alert.addAction(AlertAction(title: "Keep", style: .cancel))
/// alert.addAction(AlertAction(title: "Discard", style: .destructive) { editor.discard() })
/// present(alert, animated: true)
/// ```
///
/// An alert is never saved. If it closes without an answer, such as by Escape, its cancel action is
/// taken as the answer.
@MainActor public final class AlertController: ViewController {
  /// The text below the title.
  public let message: String?

  /// The answers, left to right.
  public private(set) var actions: [AlertAction] = []

  private weak var safestButton: Button?
  private var isAnswered = false

  /// Creates an alert without answers.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: The text below the question.
  public init(title: String, message: String? = nil) {
    self.message = message
    super.init()
    self.title = title
    preferredContentSize = CGSize(width: 380, height: 0)
  }

  override var isTransient: Bool { true }

  /// Adds an answer, before the alert is presented.
  ///
  /// - Parameter action: The answer.
  public func addAction(_ action: AlertAction) { actions.append(action) }

  public override func loadView() -> View {
    let heading = Label(title ?? "")
    heading.styleNames = ["sheet-title"]
    let text = Label(message ?? "")
    text.isHidden = message == nil
    let buttons = actions.map(button)
    let row = StackView(axis: .horizontal, spacing: 8, arrangedSubviews: buttons)
    row.layout.horizontal = .end
    let column = StackView(axis: .vertical, spacing: 12, arrangedSubviews: [heading, text, row])
    column.layout.margins = EdgeInsets(all: 20)
    safestButton = actions.firstIndex { $0.style == .cancel }.map { buttons[$0] } ?? buttons.first
    return column
  }

  /// Moves the focus to the safest answer.
  ///
  /// Return then changes nothing, unless the user chooses another answer first.
  public override func viewDidLoad() {
    super.viewDidLoad()
    safestButton?.becomeFirstResponder()
  }

  private func button(_ action: AlertAction) -> Button {
    let button = Button(action.title) { [weak self] in self?.answer(action) }
    if action.style == .destructive { button.styleNames = ["destructive-action"] }
    return button
  }

  private func answer(_ action: AlertAction?) {
    guard !isAnswered else { return }
    isAnswered = true
    presentingViewController?.dismiss(animated: true)
    action?.handler()
  }

  public override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    if window == nil { answer(actions.first { $0.style == .cancel }) }
  }
}
