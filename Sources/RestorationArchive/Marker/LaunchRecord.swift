// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The content of a marker.
///
/// It records how far a process has come, and the outcomes of the launches before it.
///
/// The layout allows single writes of few bytes. The checksum does not cover bytes 56–79, which
/// follow it and are written in place; it covers everything else. Integers are little-endian.
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
/// | 14 | number of objects held back, which follow the suspects |
/// | 16–23 | sequence number of the newest save at that decision |
/// | 24–39 | salt |
/// | 40–55 | checksum of bytes 0–39 and from 80 on |
/// | 56, 57 | phase, end |
/// | 58, 59 | while an archive is read: its generation, and the signal of a crash (``ReadingNote``) |
/// | 60–63 | while restoring: number of the active record in the newest save, plus one, masked |
/// | 64–79 | fingerprint of the active object |
/// | 80–335 | fingerprints of suspects, and of objects held back |
package struct LaunchRecord: Hashable, Sendable {
  /// The progress of a launch.
  enum Phase: UInt8, Sendable {
    /// Launch code runs, or nothing was restored and no frame shown.
    case launching = 1
    /// Objects are looked up and decoded.
    case restoring = 2
    /// State was restored, but has not run well for long enough.
    ///
    /// This is also the phase while the restored state is being extended.
    case probation = 3
    /// The restored state is no longer suspected as the cause of crashes.
    case running = 4
  }

  /// The way in which a process ended.
  enum End: Hashable, Sendable {
    /// It still runs, was killed, or lost power.
    case unexplained
    case inOrder
    /// A fatal signal was recorded.
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
  /// The object shown last, or active during probation.
  var current: PathFingerprint?
  /// The masked number of the record looked up or decoded last.
  ///
  /// It refers to the newest save.
  var atWork: UInt32 = 0

  /// The recovery level that the launches in a row have reached.
  ///
  /// 0 is none. 1 leaves out the suspect. 2 restores the last good state or, if there is none, the
  /// same state once more.
  var recoveryLevel: UInt8 = 0
  var launchCrashes: UInt8 = 0
  var interruptions: UInt8 = 0
  /// The sequence number of the newest save at the last decision.
  ///
  /// The decision holds until another save is the newest.
  var newestSave: UInt64 = 0
  var usesLastGood = false
  var suspects: [PathFingerprint] = []
  /// The objects that are not restored until a start is orderly.
  ///
  /// Processes were killed while they restored these objects. Their records are carried.
  var heldBack: [PathFingerprint] = []
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
  /// Version 1 encoded paths and numbers differently.
  private static let version: UInt8 = 2

  /// Reads a record; `nil` if the bytes are not a valid one.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.starts(with: Self.magic), bytes[8] == Self.version,
      bytes[Self.checksumOffset..<Self.phaseOffset].elementsEqual(Self.checksum(of: bytes)),
      let phase = Phase(rawValue: bytes[Self.phaseOffset]),
      case let (suspects, heldBack) = (Int(bytes[13]), Int(bytes[14])),
      suspects + heldBack <= Self.maximumSuspects
    else { return nil }
    self.phase = phase
    end = End(bytes[Self.endOffset])
    atWork = (0..<4).reduce(0) { $0 | UInt32(bytes[Self.atWorkOffset + $1]) << (8 * $1) }
    let current = bytes[Self.currentOffset..<Self.suspectsOffset]
    self.current = current.allSatisfy { $0 == 0 } ? nil : PathFingerprint(bytes: Array(current))
    // Forged counters must not overflow.
    recoveryLevel = min(bytes[9], 2)
    usesLastGood = bytes[10] != 0
    launchCrashes = min(bytes[11], LaunchVerdict.toleratedLaunchCrashes)
    interruptions = min(bytes[12], LaunchVerdict.toleratedInterruptions)
    newestSave = (0..<8).reduce(0) { $0 | UInt64(bytes[16 + $1]) << (8 * UInt64($1)) }
    salt = Array(bytes[24..<Self.checksumOffset])
    let codes = (0..<suspects + heldBack).map { index in
      let start = Self.suspectsOffset + index * PathFingerprint.size
      return PathFingerprint(bytes: Array(bytes[start..<start + PathFingerprint.size]))
    }
    (self.suspects, self.heldBack) = (Array(codes[..<suspects]), Array(codes[suspects...]))
  }

  /// Whether another object can be left out.
  var hasRoomForSuspects: Bool { leftOut.count < Self.maximumSuspects }

  /// All objects that are not restored.
  var leftOut: [PathFingerprint] { suspects + heldBack }

  /// The bytes of the record.
  var bytes: [UInt8] {
    var bytes =
      Self.magic + [
        Self.version, recoveryLevel, usesLastGood ? 1 : 0, launchCrashes, interruptions,
        UInt8(suspects.count), UInt8(heldBack.count), 0,
      ]
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: newestSave >> (8 * UInt64($0))) }
    bytes += salt
    bytes += [UInt8](repeating: 0, count: Self.size - bytes.count)
    bytes.replaceSubrange(Self.phaseOffset..<Self.currentOffset, with: progress)
    bytes.replaceSubrange(Self.currentOffset..<Self.suspectsOffset, with: Self.bytes(of: current))
    let codes = leftOut.flatMap(\.bytes)
    bytes.replaceSubrange(
      Self.suspectsOffset..<Self.suspectsOffset + codes.count, with: codes)
    bytes.replaceSubrange(
      Self.checksumOffset..<Self.phaseOffset, with: Self.checksum(of: bytes))
    return bytes
  }

  /// The bytes of phase, end and active object, without a checksum.
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

  /// Returns the number of the active record.
  ///
  /// In a marker of another key, the number is arbitrary.
  func numberAtWork(mask: UInt32) -> ObjectNumber? {
    atWork == 0 ? nil : ObjectNumber((atWork ^ mask) &- 1)
  }

  private static func checksum(of bytes: [UInt8]) -> [UInt8] {
    let covered = bytes[..<checksumOffset] + bytes[suspectsOffset...]
    return Array(SHA256.hash(data: Array(covered)).prefix(phaseOffset - checksumOffset))
  }
}

