// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads a sealed file through a window: a piece at a time, whatever the file's size (R200).
struct FrameReader {
  /// Bytes that are read at once; as much lies in a processor's cache.
  private static let pieceSize = 256 << 10

  private let source: StoredBytes
  private var window: [UInt8]
  /// Where the window lies in the file, and how many of its bytes are read.
  private var (start, filled) = (0, 0)

  init(_ source: StoredBytes) {
    self.source = source
    window = [UInt8](repeating: 0, count: min(source.count, Self.pieceSize))
  }

  /// Bytes of the file.
  var size: Int { source.count }

  /// Lends some bytes of the file, or fewer where it ends.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - position: The place of the first one, within the file.
  ///   - action: May write over the bytes.
  /// - Returns: What the action does.
  /// - Throws: What reading throws, and the action.
  mutating func withBytes<Value>(
    _ count: Int, at position: Int,
    _ action: (UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Value
  ) throws(ArchiveError) -> Value {
    try load(count, at: position)
    let first = position - start
    let end = min(first + count, filled)
    return try window.withUnsafeMutableBufferPointer { window throws(ArchiveError) in
      let bytes = UnsafeMutableRawBufferPointer(window)
      return try action(UnsafeMutableRawBufferPointer(rebasing: bytes[first..<end]))
    }
  }

  private mutating func load(_ count: Int, at position: Int) throws(ArchiveError) {
    let count = min(count, size - position)
    guard position < start || position + count > start + filled else { return }
    let kept = position < start ? 0 : max(0, start + filled - position)
    if count > window.count { window += [UInt8](repeating: 0, count: count - window.count) }
    let old = position - start
    let source = source
    let more = try window.withUnsafeMutableBufferPointer { window throws(ArchiveError) in
      let bytes = UnsafeMutableRawBufferPointer(window)
      if kept > 0 {
        UnsafeMutableRawBufferPointer(rebasing: bytes[..<kept])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[old..<old + kept]))
      }
      return try source.fill(
        UnsafeMutableRawBufferPointer(rebasing: bytes[kept...]), at: position + kept)
    }
    (start, filled) = (position, kept + more)
  }

  /// Whether what lies behind a place has the head of a frame with which an append began.
  mutating func hasAppend(behind position: Int) throws(ArchiveError) -> Bool {
    let head = ArchiveSeal.frameHeaderSize
    var place = position
    while place + head <= size {
      let isThere = try withBytes(Self.pieceSize, at: place) { bytes in
        bytes.count >= head
          && (0...bytes.count - head).contains {
            Frame.beginsAppend(UnsafeRawBufferPointer(bytes), at: $0)
          }
      }
      if isThere { return true }
      place += Self.pieceSize - head + 1
    }
    return false
  }
}
