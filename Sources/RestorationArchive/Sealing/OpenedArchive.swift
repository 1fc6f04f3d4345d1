// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What an archive file holds, authenticated: a base, and the saves that were appended to it.
package struct OpenedArchive {
  /// The plain bytes of the base, with its tables as they are in memory.
  package private(set) var body: [UInt8]
  private let header: ArchiveHeader
  /// The plain bytes of the deltas that were appended, in their order.
  package var log: [[UInt8]] = []
  /// Where bytes begin that are no part of an appended save that was finished.
  package var tornAt: Int?
  /// The tag of the last frame that opened.
  var lastTag: [UInt8] = []
  /// Bytes of the file, of its header, and of its base as it lies there.
  let fileSize, headerSize, baseSize: Int
  /// Bytes of what was appended, as it lies there.
  private var logSize = 0

  init(header: ArchiveHeader, headerSize: Int, plain: [UInt8], fileSize: Int) {
    (self.header, self.headerSize, self.fileSize) = (header, headerSize, fileSize)
    (body, baseSize) = (plain, plain.count)
  }

  /// The number of the save that wrote the base.
  package var baseGeneration: UInt64 { header.generation }

  /// Lays the tables of base and log out; once, after all frames were opened.
  mutating func unpack() throws(ArchiveError) {
    logSize = log.reduce(0) { $0 + $1.count }
    if header.isPacked { body = try BodyUnpacker.unpack(body) }
    if header.hasPackedLog { unpackLog() }
  }

  /// What cannot be unpacked becomes a delta that says nothing, and ends the log (R152).
  private mutating func unpackLog() {
    var room = ArchiveLimits.bodySize
    for index in log.indices {
      let delta = Result { () throws(ArchiveError) in try BodyUnpacker.unpack(log[index]) }
      guard case .success(let delta) = delta, delta.count <= room else {
        log[index] = []
        return
      }
      room -= delta.count
      log[index] = delta
    }
  }

  /// The newest state that the file holds.
  ///
  /// - Returns: The state, its number, how many appended saves are in it, and whether the file holds
  ///   more that is of no use.
  /// - Throws: ``ArchiveError`` when the base is no snapshot or a limit is exceeded.
  package func state() throws(ArchiveError) -> State {
    let (snapshot, saves) = try SnapshotReplay.replay(log[...], on: try RestorationSnapshot(body))
    return State(
      snapshot: snapshot, generation: baseGeneration &+ UInt64(saves), appendedSaves: saves,
      isTorn: tornAt != nil || saves < log.count, sizes: sizes, lastTag: lastTag)
  }

  private var sizes: ArchiveFileSizes {
    ArchiveFileSizes(
      file: fileSize, header: headerSize, base: baseSize,
      packing: body.count - baseSize,
      log: logSize, torn: tornAt.map { fileSize - $0 } ?? 0)
  }

  /// See ``state()``.
  package struct State {
    package var snapshot: RestorationSnapshot
    package var generation: UInt64
    package var appendedSaves: Int
    package var isTorn: Bool
    /// What the bytes of the file are.
    package var sizes: ArchiveFileSizes
    /// The tag of the last frame that opened.
    let lastTag: [UInt8]
  }
}
