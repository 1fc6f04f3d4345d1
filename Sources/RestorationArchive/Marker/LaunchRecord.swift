// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

/// What a marker says: how far a process has come, and what came of the launches before it.
///
/// Laid out for single writes of few bytes: the phase, the end and the object at work lie behind
/// the checksum, which covers the rest. Integers are little-endian.
///
/// | bytes | what |
/// |---|---|
/// | 0–7 | magic |
/// | 8 | version |
/// | 9 | recovery level reached in a row |
/// | 10 | whether the last good generation is restored instead of the newest |
/// | 11 | crashes in a row outside restoring |
/// | 12 | unexplained ends in a row in restore passes |
/// | 13 | number of suspects |
/// | 16–23 | number of the newest save when that was decided |
/// | 24–39 | salt |
/// | 40–55 | checksum of bytes 0–39 and of the suspects |
/// | 56, 57 | phase, end |
/// | 58, 59 | while an archive is read: which one, and how many processes in a row |
/// | 60–63 | while restoring: the number of the record at work in the newest save, plus one, masked |
/// | 64–79 | fingerprint of the object at work |
/// | 80–335 | fingerprints of suspects |
package struct LaunchRecord: Hashable, Sendable {
  /// How far a launch has come.
  enum Phase: UInt8, Sendable {
    /// Launch code runs, or nothing was restored and no frame was shown.
    case launching = 1
    /// Objects are looked up and decode.
    case restoring = 2
    /// State was restored; it has not run well for long enough yet, or is being extended.
    case probation = 3
    /// Whatever happens now is no fault of what was restored.
    case running = 4
  }

  /// How a process has ended.
  enum End: Hashable, Sendable {
    /// It runs, was killed, or lost its power.
    case unexplained
    case inOrder
    /// A fatal signal was noted.
    case crash(signal: UInt8)

    init(_ byte: UInt8) {
      self =
        switch byte {
        case 0: .unexplained
        case Self.inOrderByte: .inOrder
        default: .crash(signal: byte)
        }
    }

    var byte: UInt8 {
      switch self {
      case .unexplained: 0
      case .inOrder: Self.inOrderByte
      case .crash(let signal): signal
      }
    }

    private static let inOrderByte = UInt8.max
  }

  var phase = Phase.launching
  var end = End.unexplained
  /// What came on screen last, or was at work in probation.
  var current: PathFingerprint?
  /// What was looked up or decoded last while the newest save was restored.
  var atWork: UInt32 = 0

  /// 0, or how far up the ladder the launches in a row have come: 1 is R195 b, 2 is c.
  var recoveryLevel: UInt8 = 0
  var launchCrashes: UInt8 = 0
  var interruptions: UInt8 = 0
  /// What is decided holds until another save is the newest one.
  var newestSave: UInt64 = 0
  var usesLastGood = false
  var suspects: [PathFingerprint] = []
  var salt: [UInt8]

  init() {
    salt = ArchiveHeader.randomBytes(PathFingerprint.Maker.saltSize)
  }

  // MARK: Bytes

  package static let size = ArchiveLimits.markerSize
  static let maximumSuspects = (size - suspectsOffset) / PathFingerprint.size
  static let phaseOffset = 56
  static let endOffset = 57
  static let atWorkOffset = 60
  static let currentOffset = 64
  private static let suspectsOffset = 80
  private static let checksumOffset = 40
  private static let magic: [UInt8] = [0x8A, 0x53, 0x52, 0x4C, 0x4D, 0x0D, 0x0A, 0x1A]
  /// 1 had other codes of paths and numbers.
  private static let version: UInt8 = 2

  /// Reads a record; `nil` for anything that is none, whatever the reason (R133).
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.starts(with: Self.magic), bytes[8] == Self.version,
      bytes[Self.checksumOffset..<Self.phaseOffset].elementsEqual(Self.checksum(of: bytes)),
      let phase = Phase(rawValue: bytes[Self.phaseOffset]), bytes[13] <= Self.maximumSuspects
    else { return nil }
    self.phase = phase
    end = End(bytes[Self.endOffset])
    atWork = (0..<4).reduce(0) { $0 | UInt32(bytes[Self.atWorkOffset + $1]) << (8 * $1) }
    let current = bytes[Self.currentOffset..<Self.suspectsOffset]
    self.current = current.allSatisfy { $0 == 0 } ? nil : PathFingerprint(bytes: Array(current))
    // Counters of no launch that ever was shall not overflow.
    recoveryLevel = min(bytes[9], 2)
    usesLastGood = bytes[10] != 0
    launchCrashes = min(bytes[11], LaunchVerdict.toleratedLaunchCrashes)
    interruptions = min(bytes[12], LaunchVerdict.interruptionsOfACrash)
    newestSave = (0..<8).reduce(0) { $0 | UInt64(bytes[16 + $1]) << (8 * UInt64($1)) }
    salt = Array(bytes[24..<Self.checksumOffset])
    suspects = (0..<Int(bytes[13])).map { index in
      let start = Self.suspectsOffset + index * PathFingerprint.size
      return PathFingerprint(bytes: Array(bytes[start..<start + PathFingerprint.size]))
    }
  }

  /// The bytes of the record.
  var bytes: [UInt8] {
    var bytes =
      Self.magic + [
        Self.version, recoveryLevel, usesLastGood ? 1 : 0, launchCrashes, interruptions,
        UInt8(suspects.count), 0, 0,
      ]
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: newestSave >> (8 * UInt64($0))) }
    bytes += salt
    bytes += [UInt8](repeating: 0, count: Self.size - bytes.count)
    bytes.replaceSubrange(Self.phaseOffset..<Self.currentOffset, with: progress)
    bytes.replaceSubrange(Self.currentOffset..<Self.suspectsOffset, with: Self.bytes(of: current))
    let codes = suspects.flatMap(\.bytes)
    bytes.replaceSubrange(
      Self.suspectsOffset..<Self.suspectsOffset + codes.count, with: codes)
    bytes.replaceSubrange(
      Self.checksumOffset..<Self.phaseOffset, with: Self.checksum(of: bytes))
    return bytes
  }

  /// The bytes of phase, end and object at work, which no checksum covers.
  var progress: [UInt8] { [phase.rawValue, end.byte, 0, 0] + Self.bytes(ofWord: atWork) }

  static func bytes(of fingerprint: PathFingerprint?) -> [UInt8] {
    fingerprint?.bytes ?? [UInt8](repeating: 0, count: PathFingerprint.size)
  }

  static func bytes(ofWord word: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
  }

  static func word(of number: ObjectNumber?, mask: UInt32) -> UInt32 {
    number.map { ($0.rawValue &+ 1) ^ mask } ?? 0
  }

  /// The number of the record at work; any number at all in a marker of another key.
  func numberAtWork(mask: UInt32) -> ObjectNumber? {
    atWork == 0 ? nil : ObjectNumber((atWork ^ mask) &- 1)
  }

  private static func checksum(of bytes: [UInt8]) -> [UInt8] {
    let covered = bytes[..<checksumOffset] + bytes[suspectsOffset...]
    return Array(SHA256.hash(data: Array(covered)).prefix(phaseOffset - checksumOffset))
  }
}
