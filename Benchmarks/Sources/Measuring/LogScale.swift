// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Places numbers along a line so that equal factors are equally far apart.
public struct LogScale: Sendable {
  /// Where the line begins.
  public let start: Double
  /// Where it ends; may lie before the start, as heights in drawings do.
  public let end: Double
  private let lowest: Double
  private let highest: Double

  /// Makes a scale that holds values and begins and ends at full powers of ten.
  ///
  /// - Parameters:
  ///   - values: Above zero.
  ///   - start: Where the smallest power lies.
  ///   - end: Where the greatest power lies.
  public init(of values: [Double], from start: Double, to end: Double) {
    (self.start, self.end) = (start, end)
    let lowest = log10(values.min() ?? 1).rounded(.down)
    self.lowest = lowest
    highest = max(log10(values.max() ?? 10).rounded(.up), lowest + 1)
  }

  /// The full powers of ten on the line.
  public var powers: [Double] { (Int(lowest)...Int(highest)).map { pow(10, Double($0)) } }

  /// Where a value lies.
  ///
  /// - Parameter value: Above zero.
  /// - Returns: Between start and end for the values the scale was made for.
  public func position(of value: Double) -> Double {
    start + (log10(value) - lowest) / (highest - lowest) * (end - start)
  }
}
