// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The bytes of one file of a store, read piece by piece.
///
/// An archiver reads no further than what it has authenticated so far announces, so a file of any
/// size costs no more time and memory than what is really in it. Keeps the file open as long as the
/// value lives.
public struct StoredBytes: Sendable {
  /// Reads so many bytes from a place on, or fewer; none at the end.
  public typealias Read = @Sendable (_ count: Int, _ offset: Int) throws(ArchiveError) -> [UInt8]

  /// How many bytes there are.
  public let count: Int
  private let read: Read

  /// Describes bytes that lie somewhere else.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - read: Reads some of them.
  public init(count: Int, _ read: @escaping Read) { (self.count, self.read) = (count, read) }

  /// Describes bytes in memory.
  ///
  /// - Parameter bytes: All of them.
  public init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { count, offset in
      Array(bytes.dropFirst(offset).prefix(count))
    }
  }

  /// Reads all bytes at once.
  ///
  /// - Returns: The bytes; fewer than ``count`` when the file has been cut meanwhile.
  /// - Throws: ``ArchiveError`` when they cannot be read.
  public func all() throws(ArchiveError) -> [UInt8] { try bytes(count, at: 0) }

  /// Reads some bytes.
  ///
  /// - Parameters:
  ///   - limit: How many.
  ///   - offset: The place of the first one.
  /// - Returns: The bytes; fewer only where the file ends.
  /// - Throws: ``ArchiveError`` when they cannot be read.
  package func bytes(_ limit: Int, at offset: Int) throws(ArchiveError) -> [UInt8] {
    let size = max(0, min(limit, count - offset))
    var bytes = try read(size, offset)
    while bytes.count < size {
      let more = try read(size - bytes.count, offset + bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return Array(bytes.prefix(size))
  }
}
