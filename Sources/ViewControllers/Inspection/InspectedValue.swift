// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// One value that an object saves, shown only to whoever asks for it.
public struct InspectedValue: Sendable {
  /// The key that the object wrote it under.
  public let key: String
  /// What it is and how large, without what it says: `String, 12 bytes`.
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
    key = printable(entry.key)
    value = entry.value
    self.snapshot = snapshot
    byteCount = entry.value.byteCount
    type =
      switch value {
      case .reference: "→ \(Self.text(of: value, in: snapshot))"
      default: value.outline
      }
  }

  /// The value itself, on one line, cut where it is very long.
  public func revealed() -> String {
    let text = Self.text(of: value, in: snapshot)
    return text.count > Self.longestText ? text.prefix(Self.longestText) + " …" : text
  }

  private static func text(of value: ArchivedValue, in snapshot: RestorationSnapshot) -> String {
    switch value {
    case .null: return "nil"
    case .bool(let bool): return String(bool)
    case .integer(let integer): return String(integer)
    case .unsigned(let unsigned): return String(unsigned)
    case .float(let float): return float.description
    case .double(let double): return double.description
    case .date(let date): return timestampText(date)
    case .string(let string): return "\"\(printable(string))\""
    case .data(let data): return counted(data.count, "byte", "bytes")
    case .reference(let number):
      return snapshot.address(of: number).map { printable($0.description) } ?? "(unknown object)"
    case .array(let elements):
      return "[\(elements.map { text(of: $0, in: snapshot) }.joined(separator: ", "))]"
    case .dictionary(let entries):
      let pairs = entries.map { "\(printable($0.key)): \(text(of: $0.value, in: snapshot))" }
      return "{\(pairs.joined(separator: ", "))}"
    }
  }
}
