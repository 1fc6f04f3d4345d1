// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Keeps the places of objects that this launch has held back.
extension ChangeBuilder {
  /// Keeps references to objects held back where nothing else has changed.
  ///
  /// An object that refers to them got `nil`, or a shorter list. If it writes just that again, the
  /// value of its record before stays.
  ///
  /// - Parameters:
  ///   - number: The object whose record was just written.
  ///   - isHeldBack: Whether an object is held back.
  package func keepReferences(in number: ObjectNumber, to isHeldBack: (ObjectNumber) -> Bool) {
    let old = before.newest.withRecord(number) { record -> [Value]? in
      record.visitReferences { !isHeldBack($0) } ? nil : record.split
    }
    guard case let old?? = old, var new = withRecord(number, \.split) ?? nil else { return }
    var hasKept = false
    for before in old where before.value.refers(to: isHeldBack) {
      let rest = before.value.without(isHeldBack)
      if let place = new.firstIndex(where: { $0.key == before.key }) {
        guard new[place].value.without(isHeldBack) == rest else { continue }
        new[place] = before
      } else {
        guard rest == .null else { continue }
        new.append(before)
      }
      hasKept = true
    }
    if hasKept { replace(number, with: new.flatMap(\.bytes)) }
  }
}

/// A key with its value, and the bytes of both.
private struct Value {
  let key: UInt64
  let value: ArchivedValue
  let bytes: ArraySlice<UInt8>
}

extension BorrowedRecord {
  /// The keys and values; `nil` when they cannot be read.
  fileprivate var split: [Value]? {
    var source = ByteSource(bytes, range)
    var values: [Value] = []
    while !source.isAtEnd {
      let start = source.position
      guard let key = source.variable(), let value = ArchivedValue.read(&source) else { return nil }
      values.append(Value(key: key, value: value, bytes: bytes[start..<source.position]))
    }
    return values
  }
}

extension ArchivedValue {
  /// Whether the value refers to one of some objects.
  fileprivate func refers(to isWanted: (ObjectNumber) -> Bool) -> Bool {
    switch self {
    case .reference(let number): isWanted(number)
    case .array(let elements): elements.contains { $0.refers(to: isWanted) }
    case .dictionary(let entries): entries.contains { $0.value.refers(to: isWanted) }
    default: false
    }
  }

  /// Returns the value without the references to some objects, and without `nil`.
  fileprivate func without(_ isLeftOut: (ObjectNumber) -> Bool) -> ArchivedValue {
    switch self {
    case .reference(let number) where isLeftOut(number): .null
    case .array(let elements):
      .array(elements.map { $0.without(isLeftOut) }.filter { $0 != .null })
    case .dictionary(let entries):
      .dictionary(
        entries.map { Entry(key: $0.key, value: $0.value.without(isLeftOut)) }
          .filter { $0.value != .null })
    default: self
    }
  }
}
