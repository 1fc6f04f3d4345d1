// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Finds the sections of a body and checks their bounds.
struct SectionDirectory {
  /// The range of each section, by its place in ``BodyLayout/Section``.
  ///
  /// `nil` for a section that is absent.
  private(set) var ranges = [Range<Int>?](repeating: nil, count: BodyLayout.Section.allCases.count)
  private(set) var unknown: [UnknownSection] = []
  /// The number of strings; 0 without a section of strings.
  private(set) var stringCount = 0

  /// Returns the range of a section; empty when it is absent.
  @inline(__always)
  func range(of section: BodyLayout.Section) -> Range<Int> { ranges[section.rawValue] ?? 0..<0 }

  /// Reads the directory of a body.
  ///
  /// - Parameters:
  ///   - bytes: A body.
  ///   - needsStrings: Whether the section of strings is required. A change without new strings may
  ///     leave it out.
  /// - Throws: ``ArchiveError`` when the directory or a section does not lie within the bytes.
  init(_ bytes: [UInt8], needsStrings: Bool) throws(ArchiveError) {
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
        unknown.append(UnknownSection(name: name, range: first..<first + length))
      }
    }
    // Leave room for all known sections, which the next save writes in addition to the unknown
    // ones.
    guard unknown.count <= ArchiveLimits.unknownSections else { throw damage }
    guard let strings = ranges[BodyLayout.Section.strings.rawValue] else {
      if needsStrings { throw damage }
      return
    }
    // The section holds the number of strings, one offset per string, the end of the text, and the
    // text. Strings must be adjacent: strings that share text would take more memory than the file.
    let table = SectionView(strings, of: bytes)
    guard let stringCount = table.word(0).map(Int.init), table.count / 4 > stringCount + 1,
      let end = table.word(1 + stringCount).map(Int.init),
      end <= table.count - 8 - 4 * stringCount, table.word(1) == 0 || stringCount == 0,
      (0..<stringCount).allSatisfy({ table[4 + 4 * $0] <= table[8 + 4 * $0] })
    else { throw damage }
    self.stringCount = stringCount
  }
}

/// The range of an unknown section, which is carried over unchanged.
struct UnknownSection: Sendable {
  let name: UInt32
  let range: Range<Int>
}
