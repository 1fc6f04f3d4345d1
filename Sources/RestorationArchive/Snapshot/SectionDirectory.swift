// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Finds the sections of a body and checks that they lie within it.
struct SectionDirectory {
  let sections: SectionPlaces
  let unknown: [UnknownSection]
  /// How many strings there are; 0 where there is no such section.
  let stringCount: Int

  /// Reads a body's directory.
  ///
  /// - Parameters:
  ///   - bytes: A body.
  ///   - needsStrings: Whether there must be strings; a delta without new ones may leave them out.
  /// - Throws: ``ArchiveError`` when it does not lie within the bytes, or its sections do not.
  init(_ bytes: UnsafeRawBufferPointer, needsStrings: Bool = true) throws(ArchiveError) {
    let damage = ArchiveError(.damaged, "The archive's table of contents is malformed")
    guard bytes.count >= BodyLayout.footerSize else { throw damage }
    var footer = ByteSource(bytes, bytes.count - BodyLayout.footerSize..<bytes.count)
    guard let offset = footer.fixed(UInt64.self), let count = footer.fixed(UInt32.self),
      footer.fixed(UInt32.self) == BodyLayout.magic, count <= ArchiveLimits.sections,
      let start = Int(exactly: offset),
      start == bytes.count - BodyLayout.footerSize - Int(count) * BodyLayout.directoryRowSize
    else { throw damage }

    var known = SectionPlaces()
    var others: [UnknownSection] = []
    var unused = start
    var directory = ByteSource(bytes, start..<bytes.count - BodyLayout.footerSize)
    for _ in 0..<count {
      guard let name = directory.fixed(UInt32.self),
        let first = directory.fixed(UInt64.self).flatMap(Int.init(exactly:)),
        let length = directory.fixed(UInt64.self).flatMap(Int.init(exactly:)),
        first <= start, length <= start - first, length <= unused
      else { throw damage }
      unused -= length
      if let section = BodyLayout.Section(rawValue: name) {
        guard known[section] == nil else { throw damage }
        known[section] = first..<first + length
      } else {
        others.append(UnknownSection(name: name, start: first, length: length))
      }
    }
    // Room is left for all sections of our own, which the next save writes beside these.
    guard others.count <= ArchiveLimits.sections - BodyLayout.Section.allCases.count else {
      throw damage
    }
    sections = known
    unknown = others
    guard let strings = known[.strings] else {
      if needsStrings { throw damage }
      stringCount = 0
      return
    }
    // A count, so many offsets and one more, where the text ends; then the text.
    let table = SectionView(UnsafeRawBufferPointer(rebasing: bytes[strings]))
    guard let stringCount = table.word(0), table.bytes.count / 4 > Int(stringCount) + 1,
      let end = table.word(4 + 4 * Int(stringCount)),
      Int(end) <= table.bytes.count - 8 - 4 * Int(stringCount)
    else { throw damage }
    self.stringCount = Int(stringCount)
  }
}

/// A section that this version does not know, and carries.
struct UnknownSection: Sendable {
  let name: UInt32
  let start, length: Int
}

/// Where the sections of a body lie.
///
/// A type of its own, since an array of optional ranges has to be put together at run time.
struct SectionPlaces: Sendable {
  private var places = [Place](repeating: Place(), count: BodyLayout.Section.allCases.count)

  private struct Place {
    var start = -1
    var end = 0
  }

  /// The range of a section; `nil` for one that is not there.
  subscript(section: BodyLayout.Section) -> Range<Int>? {
    @inline(__always)
    get {
      let place = places[section.place]
      return place.start < 0 ? nil : place.start..<place.end
    }
    set {
      places[section.place] =
        newValue.map { Place(start: $0.lowerBound, end: $0.upperBound) } ?? Place()
    }
  }
}
