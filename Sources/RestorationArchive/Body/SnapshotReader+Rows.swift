// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The table of objects, read in one go.
extension SnapshotReader {
  /// Reads and checks all rows, and finds out which objects lie at each path.
  func readRows() {
    let count = snapshot.objectCount
    firstAtPath = Array(repeating: FirstObject(), count: nodes.count + 1)
    rows.reserveCapacity(count)
    let records = snapshot.range(of: .records)
    snapshot.withTables { tables in
      for number in 0..<UInt32(count) {
        var checked: RecordRow?
        if let row = tables.row(ObjectNumber(number)), row.hasRecord {
          place(row.address, number)
          checked = check(row, number, records)
          if checked == nil { damaged.insert(ObjectNumber(number)) }
        }
        rows.append(checked)
      }
    }
  }

  @inline(__always)
  private func place(_ address: AddressRow, _ number: UInt32) {
    let path = Int(address.path)
    guard Int(address.sceneAndKind >> 8) < strings.count, path < firstAtPath.count else { return }
    if firstAtPath[path].number == BodyLayout.none {
      firstAtPath[path] = FirstObject(number: number, sceneAndKind: address.sceneAndKind)
    } else if othersAtPath[address] == nil {
      othersAtPath[address] = number
    }
  }

  /// - Returns: `nil` when the row contradicts other tables.
  @inline(__always)
  private func check(_ row: ObjectRow, _ number: UInt32, _ records: Range<Int>) -> RecordRow? {
    let address = row.address
    guard let kind = ObjectKind(rawValue: UInt8(address.sceneAndKind & 0xFF)),
      isText(address.sceneAndKind >> 8), Int(address.path) <= nodes.count,
      case let end = address.path == 0 ? Node.root : nodes[Int(address.path) - 1],
      address.path == 0 || end.depth > 0, isClass(Int(row.classIndex)), isOrigin(row.origin),
      case let range = row.range, range.upperBound <= records.count
    else { return nil }
    let start = records.lowerBound
    return RecordRow(
      number: ObjectNumber(number), scene: address.sceneAndKind >> 8, path: address.path,
      origin: row.origin, prerequisiteNumber: row.prerequisite, classRow: row.classIndex,
      depth: end.depth, kind: kind, endsInIdentifier: end.label & 1 == 0,
      range: start + range.lowerBound..<start + range.upperBound)
  }
}
