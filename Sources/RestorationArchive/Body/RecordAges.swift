// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import struct FoundationEssentials.Date

/// How old the records are that no launch has asked for (R204).
///
/// Counted in days on which the program was launched and still nobody asked, one a launch at most: so
/// an age takes days and launches, both. A clock that jumps makes nothing older.
package struct RecordAges: Hashable, Sendable {
  /// When days were counted last, or the clock was found to have jumped.
  fileprivate var counted: Date
  /// Only those that are at least a day old.
  private var days: [Record: Int] = [:]

  /// A record as one pass wrote it: written again, it is another one.
  fileprivate struct Record: Hashable {
    var number: UInt32
    let time: UInt64

    init(_ record: ObjectNumber, _ snapshot: RestorationSnapshot) {
      number = record.rawValue
      time = snapshot.timestamp(of: record)?.timeIntervalSinceReferenceDate.bitPattern ?? 0
    }

    init(number: UInt32, time: UInt64) { (self.number, self.time) = (number, time) }
  }

  private static let day = 86_400.0
  /// What is longer is taken for a jump of the clock; a program that rests so long ages nothing.
  private static let longestRest = 30 * day

  /// Counts a launch.
  ///
  /// - Parameters:
  ///   - now: When it is, as far as the clock knows.
  ///   - records: What this launch has not asked for.
  ///   - snapshot: Where they lie, with the ages that they had.
  package init(
    at now: Date, of records: some Sequence<ObjectNumber>, in snapshot: RestorationSnapshot
  ) {
    let before = snapshot.recordAges
    counted = before?.counted ?? now
    let elapsed = now.timeIntervalSince(counted)
    let isRest = elapsed >= 0 && elapsed <= Self.longestRest
    let isNextDay = isRest && elapsed >= Self.day
    if isNextDay || !isRest { counted = now }
    for number in records {
      let record = Record(number, snapshot)
      let age = (before?.days[record] ?? 0) + (isNextDay ? 1 : 0)
      if age > 0 { days[record] = age }
    }
  }

  /// How many days old a record is.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - snapshot: Where it lies.
  /// - Returns: 0 for one that was written since.
  package func days(of record: ObjectNumber, in snapshot: RestorationSnapshot) -> Int {
    days.isEmpty ? 0 : days[Record(record, snapshot)] ?? 0
  }

  /// The same ages of records that have other numbers.
  package func renumbered(_ renumber: (ObjectNumber) -> ObjectNumber?) -> RecordAges {
    var ages = self
    ages.days = [:]
    for (record, age) in days {
      guard let number = renumber(ObjectNumber(record.number)) else { continue }
      ages.days[Record(number: number.rawValue, time: record.time)] = age
    }
    return ages
  }
}

extension RestorationSnapshot {
  /// How old records are; `nil` when nothing is said of it, or malformed.
  package var recordAges: RecordAges? {
    RecordAges(ByteSource(bytes, range(of: .ages)))
  }
}

extension RecordAges {
  fileprivate init?(_ source: consuming ByteSource) {
    guard let time = source.fixed(UInt64.self) else { return nil }
    counted = Date(timeIntervalSinceReferenceDate: Double(bitPattern: time))
    while !source.isAtEnd {
      guard let number = source.fixed(UInt32.self), let time = source.fixed(UInt64.self),
        let age = source.fixed(UInt32.self)
      else { return nil }
      days[Record(number: number, time: time)] = Int(age)
    }
  }

  /// The rows in the order of their numbers, so that equal ages are equal bytes.
  fileprivate var rows: [(record: Record, age: UInt32)] {
    days.map { ($0.key, UInt32(clamping: $0.value)) }
      .sorted { ($0.0.number, $0.0.time) < ($1.0.number, $1.0.time) }
  }
}

extension ByteSink {
  /// Appends ages.
  func append(_ ages: RecordAges) {
    append(fixed: ages.counted.timeIntervalSinceReferenceDate.bitPattern)
    for row in ages.rows {
      append(fixed: row.record.number)
      append(fixed: row.record.time)
      append(fixed: row.age)
    }
  }
}
