// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A colour, and another one for dark surroundings where that is wanted.
public struct Color: Hashable, Sendable {
  /// The parts of one colour in sRGB, each from 0 to 1.
  public struct Components: Hashable, Sendable {
    /// The part of red.
    public let red: Double
    /// The part of green.
    public let green: Double
    /// The part of blue.
    public let blue: Double
    /// How much covers what is behind; 1 is all.
    public let alpha: Double

    /// Creates a colour; values out of range go to the nearer end, and what is no number to 0.
    ///
    /// - Parameters:
    ///   - red: The part of red.
    ///   - green: The part of green.
    ///   - blue: The part of blue.
    ///   - alpha: How much covers what is behind.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
      let valid = { (part: Double) in part.isNaN ? 0 : min(max(part, 0), 1) }
      (self.red, self.green) = (valid(red), valid(green))
      (self.blue, self.alpha) = (valid(blue), valid(alpha))
    }
  }

  /// The colour in light surroundings.
  public var light: Components

  /// The colour in dark surroundings; `nil` for the same one.
  public var dark: Components?

  /// Creates a colour.
  ///
  /// - Parameters:
  ///   - light: The colour in light surroundings.
  ///   - dark: The colour in dark surroundings; `nil` for the same one.
  public init(light: Components, dark: Components? = nil) {
    (self.light, self.dark) = (light, dark)
  }

  /// Creates a colour that is the same in light and dark surroundings.
  ///
  /// - Parameters:
  ///   - red: The part of red, from 0 to 1 like the others.
  ///   - green: The part of green.
  ///   - blue: The part of blue.
  ///   - alpha: How much covers what is behind.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.init(light: Components(red: red, green: green, blue: blue, alpha: alpha))
  }
}
