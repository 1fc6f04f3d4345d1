// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The bytes of one stored file, read in pieces.
///
/// An archiver authenticates each piece before it reads the next one. So the cost in time and
/// memory depends on the real contents, not on the size of the file. The file stays open while this
/// value exists.
public struct StoredBytes: Sendable {
  /// Reads up to `count` bytes at an offset; none at the end.
  public typealias Read = @Sendable (_ count: Int, _ offset: Int) throws(ArchiveError) -> [UInt8]

  /// The number of bytes.
  public let count: Int
  private let read: Read

  /// Creates a value for bytes that lie elsewhere.
  ///
  /// - Parameters:
  ///   - count: The number of bytes.
  ///   - read: Reads some of them.
  public init(count: Int, _ read: @escaping Read) { (self.count, self.read) = (count, read) }

  /// Creates a value for bytes in memory.
  ///
  /// - Parameter bytes: All bytes.
  public init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { count, offset in
      Array(bytes.dropFirst(offset).prefix(count))
    }
  }

  /// Reads all bytes at once.
  ///
  /// - Returns: The bytes; fewer than ``count`` when the file was truncated meanwhile.
  /// - Throws: ``ArchiveError`` when they cannot be read.
  public func all() throws(ArchiveError) -> [UInt8] { try bytes(count, at: 0) }

  /// Reads some bytes.
  ///
  /// - Parameters:
  ///   - limit: The number of bytes.
  ///   - offset: The offset of the first byte.
  /// - Returns: The bytes; fewer only at the end of the file.
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
