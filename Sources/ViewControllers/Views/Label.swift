// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A view that shows a piece of text.
@MainActor open class Label: View {
  /// The text to show.
  public var text: String { didSet { if text != oldValue { setNeedsUpdate() } } }

  /// Whether long text is truncated with an ellipsis.
  ///
  /// Otherwise the label asks for its full width.
  public var truncates = false { didSet { if truncates != oldValue { setNeedsUpdate() } } }

  /// The colour of the text.
  ///
  /// `nil`, the default, leaves the colour to the user's theme.
  public var textColor: Color? { didSet { if textColor != oldValue { setNeedsUpdate() } } }

  /// Creates a label.
  ///
  /// - Parameter text: The text to show.
  public init(_ text: String = "") {
    self.text = text
    super.init()
  }
}
