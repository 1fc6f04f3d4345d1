// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What was left out of an archive because there was no room for it (R155).
package struct RecordOmission {
  package let number: ObjectNumber
  /// The class of the object whose record it was in.
  package let className: String
  /// The key of the value; `nil` for a whole record.
  package let key: String?
  /// How many bytes were saved by leaving it out.
  package let byteCount: Int
}

extension SnapshotBuilder {
  /// One value of a record, key included.
  private struct Part {
    let number: ObjectNumber
    let key: UInt32
    let range: Range<Int>
  }

  /// The bytes of all records.
  package var recordByteCount: Int { sink.count }

  /// Leaves the largest values of the record that was ended last out, until the rest fits.
  ///
  /// - Parameters:
  ///   - number: The record's object.
  ///   - limit: How many bytes it may have.
  /// - Returns: What was left out.
  package func trimRecord(_ number: ObjectNumber, to limit: Int) -> [RecordOmission] {
    guard var row = rows[Int(number.rawValue)], row.length > limit else { return [] }
    let parts = self.parts(of: number)
    let omitted = largest(of: parts, excess: row.length - limit)
    let kept = parts.without(omitted)
    let omissions = omitted.map { omission(of: parts[$0]) }
    let bytes = kept.map { Array(sink.bytes[$0.range]) }
    let numbers = kept.flatMap(references(in:))
    sink.truncate(to: row.offset)
    bytes.forEach { sink.append($0) }
    row.length = sink.count - row.offset
    if row.references != BodyLayout.none {
      links.sink.truncate(to: 4 * Int(row.references))
      row.references = links.append(numbers.unique)
    }
    rows[Int(number.rawValue)] = row
    return omissions
  }

  /// Makes room in the whole archive: first whole records that can be spared, then values, the
  /// largest first, wherever they are; of equal ones those that were met later.
  ///
  /// - Parameters:
  ///   - limit: How many bytes all records may have.
  ///   - dispensable: Records that can be spared, in the order in which they go.
  /// - Returns: What was left out.
  package func trimRecords(to limit: Int, dispensable: [ObjectNumber]) -> [RecordOmission] {
    var excess = recordByteCount - limit
    guard excess > 0 else { return [] }
    var omissions: [RecordOmission] = []
    for number in dispensable where excess > 0 {
      guard let row = rows[Int(number.rawValue)] else { continue }
      omissions.append(
        RecordOmission(
          number: number, className: className(of: row), key: nil, byteCount: row.length))
      excess -= row.length
      rows[Int(number.rawValue)] = nil
    }
    let parts = (0..<rows.count).flatMap { self.parts(of: ObjectNumber(UInt32($0))) }
    let omitted = largest(of: parts, excess: excess)
    omissions += omitted.map { omission(of: parts[$0]) }
    rebuild(from: parts.without(omitted))
    return omissions
  }

  /// What the tables of an archive cannot hold, whatever is left out of its records.
  ///
  /// - Parameters:
  ///   - objects: How many object numbers an archive may have.
  ///   - strings: How many strings.
  /// - Returns: `nil` when the archive can be written.
  package func excess(
    objects: Int = ArchiveLimits.objects, strings: Int = ArchiveLimits.strings
  ) -> ArchiveError? {
    // What origins say becomes strings as the archive is written.
    guard
      tables.addresses.count > objects || tables.strings.count + 3 * origins.count > strings
        || tables.stringBytes > ArchiveLimits.stringBytes
        || tables.pathCount > ArchiveLimits.paths
    else { return nil }
    return ArchiveError(
      .limitExceeded, "The state has more objects or names than an archive may hold")
  }

  // MARK: Parts

  private func parts(of number: ObjectNumber) -> [Part] {
    guard let row = rows[Int(number.rawValue)] else { return [] }
    var source = ByteSource(sink.bytes, row.records)
    var parts: [Part] = []
    while !source.isAtEnd {
      let start = source.position
      guard let key = source.variable().flatMap(UInt32.init(exactly:)), source.skipValue() else {
        break
      }
      parts.append(Part(number: number, key: key, range: start..<source.position))
    }
    return parts
  }

  /// The parts to leave out, the largest first, of equal ones the last first.
  private func largest(of parts: [Part], excess: Int) -> [Int] {
    guard excess > 0 else { return [] }
    var rest = excess
    let order = parts.indices.sorted {
      (parts[$0].range.count, $0) > (parts[$1].range.count, $1)
    }
    return order.prefix { index in
      defer { rest -= parts[index].range.count }
      return rest > 0
    }
  }

  private func omission(of part: Part) -> RecordOmission {
    let row = rows[Int(part.number.rawValue)]
    return RecordOmission(
      number: part.number, className: row.map(className) ?? "",
      key: tables.strings.indices.contains(Int(part.key)) ? tables.strings[Int(part.key)] : "",
      byteCount: part.range.count)
  }

  private func className(of row: Row) -> String {
    tables.strings[Int(classes[Int(row.classIndex)].name)]
  }

  /// Writes all records anew, with those of their values that stay.
  private func rebuild(from parts: [Part]) {
    let new = ByteSink(capacity: parts.reduce(64) { $0 + $1.range.count })
    links.sink.truncate(to: 0)
    var next = parts.startIndex
    for index in 0..<rows.count {
      guard var row = rows[index] else { continue }
      let start = new.count
      var numbers: [ObjectNumber] = []
      while next < parts.endIndex, parts[next].number.rawValue == UInt32(index) {
        new.append(UnsafeRawBufferPointer(rebasing: sink.bytes[parts[next].range]))
        numbers += self.references(in: parts[next])
        next += 1
      }
      (row.offset, row.length) = (start, new.count - start)
      row.references = links.append(numbers.unique)
      rows[index] = row
    }
    sink.truncate(to: 0)
    sink.append(new.bytes)
  }

  /// The objects that a value refers to.
  private func references(in part: Part) -> [ObjectNumber] {
    var source = ByteSource(sink.bytes, part.range)
    guard source.variable() != nil, let value = ArchivedValue.read(&source) else { return [] }
    return value.referencedNumbers
  }
}

extension Array {
  /// The elements but for those at some places.
  fileprivate func without(_ places: [Int]) -> [Element] {
    var stays = Array<Bool>(repeating: true, count: count)
    for place in places { stays[place] = false }
    return indices.filter { stays[$0] }.map { self[$0] }
  }
}

extension Array where Element: Hashable {
  /// The elements, each where it comes first.
  fileprivate var unique: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}

extension ArchivedValue {
  /// The objects that the value refers to, at any depth.
  var referencedNumbers: [ObjectNumber] {
    switch self {
    case .reference(let number): [number]
    case .array(let elements): elements.flatMap(\.referencedNumbers)
    case .dictionary(let entries): entries.flatMap(\.value.referencedNumbers)
    default: []
    }
  }
}
