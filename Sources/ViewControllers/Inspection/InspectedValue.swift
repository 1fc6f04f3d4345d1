// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// One value that an object saves, shown only to whoever asks for it (R189).
public struct InspectedValue: Sendable {
  /// The key that the object wrote it under.
  public let key: String
  /// What it is and how large, without what it says: `String, 12 characters`.
  ///
  /// Of a reference it is the path that it leads to.
  public let type: String
  /// How many bytes it takes in the record, before sealing.
  public let byteCount: Int

  private let value: ArchivedValue
  private let snapshot: RestorationSnapshot

  /// As much of a value as is shown; a text may have megabytes.
  private static let longestText = 2000

  init(_ entry: ArchivedValue.Entry, in snapshot: RestorationSnapshot) {
    key = oneLine(entry.key)
    value = entry.value
    self.snapshot = snapshot
    byteCount = entry.value.byteCount
    type = Self.type(of: entry.value, in: snapshot)
  }

  /// The value itself, on one line, cut where it is very long.
  public func revealed() -> String {
    let text = Self.text(of: value, in: snapshot)
    return text.count > Self.longestText ? text.prefix(Self.longestText) + " …" : text
  }

  private static func type(of value: ArchivedValue, in snapshot: RestorationSnapshot) -> String {
    func count(_ count: Int, _ one: String, _ many: String) -> String {
      "\(count) \(count == 1 ? one : many)"
    }
    return switch value {
    case .null: "nil"
    case .bool: "Bool"
    case .integer, .unsigned: "Integer"
    case .float: "Float"
    case .double: "Double"
    case .date: "Date"
    case .string(let string): "String, \(count(string.count, "character", "characters"))"
    case .data(let data): "Data, \(count(data.count, "byte", "bytes"))"
    case .array(let elements): "Array, \(count(elements.count, "element", "elements"))"
    case .dictionary(let entries): "Dictionary, \(count(entries.count, "entry", "entries"))"
    case .reference: "→ " + text(of: value, in: snapshot)
    }
  }

  private static func text(of value: ArchivedValue, in snapshot: RestorationSnapshot) -> String {
    switch value {
    case .null: return "nil"
    case .bool(let bool): return String(bool)
    case .integer(let integer): return String(integer)
    case .unsigned(let unsigned): return String(unsigned)
    case .float(let float): return float.description
    case .double(let double): return double.description
    case .date(let date): return timeText(date)
    case .string(let string): return "\"\(oneLine(string))\""
    case .data(let data): return data.count == 1 ? "1 byte" : "\(data.count) bytes"
    case .reference(let number):
      return snapshot.address(of: number).map { oneLine($0.description) } ?? "(unknown object)"
    case .array(let elements):
      return "[\(elements.map { text(of: $0, in: snapshot) }.joined(separator: ", "))]"
    case .dictionary(let entries):
      let pairs = entries.map { "\(oneLine($0.key)): \(text(of: $0.value, in: snapshot))" }
      return "{\(pairs.joined(separator: ", "))}"
    }
  }
}

/// A time as `2013-05-12T01:22:07Z`, wherever the program runs.
func timeText(_ date: Date) -> String {
  guard abs(date.timeIntervalSince1970) < 1e11 else { return "(a date out of range)" }
  return date.formatted(.iso8601)
}
