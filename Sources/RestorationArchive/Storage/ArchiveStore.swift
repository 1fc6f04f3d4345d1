// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A kept archive of an application.
///
/// The cases are in the order in which they are tried.
public enum ArchiveGeneration: String, Hashable, Sendable, CaseIterable {
  /// The newest state.
  case current
  /// The state before the newest one.
  case previous
  /// The newest state that was restored and then ran well.
  case lastGood
}

/// The reason why an archive is set aside.
public enum SetAsideReason: Hashable, Sendable {
  /// It does not open, or not whole.
  case damage
  /// It is readable, but the program failed at launch with it.
  case failedLaunch
}

/// The storage of an application's archives, which knows bytes only.
///
/// A *slot* is a set of generations. There is more than one slot only if an archive exists that
/// this process must neither read nor change, or if several processes run at once. Each operation
/// takes effect completely or not at all, even if it is interrupted. Operations are called on one
/// queue at a time.
public protocol ArchiveStore: Sendable {
  /// Returns a generation, to be read in pieces.
  ///
  /// Bytes that are read when they are asked for keep a file of an absurd size from costing a
  /// launch anything. A store of small archives returns `StoredBytes(bytes)`.
  ///
  /// - Parameters:
  ///   - generation: The generation.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Returns: `nil` when the generation certainly does not exist.
  /// - Throws: ``ArchiveError`` when it cannot be read. With any code except
  ///   ``ArchiveError/Code/damaged`` and ``ArchiveError/Code/limitExceeded``, the archive may be
  ///   intact, and nothing is written until it has been read.
  func storedBytes(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError)
    -> StoredBytes?

  /// Replaces the current archive, durably.
  ///
  /// The old current archive becomes the previous one.
  ///
  /// - Parameters:
  ///   - bytes: A sealed archive.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Throws: ``ArchiveError`` when writing failed; the old state is then intact.
  func replace(with bytes: [UInt8], slot: String?) throws(ArchiveError)

  /// Whether saves can be appended.
  ///
  /// A store that returns `false`, as by default, gets whole archives.
  var canAppend: Bool { get }

  /// Appends a save to the current archive, durably, in one write.
  ///
  /// Nothing is written unless all of these are true:
  /// - The archive ends as the caller remembers it.
  /// - The file belongs to no other generation, because an append to one generation must not show
  ///   in another.
  /// - The archive is not the only one, because after damage to its base there must be another one
  ///   to fall back on.
  ///
  /// - Parameters:
  ///   - bytes: A sealed save.
  ///   - end: The end of the archive, as its writer remembers it.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Returns: `false` when nothing was written; then replace the archive.
  /// - Throws: ``ArchiveError`` when writing failed. Some of the bytes may have been written;
  ///   readers skip them. Replace the archive, and never append to it again.
  func append(_ bytes: [UInt8], after end: ArchiveEnd, slot: String?) throws(ArchiveError) -> Bool

  /// Replaces the bytes of one generation, durably.
  ///
  /// All other generations stay as they are. This is used to seal an archive with another key. A
  /// store that cannot do it, as by default, throws.
  ///
  /// - Parameters:
  ///   - generation: The generation.
  ///   - bytes: A sealed archive.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Throws: ``ArchiveError`` when writing failed; the generation is then unchanged.
  func rewrite(_ generation: ArchiveGeneration, with bytes: [UInt8], slot: String?)
    throws(ArchiveError)

  /// Keeps a generation as a candidate for ``ArchiveGeneration/lastGood``.
  ///
  /// If the generation does not exist, there is no candidate any more.
  ///
  /// - Parameters:
  ///   - generation: The generation that is being restored.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Throws: ``ArchiveError`` when the generation could not be kept.
  func nominate(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError)

  /// Makes the candidate the last good generation.
  ///
  /// - Parameter slot: The slot's name; `nil` is the application's own.
  /// - Throws: ``ArchiveError`` when that failed.
  func promoteNominee(slot: String?) throws(ArchiveError)

  /// Keeps a generation outside of the loading order.
  ///
  /// If the generation does not exist, nothing happens.
  ///
  /// - Parameters:
  ///   - generation: The generation.
  ///   - slot: The slot's name; `nil` is the application's own.
  ///   - reason: The reason. Three damaged archives are kept. Those that failed at launch are kept
  ///     until ``removeAll(slot:)``, however many follow; a store may keep them like damaged ones.
  ///   - keepsPlace: Whether it also stays where it is, because until the next save it is the
  ///     newest state. One that is kept already is not kept twice then.
  /// - Returns: Whether the generation is kept now.
  /// - Throws: ``ArchiveError`` when the generation could not be kept.
  @discardableResult
  func setAside(
    _ generation: ArchiveGeneration, slot: String?, for reason: SetAsideReason, keepsPlace: Bool
  ) throws(ArchiveError) -> Bool

