// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension ByteSink {
  /// Appends a value, with dictionaries sorted by their keys' UTF-8.
  ///
  /// So equal values have equal bytes.
  func append(_ value: ArchivedValue) {
    switch value {
    case .null: append(tag: .null)
    case .bool(let bool): append(tag: bool ? .true : .false)
    case .integer(let integer): append(tag: .integer, variable: integer.zigzagged)
    case .unsigned(let unsigned): append(tag: .unsigned, variable: unsigned)
    case .float(let float): append(tag: .float, fixed: float.bitPattern)
    case .double(let double): append(tag: .double, fixed: double.bitPattern)
    case .date(let date):
      append(tag: .date, fixed: date.timeIntervalSinceReferenceDate.bitPattern)
    case .string(let string):
      append(tag: .string)
      append(string: string)
    case .data(let data): append(data: data)
    case .reference(let number): append(tag: .reference, variable: UInt64(number.rawValue))
    case .array(let elements):
      if let doubles = elements.doubles { return append(doubles) }
      appendContainer(.array, count: elements.count) { elements.forEach(append(_:)) }
    case .dictionary(let entries):
      let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      appendContainer(.dictionary, count: sorted.count) {
        for entry in sorted {
          append(string: entry.key)
          append(entry.value)
        }
      }
    }
  }

  func appendContainer(_ tag: ValueTag, count: Int, _ contents: () -> Void) {
    append(tag: tag)
    let sizeOffset = self.count
    append(fixed: UInt32(0))
    append(variable: UInt64(count))
    contents()
    patch(UInt32(truncatingIfNeeded: self.count - sizeOffset - 4), at: sizeOffset)
  }

  /// Appends an array of numbers in packed form.
  ///
  /// An empty array is not packed: it is written like an empty array of any other type, since
  /// nothing tells its element type.
  func append(_ values: [Double]) {
    guard !values.isEmpty else { return appendContainer(.array, count: 0) {} }
    var cursor = cursor(room: 16 + 8 * values.count)
    cursor.put(values)
    end(at: cursor)
  }

  func append(data: Data) {
    append(tag: .data)
    append(variable: UInt64(data.count))
    append(data)
  }

  @inline(__always)
  func append(tag: ValueTag) { append(tag.rawValue) }

  @inline(__always)
  func append(tag: ValueTag, variable: UInt64) {
    append(tag.rawValue)
    append(variable: variable)
  }

  @inline(__always)
  func append<Integer: FixedWidthInteger>(tag: ValueTag, fixed: Integer) {
    append(tag.rawValue)
    append(fixed: fixed)
  }
}

extension [ArchivedValue] {
  /// The elements, if all are doubles; `nil` otherwise.
  ///
  /// Equal arrays then have equal bytes.
  fileprivate var doubles: [Double]? {
    guard case .double = first else { return nil }
    var doubles: [Double] = []
    for element in self {
      guard case .double(let double) = element else { return nil }
      doubles.append(double)
    }
    return doubles
  }
}

extension ArchivedValue {
  /// The size of the value in a record, in bytes, before sealing.
  package var byteCount: Int {
    let sink = ByteSink()
    sink.append(self)
    return sink.count
  }
}
