// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import struct Foundation.CGSize

/// One answer to an alert.
public struct AlertAction {
  /// What an answer does, as far as its looks go.
  public enum Style: Hashable, Sendable {
    /// An answer like others.
    case `default`
    /// Leaves everything as it is; what Escape answers.
    case cancel
    /// Throws something away.
    case destructive
  }

  /// The text on the button.
  public let title: String
  /// What the answer does, as far as its looks go.
  public let style: Style
  let handler: @MainActor () -> Void

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - title: The text on the button.
  ///   - style: What the answer does.
  ///   - handler: Called when it was chosen, after the alert has gone.
  public init(
    title: String, style: Style = .default, handler: @escaping @MainActor () -> Void = {}
  ) {
    (self.title, self.style, self.handler) = (title, style, handler)
  }
}

/// Asks the user something over what is on screen.
///
/// ```swift
/// let alert = AlertController(title: "Discard the draft?", message: "What you typed will be lost.")
/// alert.addAction(AlertAction(title: "Keep", style: .cancel))
/// alert.addAction(AlertAction(title: "Discard", style: .destructive) { editor.discard() })
/// present(alert, animated: true)
/// ```
///
/// An alert belongs to a moment and is never saved. One that goes without an answer, such as by Escape,
/// has been answered with its cancel action.
@MainActor public final class AlertController: ViewController {
  /// What is said below the title.
  public let message: String?

  /// The answers, left to right.
  public private(set) var actions: [AlertAction] = []

  private weak var safestButton: Button?
  private var isAnswered = false

  /// Creates an alert without answers.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: What is said below it.
  public init(title: String, message: String? = nil) {
    self.message = message
    super.init()
    self.title = title
    preferredContentSize = CGSize(width: 380, height: 0)
  }

  override var isTransient: Bool { true }

  /// Adds an answer; before the alert is presented.
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

  /// Return changes nothing unless another answer is chosen first.
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
