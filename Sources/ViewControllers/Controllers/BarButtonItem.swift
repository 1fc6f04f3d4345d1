// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A button in a navigation bar or toolbar.
@MainActor public final class BarButtonItem {
  /// The text on the button.
  public var title: String { didSet { onUpdate?() } }

  /// The name of the host's icon to show instead of the title, where the host has it.
  public var iconName: String? { didSet { onUpdate?() } }

  /// Whether the button can be clicked.
  public var isEnabled = true { didSet { onUpdate?() } }

  /// What a click does.
  public var action: @MainActor () -> Void

  /// Called when a property changed; belongs to the host.
  public var onUpdate: (@MainActor () -> Void)?

  /// What the host keeps for the button while it is shown; belongs to the host.
  public weak var peer: AnyObject?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: The text on the button.
  ///   - action: What a click does.
  public init(title: String, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }
}
