// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The bytes of a body, with its sections and tables.
///
/// The bounds of all of them are checked.
final class SnapshotBody: Sendable {
  let bytes: [UInt8]
  /// The range of each section, by its place in ``BodyLayout/Section``.
  ///
  /// `nil` for a section that is absent.
  private let ranges: [Range<Int>?]
  /// Unknown sections, which are carried over unchanged.
  let unknown: [(name: UInt32, range: Range<Int>)]
  let records, origins, classes, paths, objects, roots, strings: SectionView
  /// The number of strings; 0 without a section of strings.
  let stringCount: Int
  let objectCount: Int

  /// Reads the directory.
  ///
  /// - Parameters:
  ///   - bytes: A whole body, or the body of a change.
  ///   - needsStrings: Whether the section of strings is required. A change without new strings may
  ///     leave it out.
  /// - Throws: ``ArchiveError`` when the directory or a section does not lie within the bytes.
  init(_ bytes: [UInt8], needsStrings: Bool = true) throws(ArchiveError) {
    var ranges = [Range<Int>?](repeating: nil, count: BodyLayout.Section.allCases.count)
    var unknown: [(name: UInt32, range: Range<Int>)] = []
    let damage = ArchiveError(.damaged, "The archive's table of contents is malformed")
    guard bytes.count >= BodyLayout.footerSize else { throw damage }
    var footer = ByteSource(bytes, bytes.count - BodyLayout.footerSize..<bytes.count)
    guard let offset = footer.fixed(UInt64.self), let count = footer.fixed(UInt32.self),
      footer.fixed(UInt32.self) == BodyLayout.magic, count <= ArchiveLimits.sections,
      let start = Int(exactly: offset),
      start == bytes.count - BodyLayout.footerSize - Int(count) * BodyLayout.directoryRowSize
    else { throw damage }

    var unused = start
    var directory = ByteSource(bytes, start..<bytes.count - BodyLayout.footerSize)
    for _ in 0..<count {
      guard let name = directory.fixed(UInt32.self),
        let first = directory.fixed(UInt64.self).flatMap(Int.init(exactly:)),
        let length = directory.fixed(UInt64.self).flatMap(Int.init(exactly:)),
        first <= start, length <= start - first, length <= unused
      else { throw damage }
      unused -= length
      if let section = BodyLayout.Section(name: name) {
        guard ranges[section.rawValue] == nil else { throw damage }
        ranges[section.rawValue] = first..<first + length
      } else {
        unknown.append((name, first..<first + length))
      }
    }
    // Leave room for all known sections, which the next save writes in addition to the unknown
    // ones.
    guard unknown.count <= ArchiveLimits.unknownSections else { throw damage }

    func view(_ section: BodyLayout.Section) -> SectionView {
      SectionView(ranges[section.rawValue] ?? 0..<0, of: bytes)
    }
    (records, origins) = (view(.records), view(.origins))
    (classes, paths) = (view(.classes), view(.paths))
    (objects, roots, strings) = (view(.objects), view(.roots), view(.strings))
    objectCount = objects.count(of: ObjectRow.self)
    if ranges[BodyLayout.Section.strings.rawValue] != nil {
      guard let count = strings.countOfStrings() else { throw damage }
      stringCount = count
    } else if needsStrings {
      throw damage
    } else {
      stringCount = 0
    }
    (self.bytes, self.ranges, self.unknown) = (bytes, ranges, unknown)
  }

  /// Returns the range of a section; `nil` when it is absent.
  func range(of section: BodyLayout.Section) -> Range<Int>? { ranges[section.rawValue] }

  // MARK: Rows

  func row(_ number: ObjectNumber) -> ObjectRow? { objects.row(Int(number.rawValue)) }

  /// Returns the range of a record's values in the body.
  ///
  /// `nil` when the range is outside the section of records.
  @inline(__always)
  func values(of row: ObjectRow) -> Range<Int>? { records.part(Int(row.offset), Int(row.length)) }

