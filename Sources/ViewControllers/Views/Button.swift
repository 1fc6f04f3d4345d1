// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A view that does something when it is clicked.
@MainActor open class Button: View {
  /// The text on the button.
  public var title: String { didSet { if title != oldValue { setNeedsUpdate() } } }

  /// The host's icon to show instead of the title.
  ///
  /// The title shows where the host has no icon with that name.
  public var iconName: String? { didSet { if iconName != oldValue { setNeedsUpdate() } } }

  /// Whether the title is shown beside the icon, left-aligned.
  public var showsTitleBesideIcon = false {
    didSet { if showsTitleBesideIcon != oldValue { setNeedsUpdate() } }
  }

  /// Whether the button can be clicked.
  public var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsUpdate() } } }

  /// The closure that a click calls.
  public var action: (@MainActor () -> Void)?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: The text on the button.
  ///   - action: The closure that a click calls.
  public init(_ title: String, action: (@MainActor () -> Void)? = nil) {
    self.title = title
    self.action = action
    super.init()
  }

  open override var canBecomeFirstResponder: Bool { true }
}
