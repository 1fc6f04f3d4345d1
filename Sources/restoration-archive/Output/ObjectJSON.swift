// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// The address of an object, as JSON.
struct AddressJSON: Encodable {
  var kind: KindName
  var path: String
  var scene: String

  init(_ address: RestorationAddress) {
    kind = KindName(address.kind)
    path = address.path.description
    scene = address.scene
  }
}

/// The writer and the time of a save, as JSON.
struct OriginJSON: Encodable {
  var applicationVersion: String
  var systemVersion: String
  var idiom: String
  var timestamp: Date

  init(_ origin: RecordOrigin) {
    applicationVersion = origin.applicationVersion
    systemVersion = origin.systemVersion
    idiom = origin.idiom.rawValue
    timestamp = origin.timestamp
  }
}

/// A note of an archive, as JSON.
struct NoteJSON: Encodable {
  var outcome: String
  var sentence: String
  var object: AddressJSON

  init(_ note: RestorationNote) {
    outcome = note.outcome.rawValue
    sentence = note.sentence
    object = AddressJSON(note.address)
  }
}

/// An object, as JSON.
struct ObjectJSON: Encodable {
  var kind: KindName
  var path: String
  var scene: String
  var className: String
  var restorationClass: String?
  var schemaVersion: Int
  /// The size of the values, in bytes.
  var size: Int
  /// Present when an older save's record was carried over.
  var carriedFrom: OriginJSON?
  var requires: AddressJSON?
  var values: [ValueJSON] = []
  /// Whether the values could not be read.
  var isDamaged = false

  init(_ record: ObjectRecord, in reading: ArchiveReading, revealsValues: Bool) {
    let snapshot = reading.snapshot
    let address = AddressJSON(record.address)
    (kind, path, scene) = (address.kind, address.path, address.scene)
    className = record.className
    restorationClass = record.restorationClass
    schemaVersion = record.schemaVersion
    size = record.size
    carriedFrom = record.origin == reading.origin ? nil : OriginJSON(record.origin)
    requires = record.prerequisite.flatMap { snapshot.address(of: $0) }.map(AddressJSON.init)
    do throws(ArchiveError) {
      values = try snapshot.values(of: record).map {
        ValueJSON($0.value, key: $0.key, in: snapshot, revealsValue: revealsValues)
      }
    } catch { isDamaged = true }
  }
}

/// A value, as JSON.
///
/// Its type and size; its content only if values are to be revealed.
struct ValueJSON: Encodable {
  var key: String?
  var type: String
  /// The number of bytes, elements or entries.
  ///
  /// Bytes of a string or data, elements of an array, entries of a dictionary.
  var size: Int?
  var value: Scalar?
  var elements: [ValueJSON]?
  /// The referenced object; absent when no object has that number.
  var object: AddressJSON?
  /// Whether the referenced object has a record.
  var isPresent: Bool?

  /// A value that JSON can represent; data is base64.
  enum Scalar: Encodable {
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case float(Float)
    case double(Double)
    case string(String)
    case date(Date)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let value): try container.encode(value)
      case .integer(let value): try container.encode(value)
      case .unsigned(let value): try container.encode(value)
      case .float(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .date(let value): try container.encode(value)
      }
    }
  }

  init(
    _ value: ArchivedValue, key: String? = nil, in snapshot: RestorationSnapshot,
    revealsValue: Bool
  ) {
    self.key = key
    var scalar: Scalar?
    type = value.jsonType
    switch value {
    case .null: break
    case .bool(let bool): scalar = .bool(bool)
    case .integer(let integer): scalar = .integer(integer)
    case .unsigned(let unsigned): scalar = .unsigned(unsigned)
    case .float(let float): scalar = .float(float)
    case .double(let double): scalar = .double(double)
    case .date(let date): scalar = .date(date)
    case .string(let string): (size, scalar) = (string.utf8.count, .string(string))
    case .data(let data): (size, scalar) = (data.count, .string(data.base64EncodedString()))
    case .array(let members):
      size = members.count
      if revealsValue {
        elements = members.map { ValueJSON($0, in: snapshot, revealsValue: true) }
      }
    case .dictionary(let entries):
      size = entries.count
      if revealsValue {
        elements = entries.map {
          ValueJSON($0.value, key: $0.key, in: snapshot, revealsValue: true)
        }
      }
    case .reference(let number):
      object = snapshot.address(of: number).map(AddressJSON.init)
      isPresent = snapshot.holds(number)
    }
    if revealsValue { self.value = scalar }
  }
}

/// Prints a value as JSON.
///
/// Keys are sorted, dates are in UTC, and no control character reaches the terminal.
///
/// - Parameter value: The value; absent properties have no key.
/// - Throws: The errors of encoding it.
func printJSON(_ value: some Encodable) throws { print(try jsonText(value)) }

/// Returns a value as JSON.
///
/// - Parameter value: The value. Its dates are written like `2013-05-12T01:22:07Z`, or `null` when
///   out of range.
/// - Returns: Lines, without a line break at the end.
/// - Throws: The errors of encoding it.
func jsonText(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  encoder.dateEncodingStrategy = .custom { date, encoder in
    var container = encoder.singleValueContainer()
    if let text = isoText(date) { try container.encode(text) } else { try container.encodeNil() }
  }
  encoder.nonConformingFloatEncodingStrategy = .convertToString(
    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  let encoded = String(decoding: try encoder.encode(value), as: UTF8.self)
  var text = ""
  text.reserveCapacity(encoded.utf8.count)
  var rest = encoded[...]
  while !rest.isEmpty {
    let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    appendPrintable(rest[..<end], to: &text)
    if end < rest.endIndex { text += "\n" }
    rest = rest[end...].dropFirst()
  }
  return text
}

/// Appends a line of JSON, with unprintable scalars escaped.
///
/// Unprintable scalars occur only in strings, and there any scalar may be an escape.
private func appendPrintable(_ line: Substring, to text: inout String) {
  if line.utf8.allSatisfy(isPrintableASCII) { return text += line }
  for scalar in line.unicodeScalars {
    if isPrintable(scalar) {
      text.unicodeScalars.append(scalar)
    } else {
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }
}
