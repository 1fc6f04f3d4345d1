// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The bytes of one file of a store, read piece by piece.
///
/// An archiver reads no further than what it has authenticated so far announces, so a file of any
/// size costs no more time and memory than what is really in it. Keeps the file open as long as the
/// value lives.
public struct StoredBytes: Sendable {
  /// Copies bytes from a place on into memory, and says how many; 0 at the end.
  public typealias Read =
    @Sendable (_ memory: UnsafeMutableRawBufferPointer, _ offset: Int) throws(ArchiveError) -> Int

  /// How many bytes there are.
  public let count: Int
  private let read: Read

  /// Describes bytes that lie somewhere else.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - read: Reads some of them; may give fewer than there is memory for.
  public init(count: Int, _ read: @escaping Read) { (self.count, self.read) = (count, read) }

  /// Describes bytes in memory.
  ///
  /// - Parameter bytes: All of them.
  public init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { memory, offset in
      let part = bytes[min(offset, bytes.count)...].prefix(memory.count)
      memory.copyBytes(from: part)
      return part.count
    }
  }

  /// Fills memory with bytes from a place on.
  ///
  /// - Parameters:
  ///   - memory: Where they go.
  ///   - offset: The place of the first one.
  /// - Returns: How many there were; fewer than the memory takes only where the file ends.
  /// - Throws: ``ArchiveError`` when they cannot be read.
  package func fill(_ memory: UnsafeMutableRawBufferPointer, at offset: Int) throws(ArchiveError)
    -> Int
  {
    var filled = 0
    while filled < memory.count, offset + filled < count {
      let room = min(memory.count - filled, count - offset - filled)
      let rest = UnsafeMutableRawBufferPointer(rebasing: memory[filled..<filled + room])
      let more = try read(rest, offset + filled)
      if more == 0 { break }
      filled += more
    }
    return filled
  }

  /// Reads all bytes at once.
  ///
  /// - Returns: The bytes; fewer than ``count`` when the file has been cut meanwhile.
  /// - Throws: ``ArchiveError`` when they cannot be read.
  public func all() throws(ArchiveError) -> [UInt8] { try bytes(count, at: 0) }

  /// Reads some bytes; fewer where the file ends.
  func bytes(_ limit: Int, at offset: Int) throws(ArchiveError) -> [UInt8] {
    var outcome: Result<Int, ArchiveError> = .success(0)
    let size = max(0, min(limit, count - offset))
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      outcome = Result { () throws(ArchiveError) in
        try fill(UnsafeMutableRawBufferPointer(buffer), at: offset)
      }
      filled = (try? outcome.get()) ?? 0
    }
    _ = try outcome.get()
    return bytes
  }
}
