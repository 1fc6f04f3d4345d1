// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What an archive file holds, authenticated: a base, and the saves that were appended to it.
package struct OpenedArchive {
  /// The plain bytes of the base, with its tables as they are in memory.
  package private(set) var body: ArraySlice<UInt8>
  private var contents: Contents
  /// Bytes of each appended save as it lies there.
  private var logSizes: [Int]

  /// What was found in a file beside the bytes of its base.
  struct Contents {
    let header: ArchiveHeader
    let headerSize, fileSize: Int
    /// Bytes of the base as it lies in the file.
    var baseSize = 0
    /// The plain bytes of the deltas that were appended, in their order.
    var log: [[UInt8]] = []
    /// Where bytes begin that are no part of an appended save that was finished.
    var tornAt: Int?
    /// Whether those bytes cannot be what is left of one write that never ended.
    var isDamaged = false
    /// The tag of the last frame that opened.
    var lastTag: [UInt8] = []
  }

  /// Lays the tables of base and log out, after all frames were opened.
  ///
  /// - Parameters:
  ///   - contents: What was found beside the base.
  ///   - plain: The bytes of the base, whose memory becomes that of the body.
  /// - Throws: ``ArchiveError`` when the base is malformed.
  init(_ contents: Contents, plain: consuming [UInt8]) throws(ArchiveError) {
    self.contents = contents
    logSizes = contents.log.map { $0.count }  // a key path would be put together at each launch
    body = contents.header.isPacked ? try BodyUnpacker.unpack(plain) : plain[...]
    if contents.header.hasPackedLog { unpackLog() }
  }

  /// The plain bytes of the deltas that were appended, in their order.
  package var log: [[UInt8]] { contents.log }
  /// Where bytes begin that are no part of an appended save that was finished.
  package var tornAt: Int? { contents.tornAt }
  /// The tag of the last frame that opened.
  var lastTag: [UInt8] { contents.lastTag }

  /// The number of the save that wrote the base.
  package var baseGeneration: UInt64 { contents.header.generation }

  /// What cannot be unpacked becomes a delta that says nothing, and ends the log (R152).
  private mutating func unpackLog() {
    // A log may grow to the size of its base, however well it is packed.
    let largest = max(
      PackedDirectory.largestBody(ofPacked: logSizes.reduce(0, +)), contents.fileSize)
    var room = min(ArchiveLimits.bodySize, largest)
    for index in log.indices {
      let delta = Result { () throws(ArchiveError) in try BodyUnpacker.unpack(log[index]) }
      guard case .success(let delta) = delta, delta.count <= room else {
        contents.log[index] = []
        return
      }
      room -= delta.count
      contents.log[index] = Array(delta)
    }
  }

  /// Leaves the newest appended saves out, as if they had never been written.
  ///
  /// - Parameter count: How many; no more than there are.
  package mutating func removeLastSaves(_ count: Int) {
    contents.log.removeLast(count)
    logSizes.removeLast(count)
    (contents.tornAt, contents.isDamaged) = (nil, false)
  }

  /// The newest state that the file holds.
  ///
  /// - Parameter tidily: Whether what was replaced is left out, which takes longer.
  /// - Returns: The state, its number, how many appended saves are in it, and whether the file holds
  ///   more that is of no use.
  /// - Throws: ``ArchiveError`` when the base is no snapshot or a limit is exceeded.
  package func state(tidily: Bool = false) throws(ArchiveError) -> State {
    let (snapshot, saves) = try SnapshotReplay.replay(
      log[...], on: try RestorationSnapshot(body), tidily: tidily)
    return State(
      snapshot: snapshot, generation: baseGeneration &+ UInt64(saves), appendedSaves: saves,
      isTorn: tornAt != nil || saves < log.count,
      isDamaged: contents.isDamaged || saves < log.count, sizes: sizes, lastTag: lastTag)
  }

  private var sizes: ArchiveFileSizes {
    ArchiveFileSizes(
      file: contents.fileSize, header: contents.headerSize, base: contents.baseSize,
      packing: body.count - contents.baseSize,
      log: logSizes.reduce(0, +), torn: tornAt.map { contents.fileSize - $0 } ?? 0)
  }

  /// See ``state()``.
  package struct State {
    package var snapshot: RestorationSnapshot
    package var generation: UInt64
    package var appendedSaves: Int
    package var isTorn: Bool
    /// Whether that is damage, and not what a process leaves that dies while it appends (R199).
    package var isDamaged: Bool
    /// What the bytes of the file are.
    package var sizes: ArchiveFileSizes
    /// The tag of the last frame that opened.
    let lastTag: [UInt8]
  }
}
