// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A button in a navigation bar or toolbar.
@MainActor public final class BarButtonItem {
  /// The text on the button.
  public var title: String { didSet { onUpdate?() } }

  /// The name of the host's icon that replaces the title.
  ///
  /// The title is shown where the host does not have the icon.
  public var iconName: String? { didSet { onUpdate?() } }

  /// Whether the button can be clicked.
  public var isEnabled = true { didSet { onUpdate?() } }

  /// The action of a click.
  public var action: @MainActor () -> Void

  /// Called when a property has changed; belongs to the host.
  public var onUpdate: (@MainActor () -> Void)?

  /// The host's object for the button while it is shown.
  ///
  /// Belongs to the host.
  public weak var peer: AnyObject?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: The text on the button.
  ///   - action: The action of a click.
  public init(title: String, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }
}
