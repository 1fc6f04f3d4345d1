// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What records refer to, as an archive holds it: of each a count, and behind it so many numbers.
final class RecordLinks {
  /// Words.
  let sink: ByteSink
  /// Where those of the record that is being written begin.
  @exclusivity(unchecked) private var start = 0
  /// The same numbers, once there are too many to look through.
  @exclusivity(unchecked) private var many: Set<UInt32> = []

  /// From so many on, a record's numbers are looked up.
  private static let manyCount = 16

  init(_ sink: ByteSink) { self.sink = sink }

  /// Begins with those of a record.
  @inline(__always)
  func begin() {
    start = sink.count
    if !many.isEmpty { many = [] }
  }

  /// How many there are of the record.
  var count: Int { sink.count == start ? 0 : Int(sink.word(at: start)) }

  /// Those of the record, in the order in which they were met.
  var numbers: [ObjectNumber] { (0..<count).map { ObjectNumber(self[$0]) } }

  /// Where those of the record lie, in words; ``BodyLayout/none`` when there are none.
  var place: UInt32 { sink.count == start ? BodyLayout.none : UInt32(start / 4) }

  private subscript(_ index: Int) -> UInt32 { sink.word(at: start + 4 * (index + 1)) }

  /// Adds a number to those of the record, once.
  func insert(_ number: ObjectNumber) {
    let count = count
    guard count > 0 else {
      return sink.append(fixed: UInt64(number.rawValue) << 32 | 1)  // the count and it
    }
    guard !contains(number.rawValue, among: count) else { return }
    sink.append(fixed: number.rawValue)
    sink.patch(UInt32(count + 1), at: start)
  }

  private func contains(_ number: UInt32, among count: Int) -> Bool {
    guard count >= Self.manyCount else {
      for index in 0..<count where self[index] == number { return true }
      return false
    }
    if many.isEmpty { many = Set((0..<count).map { self[$0] }) }
    return !many.insert(number).inserted
  }

  /// Forgets those of the record that were added behind a count.
  func truncate(to count: Int) {
    guard self.count > count else { return }
    many = []
    sink.truncate(to: count == 0 ? start : start + 4 * (count + 1))
    if count > 0 { sink.patch(UInt32(count), at: start) }
  }

  /// Adds what a whole record refers to, each once.
  ///
  /// - Returns: Where that lies, in words; ``BodyLayout/none`` when there is nothing.
  func append(_ numbers: some Collection<ObjectNumber>) -> UInt32 {
    guard !numbers.isEmpty else { return BodyLayout.none }
    let place = UInt32(sink.count / 4)
    sink.append(fixed: UInt32(numbers.count))
    for number in numbers { sink.append(fixed: number.rawValue) }
    return place
  }
}
