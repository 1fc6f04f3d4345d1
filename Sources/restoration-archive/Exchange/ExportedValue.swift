// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive

/// An ``ArchivedValue`` with addresses in place of object numbers.
///
/// Exports write values in this form.
indirect enum ExportedValue {
  case null
  case bool(Bool)
  case string(String)
  case integer(Int64)
  case unsigned(UInt64)
  case float(Float)
  case double(Double)
  /// Seconds since the reference date, as in the archive.
  case date(Double)
  case data(Data)
  case array([ExportedValue])
  case dictionary([ExportedEntry])
  case reference(ExportedAddress)
  /// The type and size of a value that is not revealed.
  case hidden(String)

  /// Converts a value, or only its type and size.
  ///
  /// References are always shown.
  ///
  /// - Parameters:
  ///   - value: A value from an archive.
  ///   - reveals: Whether it is shown.
  ///   - address: Returns the address of an object of that archive.
  /// - Throws: The error of `address`.
  init(
    _ value: ArchivedValue, reveals: Bool, address: (ObjectNumber) throws -> ExportedAddress
  ) rethrows {
    if case .reference(let number) = value {
      self = .reference(try address(number))
    } else {
      self = reveals ? try Self(value, address: address) : .hidden(value.outline)
    }
  }

  private init(_ value: ArchivedValue, address: (ObjectNumber) throws -> ExportedAddress) rethrows {
    self =
      switch value {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .string(let string): .string(string)
      case .integer(let integer): .integer(integer)
      case .unsigned(let unsigned): .unsigned(unsigned)
      case .float(let float): .float(float)
      case .double(let double): .double(double)
      case .date(let date): .date(date.timeIntervalSinceReferenceDate)
      case .data(let data): .data(data)
      case .array(let elements):
        .array(try elements.map { try ExportedValue($0, address: address) })
      case .dictionary(let entries):
        .dictionary(try entries.map { try ExportedEntry($0, reveals: true, address: address) })
      case .reference(let number): .reference(try address(number))
      }
  }

  /// Returns the value for an archive.
  ///
  /// - Parameter number: Returns the number of the object at an address.
  /// - Returns: The value, with numbers in place of addresses.
  func archived(number: (ExportedAddress) -> ObjectNumber) -> ArchivedValue {
    switch self {
    case .null, .hidden: .null
    case .bool(let bool): .bool(bool)
    case .string(let string): .string(string)
    case .integer(let integer): .integer(integer)
    case .unsigned(let unsigned): .unsigned(unsigned)
    case .float(let float): .float(float)
    case .double(let double): .double(double)
    case .date(let seconds): .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let data): .data(data)
    case .array(let elements): .array(elements.map { $0.archived(number: number) })
    case .dictionary(let entries): .dictionary(entries.map { $0.archived(number: number) })
    case .reference(let address): .reference(number(address))
    }
  }
}

extension ExportedValue: Codable {
  /// The types that JSON lacks.
  ///
  /// Such a value is an object whose only key is the type.
  enum CodingKeys: String, CodingKey {
    case integer, unsigned, float, double, date, data, array, dictionary, reference, hidden
  }

  init(from decoder: any Decoder) throws {
    let plain = try decoder.singleValueContainer()
    if plain.decodeNil() {
      self = .null
    } else if let string = try? plain.decode(String.self) {
      self = .string(string)
    } else if let bool = try? plain.decode(Bool.self) {
      self = .bool(bool)
    } else {
      self = try Self.typed(decoder)
    }
  }

  private static func typed(_ decoder: any Decoder) throws -> ExportedValue {
    let container = try decoder.exactContainer(keyedBy: CodingKeys.self)
    let types = container.allKeys
    guard types.count == 1, let type = types.first else {
      throw ImportProblem(decoder.codingPath, "a value must have exactly one type")
    }
    func number<Value: ExactNumber>() throws -> Value {
      try container.decodeNumber(ExportedNumber<Value>.self, forKey: type).value
    }
    switch type {
    case .integer: return .integer(try number())
    case .unsigned: return .unsigned(try number())
    case .float: return .float(try number())
    case .double: return .double(try number())
    case .date: return .date(try number())
    case .data: return .data(try container.decode(Data.self, forKey: type))
    case .array: return .array(try container.decode([ExportedValue].self, forKey: type))
    case .reference:
      return .reference(try container.decode(ExportedAddress.self, forKey: type))
    case .hidden: throw ImportProblem(decoder.codingPath, "the value is hidden")
    case .dictionary:
      let entries = try container.decode([ExportedEntry].self, forKey: type)
      try entries.requireDistinctKeys(at: container.codingPath + [type])
      return .dictionary(entries)
    }
  }

  func encode(to encoder: any Encoder) throws {
    func typed<Value: Encodable>(_ type: CodingKeys, _ value: Value) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(value, forKey: type)
    }
    func plain<Value: Encodable>(_ value: Value) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let bool): try plain(bool)
    case .string(let string): try plain(string)
    case .integer(let integer): try typed(.integer, ExportedNumber(integer))
    case .unsigned(let unsigned): try typed(.unsigned, ExportedNumber(unsigned))
    case .float(let float): try typed(.float, ExportedNumber(float))
    case .double(let double): try typed(.double, ExportedNumber(double))
    case .date(let seconds): try typed(.date, ExportedNumber(seconds))
    case .data(let data): try typed(.data, data)
    case .array(let elements): try typed(.array, elements)
    case .dictionary(let entries): try typed(.dictionary, entries)
    case .reference(let address): try typed(.reference, address)
    case .hidden(let outline): try typed(.hidden, outline)
    }
  }
}

/// A key and its value.
///
/// Dictionaries are written as lists of entries, since JSON's objects have no order.
struct ExportedEntry: Codable {
  var key: String
  var value: ExportedValue

  enum CodingKeys: String, CodingKey { case key, value }

  init(
    _ entry: ArchivedValue.Entry, reveals: Bool,
    address: (ObjectNumber) throws -> ExportedAddress
  ) rethrows {
    (key, value) = (
      entry.key, try ExportedValue(entry.value, reveals: reveals, address: address)
    )
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.exactContainer(keyedBy: CodingKeys.self)
    key = try container.decode(String.self, forKey: .key)
    value = try container.decode(ExportedValue.self, forKey: .value)
  }

  func archived(number: (ExportedAddress) -> ObjectNumber) -> ArchivedValue.Entry {
    ArchivedValue.Entry(key: key, value: value.archived(number: number))
  }
}

extension [ExportedEntry] {
  /// Refuses duplicate keys; keys are compared by their bytes.
  func requireDistinctKeys(at path: [any CodingKey]) throws {
    var known: Set<[UInt8]> = []
    for (index, entry) in enumerated() where !known.insert(Array<UInt8>(entry.key.utf8)).inserted {
      throw ImportProblem(path, index, "an earlier entry has the same key")
    }
  }
}

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
#endif
