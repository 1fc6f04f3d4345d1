// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads a sealed file through a window.
///
/// It reads one piece at a time, regardless of the size of the file.
struct FrameReader {
  /// The size of one read, in bytes; fits in a CPU cache.
  private static let pieceSize = 256 << 10

  private let source: StoredBytes
  private var window: [UInt8] = []
  /// The offset of the window in the file.
  private var start = 0

  init(_ source: StoredBytes) { self.source = source }

  /// The size of the file, in bytes.
  var size: Int { source.count }

  /// Returns some bytes of the file, or fewer at its end.
  ///
  /// - Parameters:
  ///   - count: The number of bytes.
  ///   - position: The offset of the first byte, within the file.
  /// - Returns: The bytes.
  /// - Throws: ``ArchiveError`` when the file cannot be read.
  mutating func bytes(_ count: Int, at position: Int) throws(ArchiveError) -> ArraySlice<UInt8> {
    try load(count, at: position)
    return window[min(position - start, window.count)...].prefix(count)
  }

  private mutating func load(_ count: Int, at position: Int) throws(ArchiveError) {
    let count = min(count, size - position)
    guard position < start || position + count > start + window.count else { return }
    if position < start || position > start + window.count {
      window = []
    } else {
      window.removeFirst(position - start)
    }
    start = position
    let room = max(count, Self.pieceSize) - window.count
    window += try source.bytes(room, at: position + window.count)
  }

  /// Whether the header of an append's first frame follows a position.
  mutating func hasAppend(behind position: Int) throws(ArchiveError) -> Bool {
    let head = ArchiveSeal.frameHeaderSize
    var place = position
    while place + head <= size {
      let bytes = try bytes(Self.pieceSize, at: place)
      guard bytes.count >= head else { return false }
      if (bytes.startIndex...bytes.endIndex - head).contains(where: {
        Frame.beginsAppend(bytes[$0..<$0 + head])
      }) {
        return true
      }
      place += Self.pieceSize - head + 1
    }
    return false
  }
}
