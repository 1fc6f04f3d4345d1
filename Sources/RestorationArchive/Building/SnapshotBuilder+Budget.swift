// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What was left out of an archive because there was no room for it (R155).
package struct RecordOmission {
  package let number: ObjectNumber
  /// The class of the object whose record it was in.
  package let className: String
  /// The key of the value; `nil` for a whole record.
  package let key: String?
  /// How many bytes it has.
  package let byteCount: Int
  /// Whether the user typed it.
  package let isTyped: Bool
  /// Whether the value that was saved before stays in its place.
  package let keepsFormer: Bool
}

extension SnapshotBuilder {
  /// One value of a record, key included.
  private struct Part {
    let number: ObjectNumber
    let key: UInt32
    let range: Range<Int>
    let isTyped: Bool
    /// What is written in its place: the value that was saved before, or nothing.
    var substitute: [UInt8]?

    var size: Int { substitute?.count ?? range.count }
  }

  /// The bytes of all records.
  package var recordByteCount: Int { sink.count }

  /// Leaves the largest values of the record that was ended last out, until the rest fits.
  ///
  /// What the user typed does not count, and stays whole (R206).
  ///
  /// - Parameters:
  ///   - number: The record's object.
  ///   - limit: How many bytes it may have.
  /// - Returns: What was left out.
  package func trimRecord(_ number: ObjectNumber, to limit: Int) -> [RecordOmission] {
    guard var row = rows[Int(number.rawValue)], row.length > limit else { return [] }
    var parts = self.parts(of: number)
    let omissions = leaveOut(
      of: &parts, excess: parts.reduce(-limit) { $0 + ($1.isTyped ? 0 : $1.size) },
      sparingTyped: true)
    guard !omissions.isEmpty else { return [] }
    let bytes = parts.map(bytes)
    let numbers = parts.flatMap(references(in:))
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
  /// Data goes before what the user typed, if that is enough (R206).
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
          number: number, className: className(of: row), key: nil, byteCount: row.length,
          isTyped: false, keepsFormer: false))
      excess -= row.length
      rows[Int(number.rawValue)] = nil
    }
    var parts = (0..<rows.count).flatMap { self.parts(of: ObjectNumber(UInt32($0))) }
    omissions += leaveOut(of: &parts, excess: excess, sparingTyped: false)
    rebuild(from: parts)
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
    return Self.values(in: sink.bytes, row.records).map {
      Part(
        number: number, key: $0.key, range: $0.range, isTyped: tables.typedKeys.contains($0.key))
    }
  }

  /// Where the values of a record lie, keys included.
  private static func values(in bytes: UnsafeRawBufferPointer, _ record: Range<Int>)
    -> [(key: UInt32, range: Range<Int>)]
  {
    var source = ByteSource(bytes, record)
    var values: [(key: UInt32, range: Range<Int>)] = []
    while !source.isAtEnd {
      let start = source.position
      guard let key = source.variable().flatMap(UInt32.init(exactly:)), source.skipValue() else {
        break
      }
      values.append((key, start..<source.position))
    }
    return values
  }

  /// Leaves parts out, the largest first, of equal ones the last first, until the rest fits.
  ///
  /// What was saved before under the same key stays in the place of a part that is left out, as far
  /// as there is room: a value that is too large takes nothing with it (R206).
  private func leaveOut(of parts: inout [Part], excess: Int, sparingTyped: Bool)
    -> [RecordOmission]
  {
    var excess = excess
    let order = order(of: parts, excess: excess, sparingTyped: sparingTyped)
    let omitted = order.prefix { index in
      guard excess > 0 else { return false }
      let former = formerValue(of: parts[index])
      excess -= parts[index].size - former.count
      parts[index].substitute = former
      return true
    }
    for index in omitted where excess > 0 {
      excess -= parts[index].size
      parts[index].substitute = []
    }
    return omitted.map { omission(of: parts[$0]) }
  }

  /// The order in which parts are left out.
  ///
  /// Data goes before what the user typed if that is enough; what leads back to a place, which is small,
  /// does not go for long text.
  private func order(of parts: [Part], excess: Int, sparingTyped: Bool) -> [Int] {
    let largestFirst = parts.indices.sorted { (parts[$0].size, $0) > (parts[$1].size, $1) }
    let others = largestFirst.filter { !parts[$0].isTyped }
    if sparingTyped { return others }
    let data = others.prefix { parts[$0].size >= Self.leastData }
    let goesFirst = data.reduce(0) { $0 + parts[$1].size } >= excess ? data : []
    return goesFirst + largestFirst.filter { parts[$0].isTyped } + others.dropFirst(goesFirst.count)
  }

  /// A value from this size on is data, and not what leads back to it.
  private static var leastData: Int { 4096 }

  /// What the snapshot before has under a part's key, key included; empty when it has nothing that
  /// is smaller.
  private func formerValue(of part: Part) -> [UInt8] {
    guard let row = rows[Int(part.number.rawValue)] else { return [] }
    let former = base?.withRecord(part.number) { record -> [UInt8] in
      guard record.classRow == classes[Int(row.classIndex)],
        let range = Self.values(in: record.bytes, record.bytes.indices)
          .first(where: { $0.key == part.key })?.range, range.count < part.range.count
      else { return [] }
      return Array(record.bytes[range])
    }
    return former ?? []
  }

  private func bytes(of part: Part) -> [UInt8] { part.substitute ?? Array(sink.bytes[part.range]) }

  private func omission(of part: Part) -> RecordOmission {
    let row = rows[Int(part.number.rawValue)]
    return RecordOmission(
      number: part.number, className: row.map(className) ?? "",
      key: tables.strings.indices.contains(Int(part.key)) ? tables.strings[Int(part.key)] : "",
      byteCount: part.range.count, isTyped: part.isTyped,
      keepsFormer: part.substitute?.isEmpty == false)
  }

  private func className(of row: Row) -> String {
    tables.strings[Int(classes[Int(row.classIndex)].name)]
  }

  /// Writes all records again, with what is left of their values.
  private func rebuild(from parts: [Part]) {
    let new = ByteSink(capacity: parts.reduce(64) { $0 + $1.size })
    links.sink.truncate(to: 0)
    var next = parts.startIndex
    for index in 0..<rows.count {
      guard var row = rows[index] else { continue }
      let start = new.count
      var numbers: [ObjectNumber] = []
      while next < parts.endIndex, parts[next].number.rawValue == UInt32(index) {
        if let substitute = parts[next].substitute {
          new.append(substitute)
        } else {
          new.append(UnsafeRawBufferPointer(rebasing: sink.bytes[parts[next].range]))
        }
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

  /// The objects that what is written for a part refers to.
  private func references(in part: Part) -> [ObjectNumber] {
    func numbers(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> [ObjectNumber] {
      var source = ByteSource(bytes, range)
      guard source.variable() != nil, let value = ArchivedValue.read(&source) else { return [] }
      return value.referencedNumbers
    }
    guard let substitute = part.substitute else { return numbers(sink.bytes, part.range) }
    return substitute.withUnsafeBytes { numbers($0, $0.indices) }
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
