// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What stands before the sections of a packed body.
///
/// The bytes are authenticated, but who has the key may be hostile: sizes are checked against each
/// other, against the limits and against what so many packed bytes can hold, so that nothing is
/// allocated for a body that cannot be.
struct PackedDirectory {
  let sections: [Section]
  /// Bytes of the directory itself.
  let size: Int
  /// Bytes of the body that it stands for.
  let bodySize: Int

  struct Section {
    let name: UInt32
    /// Bytes in the body.
    let length: Int
    /// Bytes in the packed body.
    let size: Int
    let isPacked: Bool
  }

  /// Reads the directory of a packed body; `nil` unless its sections follow, and nothing else.
  ///
  /// - Parameter packed: The packed body.
  init?(_ packed: UnsafeRawBufferPointer) {
    var head = ByteSource(packed, 0..<packed.count)
    guard let count = head.variable(), count <= ArchiveLimits.sections else { return nil }
    var sections: [Section] = []
    var total = 0
    for _ in 0..<count {
      guard let name = head.fixed(UInt32.self),
        let length = head.variable(), length <= ArchiveLimits.bodySize,
        let size = head.variable(), size >> 1 <= packed.count
      else { return nil }
      let section = Section(
        name: name, length: Int(length), size: Int(size >> 1), isPacked: size & 1 == 1)
      guard section.mayBe else { return nil }
      sections.append(section)
      total += section.length
    }
    var rest = packed.count - head.position
    for section in sections {
      guard section.size <= rest else { return nil }
      rest -= section.size
    }
    total += sections.count * BodyLayout.directoryRowSize + BodyLayout.footerSize
    guard rest == 0, total <= ArchiveLimits.bodySize,
      total <= Self.largestBody(ofPacked: packed.count)
    else { return nil }
    (self.sections, size, bodySize) = (sections, head.position, total)
  }

  /// How large a body so many packed bytes may stand for; tables of interfaces stay far below.
  ///
  /// Without it, a small file of who has the key would keep a launch busy for seconds.
  static func largestBody(ofPacked count: Int) -> Int { (1 << 20) + 32 * count }

  /// Bytes of the sections that are in the body what they are here, before any that is packed.
  var unpackedSize: Int { sections.prefix { !$0.isPacked }.reduce(0) { $0 + $1.length } }
}

extension PackedDirectory.Section {
  /// Whether so many bytes can be so many.
  fileprivate var mayBe: Bool {
    isPacked
      ? length / 4 <= size * (ColumnBlock.rows / ColumnBlock.smallest) : length == size
  }
}
