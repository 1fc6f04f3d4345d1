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

extension ChangeBuilder {
  /// One value of a record, key included.
  fileprivate struct Part {
    let number: ObjectNumber
    let key: UInt32
    /// Where it lies among the record's values.
    let range: Range<Int>
    let isTyped: Bool
    /// What is written in its place: the value that was saved before, or nothing.
    var substitute: [UInt8]?

    var size: Int { substitute?.count ?? range.count }
  }

  /// Leaves the largest values of the record that was written last out, until the rest fits.
  ///
  /// What the user typed does not count, and stays whole (R206).
  ///
  /// - Parameters:
  ///   - number: The record's object.
  ///   - limit: How many bytes it may have.
  /// - Returns: What was left out.
  func trimLast(_ number: ObjectNumber, to limit: Int) -> [RecordOmission] {
    var parts = self.parts(of: number)
    let omissions = leaveOut(
      of: &parts, excess: parts.reduce(-limit) { $0 + ($1.isTyped ? 0 : $1.size) },
      sparingTyped: true)
    if !omissions.isEmpty { replaceLast(number, with: parts.flatMap(bytes)) }
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
    for number in dispensable where excess > 0 && hasRecord(number) {
      let size = byteCount(of: number)
      omissions.append(
        RecordOmission(
          number: number, className: className(of: number), key: nil, byteCount: size,
          isTyped: false, keepsFormer: false))
      excess -= size
      remove(number)
    }
    var parts = (0..<UInt32(tables.objectCount)).flatMap { self.parts(of: ObjectNumber($0)) }
    omissions += leaveOut(of: &parts, excess: excess, sparingTyped: false)
    for ofObject in parts.ofEachObject() where ofObject.contains(where: { $0.substitute != nil }) {
      replace(ofObject[ofObject.startIndex].number, with: ofObject.flatMap(bytes))
    }
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
    // What the origin says becomes strings as the pass ends.
    guard
      tables.addresses.count > objects || tables.strings.count + 3 > strings
        || tables.stringBytes > ArchiveLimits.stringBytes
        || tables.pathCount > ArchiveLimits.paths
    else { return nil }
    return ArchiveError(
      .limitExceeded, "The state has more objects or names than an archive may hold")
  }

  // MARK: Parts

  private func parts(of number: ObjectNumber) -> [Part] {
    let values = withRecord(number) { Self.values(in: $0) } ?? []
    return values.map {
      Part(
        number: number, key: $0.key, range: $0.range, isTyped: tables.typedKeys.contains($0.key))
    }
  }

  /// Where the values of a record lie, keys included.
  private static func values(in record: BorrowedRecord) -> [(key: UInt32, range: Range<Int>)] {
    var source = ByteSource(record.bytes, record.range)
    let first = source.position
    var values: [(key: UInt32, range: Range<Int>)] = []
    while !source.isAtEnd {
      let start = source.position
      guard let key = source.variable().flatMap(UInt32.init(exactly:)), source.skipValue() else {
        break
      }
      values.append((key, start - first..<source.position - first))
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

  /// What the state before has under a part's key, key included; empty when it has nothing that is
  /// smaller.
  private func formerValue(of part: Part) -> [UInt8] {
    let classRow = classRow(of: part.number)
    let former = before.withRecord(part.number) { record -> [UInt8] in
      guard record.classRow == classRow,
        let range = Self.values(in: record).first(where: { $0.key == part.key })?.range,
        range.count < part.range.count
      else { return [] }
      return Array(record.values.dropFirst(range.lowerBound).prefix(range.count))
    }
    return former ?? []
  }

  private func bytes(of part: Part) -> [UInt8] {
    part.substitute ?? bytes(of: part.number, in: part.range)
  }

  private func omission(of part: Part) -> RecordOmission {
    RecordOmission(
      number: part.number, className: className(of: part.number),
      key: tables.strings.indices.contains(Int(part.key)) ? tables.strings[Int(part.key)] : "",
      byteCount: part.range.count, isTyped: part.isTyped,
      keepsFormer: part.substitute?.isEmpty == false)
  }

  private func className(of number: ObjectNumber) -> String {
    classRow(of: number).map { tables.strings[Int($0.name)] } ?? ""
  }
}

extension [ChangeBuilder.Part] {
  /// The parts of each object.
  fileprivate func ofEachObject() -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices where self[index].number != self[start].number {
      chunks.append(self[start..<index])
      start = index
    }
    return isEmpty ? [] : chunks + [self[start...]]
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
