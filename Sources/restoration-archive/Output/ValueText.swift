// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Archived values as text.
struct ValueText {
  let snapshot: RestorationSnapshot
  /// Whether values are shown, or only their types and sizes.
  let revealsValues: Bool

  /// Returns a value as text; always shows paths of referenced objects.
  func text(_ value: ArchivedValue) -> String {
    if case .reference(let number) = value { return proxy(number) }
    return revealsValues ? revealed(value, indentation: "") : value.outline
  }

  /// Returns a reference to an object, by its path.
  func proxy(_ number: ObjectNumber) -> String {
    guard let address = snapshot.address(of: number) else {
      return "Object Identifier Proxy: (unknown object)"
    }
    return "Object Identifier Proxy: \(printable(address.description))"
      + (snapshot.holds(number) ? "" : " (not in this archive)")
  }

  private func revealed(_ value: ArchivedValue, indentation: String) -> String {
    let inner = indentation + "    "
    switch value {
    case .null: return "nil"
    case .bool(let bool): return bool ? "YES" : "NO"
    case .integer(let integer): return String(integer)
    case .unsigned(let unsigned): return String(unsigned)
    case .float(let float): return float.description
    case .double(let double): return double.description
    case .date(let date): return timestampText(date)
    case .string(let string): return printable(string)
    case .data(let data): return "<\(counted(data.count, "byte", "bytes"))>"
    case .reference(let number): return proxy(number)
    case .array(let elements):
      if elements.isEmpty { return "()" }
      let lines = elements.map { inner + revealed($0, indentation: inner) }
      return "(\n\(lines.joined(separator: ",\n"))\n\(indentation))"
    case .dictionary(let entries):
      if entries.isEmpty { return "{}" }
      let lines = entries.map {
        "\(inner)\(printable($0.key)) = \(revealed($0.value, indentation: inner));\n"
      }
      return "{\n\(lines.joined())\(indentation)}"
    }
  }
}
