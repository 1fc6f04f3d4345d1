// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// One value that an object saves.
///
/// Its content is shown only on request.
public struct InspectedValue: Sendable {
  /// The coding key of the value.
  public let key: String
  /// The type and size, without the content: `String, 12 bytes`.
  ///
  /// For a reference, the path of its target.
  public let type: String
  /// Its size in the record in bytes, before sealing.
  public let byteCount: Int

  private let value: ArchivedValue
  private let snapshot: RestorationSnapshot

  /// The most characters shown of a value.
  ///
  /// A text may have megabytes.
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

  /// Returns the value on one line, truncated if very long.
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