  /// Opens the file that records the progress of this launch.
  ///
  /// The file is created if it does not exist. By default there are no markers, and bad starts go
  /// unnoticed.
  ///
  /// - Parameter slot: The slot's name; `nil` is the application's own.
  /// - Returns: `nil` when the store keeps no markers.
  /// - Throws: ``ArchiveError`` when opening failed; the launch continues without a marker.
  func openMarker(slot: String?) throws(ArchiveError) -> (any MarkerFile)?

  /// Returns the launch image, to be read in pieces.
  ///
  /// - Parameter slot: The slot's name; `nil` is the application's own.
  /// - Returns: `nil` when there is none. By default, a store keeps none.
  /// - Throws: ``ArchiveError`` when it cannot be read.
  func storedLaunchImage(slot: String?) throws(ArchiveError) -> StoredBytes?

  /// Replaces the launch image, durably, or removes it.
  ///
  /// By default, nothing is kept.
  ///
  /// - Parameters:
  ///   - bytes: A sealed launch image; `nil` removes the existing one.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Throws: ``ArchiveError`` when that failed; the old launch image then still exists.
  func replaceLaunchImage(with bytes: [UInt8]?, slot: String?) throws(ArchiveError)

  /// Removes everything in a slot.
  ///
  /// This includes all generations, damaged archives, the launch image and the marker.
  ///
  /// - Parameter slot: The slot's name; `nil` is the application's own.
  /// - Throws: ``ArchiveError`` when something could not be removed.
  func removeAll(slot: String?) throws(ArchiveError)

  /// Claims a slot for this process, for the lifetime of the process.
  ///
  /// The call never waits. It precedes the first access to a slot and each change to it, so that a
  /// lost slot is noticed. A slot of a dead process is free. By default every slot is free, which
  /// suits a store that no other process reaches.
  ///
  /// - Parameter slot: The slot's name; `nil` is the application's own.
  /// - Returns: `false` while another process holds the slot.
  /// - Throws: ``ArchiveError`` when that cannot be determined.
  func claim(slot: String?) throws(ArchiveError) -> Bool

  /// Releases a slot that this process has claimed.
  ///
  /// By default, this does nothing.
  ///
  /// - Parameter slot: The slot's name; `nil` is the application's own.
  func release(slot: String?)
}

extension ArchiveStore {
  /// Returns all bytes of a generation; `nil` when it does not exist.
  public func load(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError) -> [UInt8]?
  { try storedBytes(generation, slot: slot)?.all() }

  /// Returns all bytes of the launch image; `nil` when there is none.
  public func loadLaunchImage(slot: String?) throws(ArchiveError) -> [UInt8]? {
    try storedLaunchImage(slot: slot)?.all()
  }

  /// Moves a damaged generation out of the loading order.
  public func setAside(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError) {
    try setAside(generation, slot: slot, for: .damage, keepsPlace: false)
  }

  /// Returns `nil`: the store keeps no markers.
  public func openMarker(slot: String?) throws(ArchiveError) -> (any MarkerFile)? { nil }

  /// `false`: the store gets whole archives.
  public var canAppend: Bool { false }

  /// Appends nothing, and returns `false`.
  public func append(_ bytes: [UInt8], after end: ArchiveEnd, slot: String?) throws(ArchiveError)
    -> Bool
  { false }

  /// Returns `true`: no other process reaches the store.
  public func claim(slot: String?) throws(ArchiveError) -> Bool { true }

  /// Does nothing.
  public func release(slot: String?) {}

  /// Returns `nil`: the store keeps no launch image.
  public func storedLaunchImage(slot: String?) throws(ArchiveError) -> StoredBytes? { nil }

  /// Keeps nothing.
  public func replaceLaunchImage(with bytes: [UInt8]?, slot: String?) throws(ArchiveError) {}

  /// Throws an error: the store cannot rewrite an archive.
  public func rewrite(_ generation: ArchiveGeneration, with bytes: [UInt8], slot: String?)
    throws(ArchiveError)
  { throw ArchiveError(.inputOutput, "This store cannot rewrite an archive in place") }
}

/// The end of the current archive, as its writer remembers it.
///
/// The writer is the process that wrote every byte of it.
public struct ArchiveEnd: Hashable, Sendable {
  /// The size of the archive, in bytes.
  public var size: Int
  /// The last bytes of the archive, which no other archive shares.
  public var tag: [UInt8]
  /// The size of the tag, in bytes.
  static let tagSize = 16

  /// Creates a description of an archive's end.
  ///
  /// - Parameters:
  ///   - size: The size of the archive, in bytes.
  ///   - tag: The last bytes of the archive.
  public init(size: Int, tag: [UInt8]) { (self.size, self.tag) = (size, tag) }

  /// Whether an archive's bytes have this end.
  package func matches(_ bytes: [UInt8]) -> Bool {
    bytes.count == size && bytes.suffix(tag.count) == tag[...]
  }
}

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
