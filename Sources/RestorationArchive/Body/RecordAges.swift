// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import struct FoundationEssentials.Date

/// Ages of the records that no launch has asked for.
///
/// A launch makes a record one day older, if the last count was at least a day ago and the launch
/// did not ask for the record. So an age takes both days and launches. A clock that jumps makes no
/// record older.
package struct RecordAges: Hashable, Sendable {
  /// The time of the last count or the last clock jump.
  fileprivate var counted: Date
  /// The ages in days, except those below one day.
  private var days: [Record: Int] = [:]

  /// A record as one pass wrote it.
  ///
  /// A record that is written again is another one.
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
  /// The longest gap between launches that counts, in seconds.
  ///
  /// A longer gap is treated as a clock jump, so no record gets older.
  private static let longestRest = 30 * day

  /// Counts a launch.
  ///
  /// - Parameters:
  ///   - now: The current time by the clock.
  ///   - records: The records that this launch has not asked for.
  ///   - snapshot: The snapshot that contains the records, with their previous ages.
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

  /// Returns the age of a record, in days.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - snapshot: The snapshot that contains the record.
  /// - Returns: The age; 0 for a record that was written since the last count.
  package func days(of record: ObjectNumber, in snapshot: RestorationSnapshot) -> Int {
    days.isEmpty ? 0 : days[Record(record, snapshot)] ?? 0
  }

  /// Returns the same ages for records with other numbers.
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
  /// The ages of records; `nil` when they are absent or malformed.
  var recordAges: RecordAges? {
    RecordAges(ByteSource(bytes, body.range(of: .ages) ?? 0..<0))
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

  /// The rows in ascending order, so that equal ages have equal bytes.
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
