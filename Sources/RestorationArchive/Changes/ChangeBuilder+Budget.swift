// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A value or record left out because of an archive's size limit.
package struct RecordOmission {
  package let number: ObjectNumber
  /// The class name of the object.
  package let className: String
  /// The coding key of the value; `nil` for a whole record.
  package let key: String?
  /// The size of the omitted part, in bytes.
  package let byteCount: Int
  /// Whether the user typed the value.
  package let isTyped: Bool
  /// Whether the previously saved value stays in its place.
  package let keepsFormer: Bool
}

extension ChangeBuilder {
  /// One value of a record, including its coding key.
  fileprivate struct Part {
    let number: ObjectNumber
    let key: UInt32
    /// The range of the value among the record's values.
    let range: Range<Int>
    let isTyped: Bool
    /// The replacement: the previously saved value, or no bytes.
    ///
    /// `nil` for a value that is not left out.
    var substitute: [UInt8]?

    var size: Int { substitute?.count ?? range.count }
  }

  /// Leaves out the last record's largest values until the rest fits.
  ///
  /// The last record is the one that was written last. Text that the user typed does not count, and
  /// stays whole.
  ///
  /// - Parameters:
  ///   - number: The record's object.
  ///   - limit: The largest size of the record, in bytes.
  /// - Returns: The omissions.
  func trimLast(_ number: ObjectNumber, to limit: Int) -> [RecordOmission] {
    var parts = self.parts(of: number)
    let omissions = leaveOut(
      of: &parts, excess: parts.reduce(-limit) { $0 + ($1.isTyped ? 0 : $1.size) },
      sparingTyped: true)
    if !omissions.isEmpty { replaceLast(number, with: parts.flatMap(bytes)) }
    return omissions
  }

  /// Leaves out records and values until the archive fits.
  ///
  /// Dispensable records go first, as a whole. Then values go, from the largest on, regardless of
  /// their record. Of equal values, those that were met later go first. Data goes before text that
  /// the user typed, if that is enough.
  ///
  /// - Parameters:
  ///   - limit: The largest size of all records, in bytes.
  ///   - dispensable: The dispensable records, in the order in which they are left out.
  /// - Returns: The omissions.
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

  /// Returns an error when the tables exceed an archive's limits.
  ///
  /// Leaving out records does not make the tables smaller.
  ///
  /// - Parameters:
  ///   - objects: The largest number of object numbers.
  ///   - strings: The largest number of strings.
  /// - Returns: `nil` when the tables fit.
  package func excess(
    objects: Int = ArchiveLimits.objects, strings: Int = ArchiveLimits.strings
  ) -> ArchiveError? {
    // The end of the pass adds up to three strings for the origin.
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

  /// Returns the ranges of a record's values, including coding keys.
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

  /// Leaves out parts, the largest first, until the rest fits.
  ///
  /// Of equal parts, the last goes first. A part that is left out is replaced by the value that was
  /// saved before under the same coding key, if there is room. So a value that is too large does
  /// not delete the old one.
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
    for index in omitted { noteLeftOut(parts[index]) }
    return omitted.map { omission(of: parts[$0]) }
  }

  /// Notes that an object's own value is still to be saved.
  ///
  /// Otherwise the object would seem to have changed nothing the next time, and its record would
  /// stay without the value.
  private func noteLeftOut(_ part: Part) {
    guard let key = tables.string(part.key) else { return }
    ownValues[part.number]?.values[key]?.removeAll()
  }

  /// Returns the order in which parts are left out.
  ///
  /// Data goes before text that the user typed, if that is enough. Small values, which lead the
  /// user back to a place, go last. With `sparingTyped`, typed text is not left out at all.
  private func order(of parts: [Part], excess: Int, sparingTyped: Bool) -> [Int] {
    let largestFirst = parts.indices.sorted { (parts[$0].size, $0) > (parts[$1].size, $1) }
    let others = largestFirst.filter { !parts[$0].isTyped }
    if sparingTyped { return others }
    let data = others.prefix { parts[$0].size >= Self.leastData }
    let goesFirst = data.reduce(0) { $0 + parts[$1].size } >= excess ? data : []
    return goesFirst + largestFirst.filter { parts[$0].isTyped } + others.dropFirst(goesFirst.count)
  }

  /// The smallest size of a value that counts as data, in bytes.
  ///
  /// Smaller values lead the user back to a place.
  private static var leastData: Int { 4096 }

  /// Returns a part's previously saved value, including its coding key.
  ///
  /// Empty when there is no such value, or when it is not smaller.
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
    classRow(of: number).flatMap { tables.string($0.name) } ?? ""
  }
}

extension [ChangeBuilder.Part] {
  /// Splits the parts by object.
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