  /// Returns the range of a string's UTF-8 in the body.
  func utf8(_ index: UInt32) -> Range<Int>? {
    let index = Int(index)
    guard index < stringCount, let start = strings.word(1 + index),
      let end = strings.word(2 + index), start <= end
    else { return nil }
    return strings.part(8 + 4 * stringCount + Int(start), Int(end - start))
  }

  /// Returns a string of the table.
  func string(_ index: UInt32) -> String? { utf8(index).flatMap { bytes.text($0) } }

  /// The number of steps in the table of paths.
  var pathCount: Int { paths.count(of: PathNode.self) }

  /// Returns a path's last step, by the step's row plus one.
  @inline(__always)
  func pathNode(_ path: UInt32) -> PathNode? {
    guard let node: PathNode = paths.row(Int(path) - 1), node.parent < path,
      node.label & 1 == 1 || Int(node.label >> 1) < stringCount
    else { return nil }
    return node
  }

  /// Returns the text of all strings before a row.
  func text(upTo index: Int) -> ArraySlice<UInt8>? {
    guard let end = strings.word(1 + index) else { return nil }
    return strings.part(8 + 4 * stringCount, Int(end)).map { bytes[$0] }
  }

  /// Whether a string of the table has the bytes of a text.
  func isText(_ row: UInt32, _ text: String) -> Bool {
    guard let utf8 = utf8(row), utf8.count == text.utf8.count else { return false }
    return bytes[utf8].elementsEqual(text.utf8)
  }
}

/// Addresses and their rows.
extension SnapshotBody {
  /// Returns the address that a row describes; `nil` when it is malformed.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - name: Returns the name in a row of the table of strings.
  /// - Returns: The address.
  func address(of row: AddressRow, name: (UInt32) -> RestorationIdentifier?) -> RestorationAddress?
  {
    guard let scene = string(row.scene), let kind = row.kind else { return nil }
    var components: [RestorationPath.Component] = []
    var path = row.path
    while path != 0 {
      guard components.count < ArchiveLimits.pathDepth, let node = pathNode(path) else {
        return nil
      }
      if node.label & 1 == 1 {
        components.append(.index(Int(node.label >> 1)))
      } else {
        guard let name = name(node.label >> 1) else { return nil }
        components.append(.identifier(name))
      }
      path = node.parent
    }
    components.reverse()
    return RestorationAddress(scene: scene, kind: kind, path: RestorationPath(components))
  }

  /// Returns the row of a path's last step, plus one.
  ///
  /// 0 is the empty path. A step is stored after its parent, so a single scan of the table finds
  /// all steps of a path.
  func path(of path: RestorationPath) -> UInt32? {
    var (above, next): (UInt32, UInt32) = (0, 1)
    for component in path.components {
      guard let found = step(component, below: above, from: next) else { return nil }
      (above, next) = (found, found + 1)
    }
    return above
  }

  private func step(
    _ component: RestorationPath.Component, below parent: UInt32, from first: UInt32
  ) -> UInt32? {
    var step = first
    while step <= pathCount {
      if let node = pathNode(step), node.parent == parent {
        switch component {
        case .identifier(let name):
          if node.label & 1 == 0, isText(node.label >> 1, name.rawValue) { return step }
        case .index(let index):
          if node.label & 1 == 1, Int(node.label >> 1) == index { return step }
        }
      }
      step += 1
    }
    return nil
  }
}

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

  /// Returns the number of strings in a table of strings.
  ///
  /// `nil` when the table is malformed.
  ///
  /// The section holds the number of strings, one offset per string, the end of the text, and the
  /// text. Strings must be adjacent: strings that share text would take more memory than the file.
  fileprivate func countOfStrings() -> Int? {
    guard let strings = word(0).map(Int.init), count / 4 > strings + 1,
      let end = word(1 + strings).map(Int.init), end <= count - 8 - 4 * strings,
      word(1) == 0 || strings == 0,
      (0..<strings).allSatisfy({ self[4 + 4 * $0] <= self[8 + 4 * $0] })
    else { return nil }
    return strings
  }
}
