// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads a sealed file through a window: a piece at a time, whatever the file's size (R200).
struct FrameReader {
  /// Bytes that are read at once; as much lies in a processor's cache.
  private static let pieceSize = 256 << 10

  private let source: StoredBytes
  private var window: [UInt8] = []
  /// Where the window lies in the file.
  private var start = 0

  init(_ source: StoredBytes) { self.source = source }

  /// Bytes of the file.
  var size: Int { source.count }

  /// Some bytes of the file, or fewer where it ends.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - position: The place of the first one, within the file.
  /// - Returns: The bytes.
  /// - Throws: What reading throws.
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

  /// Whether what lies behind a place has the head of a frame with which an append began.
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