/// The keyed hash of an object's address, as stored in a marker.
///
/// Without the application's key it reveals nothing about identifiers and paths, and guesses cannot
/// be tested. With the key, an object is found by computing the fingerprints of all objects in an
/// archive.
package struct PathFingerprint: Hashable, Sendable {
  static let size = 16
  let bytes: [UInt8]

  /// Computes the fingerprints of one marker.
  struct Maker: Sendable {
    static let saltSize = 16
    /// A key derived for this marker alone.
    ///
    /// The application's key is not kept, since it may be wiped meanwhile.
    private let pathKey: SymmetricKey
    /// Masks object numbers, so that they cannot be compared either.
    let mask: UInt32

    /// Derives the key and the mask of a marker.
    ///
    /// - Parameters:
    ///   - key: The application's key; not kept.
    ///   - salt: The marker's own salt, so that fingerprints of two markers cannot be compared.
    init(key: ArchiveKey, salt: [UInt8]) {
      // One HMAC per launch yields both; neither part reveals anything about the other.
      let message = Array("restoration archive: launch marker".utf8) + salt
      let code = Array(HMAC<SHA256>.authenticationCode(for: message, using: key.symmetricKey))
      mask = code.integer(at: 0)
      pathKey = SymmetricKey(data: code[4...])
    }

    func fingerprint(of address: RestorationAddress) -> PathFingerprint {
      // A zero byte separates scene and path. A scene that contained one could only be mistaken for
      // another scene.
      var message = [address.kind.rawValue]
      message.append(contentsOf: address.scene.utf8)
      message.append(0)
      message.append(contentsOf: address.path.description.utf8)
      let code = HMAC<SHA256>.authenticationCode(for: message, using: pathKey)
      return PathFingerprint(bytes: Array(code.prefix(PathFingerprint.size)))
    }
  }
}
