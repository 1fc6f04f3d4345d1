// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// One section of a body; a read past its end returns `nil`.
struct SectionView {
  /// The whole body.
  private let body: [UInt8]
  let range: Range<Int>

  /// Creates a view of a section.
  ///
  /// - Parameters:
  ///   - range: The range of the section, which must lie within the body.
  ///   - body: The whole body.
  init(_ range: Range<Int>, of body: [UInt8]) { (self.body, self.range) = (body, range) }

  var count: Int { range.count }
  var bytes: ArraySlice<UInt8> { body[range] }

  /// Reads a word at a byte offset that must be valid.
  @inline(__always)
  subscript(offset: Int) -> UInt32 { body.integer(at: range.lowerBound &+ offset) }

  /// Reads a word by its index in the section.
  @inline(__always)
  func word(_ index: Int) -> UInt32? {
    index >= 0 && index < range.count / 4 ? self[4 * index] : nil
  }

  /// Returns the range of a part of the section in the body.
  ///
  /// `nil` unless the part lies within the section.
  @inline(__always)
  func part(_ offset: Int, _ count: Int) -> Range<Int>? {
    guard offset >= 0, count >= 0, offset <= range.count, count <= range.count - offset else {
      return nil
    }
    return range.lowerBound + offset..<range.lowerBound + offset + count
  }

  /// Reads a row of a table; `nil` past the end.
  @inline(__always)
  func row<Row: BodyRow>(_ index: Int, _: Row.Type = Row.self) -> Row? {
    index >= 0 && index < count(of: Row.self) ? Row(self, at: index * Row.size) : nil
  }

  /// Returns the number of rows.
  func count<Row: BodyRow>(of _: Row.Type) -> Int { range.count / Row.size }

  /// Returns all rows.
  func rows<Row: BodyRow>(_: Row.Type = Row.self) -> [Row] {
    (0..<count(of: Row.self)).map { Row(self, at: $0 * Row.size) }
  }

  /// All words.
  var words: [UInt32] { (0..<range.count / 4).map { self[4 * $0] } }
}
