// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A number that survives JSON bit for bit.
///
/// JSON's own numbers lose whatever does not fit a double, and have no infinity. Such numbers are
/// written as strings, so that any other program can process the JSON in between.
protocol ExactNumber: Codable {
  /// The number as text, when JSON's numbers cannot represent it.
  var exactText: String? { get }

  /// Reads text that ``exactText`` wrote.
  init?(exactText: String)
}

/// An exact number as an element of JSON.
struct ExportedNumber<Value: ExactNumber>: Codable {
  var value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      guard let value = Value(exactText: text) else {
        throw ImportProblem(decoder.codingPath, "this is not a number of its type")
      }
      self.value = value
    } else {
      value = try container.decode(Value.self)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let text = value.exactText {
      try container.encode(text)
    } else {
      try container.encode(value)
    }
  }
}

extension ExactNumber where Self: FixedWidthInteger {
  var exactText: String? { magnitude > 1 << 53 ? String(self) : nil }

  init?(exactText: String) { self.init(exactText, radix: 10) }
}

extension Int64: ExactNumber {}
extension UInt64: ExactNumber {}

extension ExactNumber where Self: BitNumber {
  var exactText: String? {
    if isNaN { return "nan:" + String(bitPattern, radix: 16) }
    if isInfinite { return sign == .minus ? "-inf" : "inf" }
    return isZero && sign == .minus ? "-0" : nil
  }

  init?(exactText: String) {
    switch exactText {
    case "inf": self = .infinity
    case "-inf": self = -.infinity
    case "-0": self = -.zero
    default:
      guard exactText.hasPrefix("nan:"), let bits = Bits(exactText.dropFirst(4), radix: 16) else {
        return nil
      }
      self.init(bitPattern: bits)
      guard isNaN else { return nil }
    }
  }
}

/// A floating-point number whose bits are accessible.
protocol BitNumber: BinaryFloatingPoint {
  associatedtype Bits: FixedWidthInteger
  var bitPattern: Bits { get }
  init(bitPattern: Bits)
}

extension Float: BitNumber, ExactNumber {}
extension Double: BitNumber, ExactNumber {}
