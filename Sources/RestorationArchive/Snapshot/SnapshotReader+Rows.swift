// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The table of objects, read in one go.
extension SnapshotReader {
  /// Reads and checks all rows, and finds out which objects lie at each path.
  func readRows() {
    let count = snapshot.objectCount
    var firstAtPath = Array(repeating: FirstObject(), count: nodes.count + 1)
    rows = snapshot.withBytes { body in
      let objects = SectionView(.objects, of: snapshot, in: body)
      let references = SectionView(.references, of: snapshot, in: body)
      let records = snapshot.sectionRange(.records)
      return firstAtPath.withUnsafeMutableBufferPointer { firstAtPath in
        Array(unsafeUninitializedCapacity: count) { rows, filled in
          for number in 0..<count {
            var checked: RecordRow?
            if let row = SnapshotView.row(number, in: objects), row.classIndex != BodyLayout.none {
              place(row, UInt32(number), in: firstAtPath)
              checked = check(row, UInt32(number), references, records)
              if checked == nil { damaged.insert(ObjectNumber(UInt32(number))) }
            }
            rows.initializeElement(at: number, to: checked)
          }
          filled = count
        }
      }
    }
    self.firstAtPath = firstAtPath
  }

  @inline(__always)
  private func place(
    _ row: SnapshotView.Row, _ number: UInt32,
    in firstAtPath: UnsafeMutableBufferPointer<FirstObject>
  ) {
    guard Int(row.sceneAndKind >> 8) < strings.count, Int(row.path) < firstAtPath.count else {
      return
    }
    if firstAtPath[Int(row.path)].number == BodyLayout.none {
      firstAtPath[Int(row.path)] = FirstObject(number: number, sceneAndKind: row.sceneAndKind)
    } else {
      let address = SnapshotTables.AddressRow(sceneAndKind: row.sceneAndKind, path: row.path)
      if othersAtPath[address] == nil { othersAtPath[address] = number }
    }
  }

  /// - Returns: `nil` when the row contradicts other tables.
  @inline(__always)
  private func check(
    _ row: SnapshotView.Row, _ number: UInt32, _ references: SectionView, _ records: Range<Int>
  ) -> RecordRow? {
    guard let kind = ObjectKind(rawValue: UInt8(row.sceneAndKind & 0xFF)),
      isText(row.sceneAndKind >> 8), Int(row.path) <= nodes.count,
      case let end = row.path == 0 ? Node.root : nodes[Int(row.path) - 1],
      row.path == 0 || end.depth > 0,
      let archivedClass = archivedClass(Int(row.classIndex)), isOrigin(row.origin),
      let firstReference = Self.first(ofList: row.references, in: references),
      case let (offset, length) = (Int(row.recordOffset), Int(row.recordLength)),
      offset <= records.count, length <= records.count - offset
    else { return nil }
    return RecordRow(
      number: ObjectNumber(number), kind: kind, scene: row.sceneAndKind >> 8, path: row.path,
      depth: end.depth, endsInIdentifier: end.label & 1 == 0, classRow: row.classIndex,
      archivedClass: archivedClass, origin: row.origin, firstReference: firstReference,
      prerequisiteNumber: row.prerequisite, start: records.lowerBound + offset,
      length: row.recordLength)
  }

  /// The first of a list of references, which is none for an empty list.
  ///
  /// - Returns: `nil` when the list does not lie within its section.
  @inline(__always)
  private static func first(ofList list: UInt32, in references: SectionView) -> UInt32? {
    if list == BodyLayout.none { return BodyLayout.none }
    guard let count = references.word(4 * Int(list)),
      Int(list) + 1 + Int(count) <= references.bytes.count / 4
    else { return nil }
    return count == 0 ? BodyLayout.none : references.word(4 * Int(list) + 4)
  }
}
