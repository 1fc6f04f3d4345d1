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

/// A colour with an optional variant for dark surroundings.
public struct Color: Hashable, Sendable {
  /// The components of one colour in sRGB, each from 0 to 1.
  public struct Components: Hashable, Sendable {
    /// The red component.
    public let red: Double
    /// The green component.
    public let green: Double
    /// The blue component.
    public let blue: Double
    /// The opacity; 1 is opaque.
    public let alpha: Double

    /// Creates a colour.
    ///
    /// Values out of range are clamped; NaN becomes 0.
    ///
    /// - Parameters:
    ///   - red: The red component.
    ///   - green: The green component.
    ///   - blue: The blue component.
    ///   - alpha: The opacity.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
      let valid = { (part: Double) in part.isNaN ? 0 : min(max(part, 0), 1) }
      (self.red, self.green) = (valid(red), valid(green))
      (self.blue, self.alpha) = (valid(blue), valid(alpha))
    }
  }

  /// The colour in light surroundings.
  public var light: Components

  /// The colour in dark surroundings; `nil` uses ``light``.
  public var dark: Components?

  /// Creates a colour.
  ///
  /// - Parameters:
  ///   - light: The colour in light surroundings.
  ///   - dark: The colour in dark surroundings; `nil` uses `light`.
  public init(light: Components, dark: Components? = nil) {
    (self.light, self.dark) = (light, dark)
  }

  /// Creates a colour that is the same in light and dark surroundings.
  ///
  /// - Parameters:
  ///   - red: The red component, from 0 to 1 like the others.
  ///   - green: The green component.
  ///   - blue: The blue component.
  ///   - alpha: The opacity.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.init(light: Components(red: red, green: green, blue: blue, alpha: alpha))
  }
}
