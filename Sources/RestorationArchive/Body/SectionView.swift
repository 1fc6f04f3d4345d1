// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// One section of a body; answers `nil` past its end.
struct SectionView {
  /// The whole body.
  private let body: [UInt8]
  let range: Range<Int>

  /// - Parameters:
  ///   - range: Where the section lies; must be within the body.
  ///   - body: The whole body.
  init(_ range: Range<Int>, of body: [UInt8]) { (self.body, self.range) = (body, range) }

  var count: Int { range.count }
  var bytes: ArraySlice<UInt8> { body[range] }

  /// A word that is known to lie within the section.
  @inline(__always)
  subscript(offset: Int) -> UInt32 { body.integer(at: range.lowerBound &+ offset) }

  /// A word, the section counted in words.
  @inline(__always)
  func word(_ index: Int) -> UInt32? {
    index >= 0 && index < range.count / 4 ? self[4 * index] : nil
  }

  /// Where a part of the section lies in the body; `nil` unless it lies within the section.
  @inline(__always)
  func part(_ offset: Int, _ count: Int) -> Range<Int>? {
    guard offset >= 0, count >= 0, offset <= range.count, count <= range.count - offset else {
      return nil
    }
    return range.lowerBound + offset..<range.lowerBound + offset + count
  }

  /// A row of a table of them.
  @inline(__always)
  func row<Row: BodyRow>(_ index: Int, _: Row.Type = Row.self) -> Row? {
    index >= 0 && index < count(of: Row.self) ? Row(self, at: index * Row.size) : nil
  }

  /// How many rows there are.
  func count<Row: BodyRow>(of _: Row.Type) -> Int { range.count / Row.size }

  /// All rows.
  func rows<Row: BodyRow>(_: Row.Type = Row.self) -> [Row] {
    (0..<count(of: Row.self)).map { Row(self, at: $0 * Row.size) }
  }

  /// All words.
  var words: [UInt32] { (0..<range.count / 4).map { self[4 * $0] } }
}
