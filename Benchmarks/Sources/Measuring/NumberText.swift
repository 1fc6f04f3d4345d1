// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Numbers for tables, with three significant digits.
public enum NumberText {
  /// Returns a number with three significant digits and separated thousands.
  public static func short(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    guard value != value.rounded() || abs(value) >= 1_000 else { return String(Int(value)) }
    let digits = max(0, 2 - Int(log10(abs(value)).rounded(.down)))
    let scale = pow(10, Double(2 - Int(log10(abs(value)).rounded(.down))))
    let rounded = (value * scale).rounded() / scale
    return grouped(String(format: "%.\(min(digits, 4))f", rounded))
  }

  /// Returns a duration with the unit that fits, at least nanoseconds.
  public static func duration(nanoseconds: Double) -> String {
    switch abs(nanoseconds) {
    case ..<1e3: short(nanoseconds) + " ns"
    case ..<1e6: short(nanoseconds / 1e3) + " µs"
    case ..<1e9: short(nanoseconds / 1e6) + " ms"
    default: short(nanoseconds / 1e9) + " s"
    }
  }

  /// Returns a value with its unit.
  public static func text(_ value: Double, _ unit: String) -> String {
    switch unit {
    case "ns": duration(nanoseconds: value)
    case "": short(value)
    default: short(value) + " " + unit
    }
  }

  private static func grouped(_ number: String) -> String {
    let parts = number.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first else { return number }
    var grouped = ""
    for (index, digit) in whole.reversed().enumerated() {
      if index > 0, index % 3 == 0, digit != "-" { grouped.append(",") }
      grouped.append(digit)
    }
    return String(grouped.reversed()) + (parts.count > 1 ? "." + parts[1] : "")
  }
}
