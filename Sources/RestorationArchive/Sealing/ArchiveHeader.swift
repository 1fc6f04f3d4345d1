// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials

/// The first bytes of an archive file.
///
/// They are readable without the key, and authenticated with it. In every format version, the last
/// 16 bytes are a checksum of the bytes before them. So a flipped bit counts as damage, and never
/// as another key or a newer format.
struct ArchiveHeader: Hashable {
  static let magic: [UInt8] = [0x8A, 0x53, 0x52, 0x41, 0x52, 0x0D, 0x0A, 0x1A]
  static let major: UInt16 = 1
  static let minor: UInt16 = 0
  static let size = 96
  /// The largest header of a newer format, in bytes.
  static let largestSize = 4_096
  static let keyIdentifierSize = ArchiveKey.identifierSize
  static let saltSize = 32
  static let checksumSize = 16
  /// The ``requiredFeatures`` bit of a file that accepts appended saves.
  static let logFeature: UInt64 = 1
  /// The bits of ``requiredFeatures`` that this version understands.
  static let knownFeatures = logFeature

  var majorVersion = Self.major
  var minorVersion = Self.minor
  var keyIdentifier: [UInt8]
  var salt: [UInt8]
  /// The sequence number of the save; a larger one is newer.
  var sequenceNumber: UInt64
  /// The features that a reader must understand, one bit each.
  ///
  /// An unknown bit makes the format of the file a newer one, regardless of its minor version.
  var requiredFeatures: UInt64 = 0

  var hasLog: Bool { requiredFeatures & Self.logFeature != 0 }

  /// Creates the header of a new file.
  ///
  /// - Parameters:
  ///   - key: The application's key.
  ///   - sequenceNumber: The sequence number of the save.
  ///   - hasLog: Whether saves may be appended to the file.
  init(for key: ArchiveKey, sequenceNumber: UInt64, hasLog: Bool) {
    salt = Self.randomBytes(Self.saltSize)
    keyIdentifier = key.identifier
    self.sequenceNumber = sequenceNumber
    requiredFeatures = hasLog ? Self.logFeature : 0
  }

  /// Returns random bytes for a salt, eight per system call.
  ///
  /// - Parameter count: The number of bytes; a multiple of eight.
  /// - Returns: The bytes.
  static func randomBytes(_ count: Int) -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    let sink = ByteSink(capacity: count)
    for _ in 0..<count / 8 { sink.append(fixed: random.next() as UInt64) }
    return sink.array()
  }

  private init(
    majorVersion: UInt16, minorVersion: UInt16, keyIdentifier: [UInt8], salt: [UInt8],
    sequenceNumber: UInt64, requiredFeatures: UInt64
  ) {
    (self.majorVersion, self.minorVersion) = (majorVersion, minorVersion)
    (self.keyIdentifier, self.salt) = (keyIdentifier, salt)
    (self.sequenceNumber, self.requiredFeatures) = (sequenceNumber, requiredFeatures)
  }

  /// Returns the bytes of the header, including the checksum.
  func write() -> [UInt8] {
    let sink = ByteSink(capacity: Self.size)
    sink.append(Self.magic)
    sink.append(fixed: majorVersion)
    sink.append(fixed: minorVersion)
    sink.append(fixed: UInt32(Self.size))
    sink.append(keyIdentifier)
    sink.append(salt)
    sink.append(fixed: sequenceNumber)
    sink.append(fixed: requiredFeatures)
    sink.append(Self.checksum(of: sink.array()[...]))
    return sink.array()
  }

  /// Reads and checks a header.
  ///
  /// - Parameter bytes: The start of a file, up to ``largestSize`` bytes.
  /// - Returns: The header and its size in the file.
  /// - Throws: ``ArchiveError`` when the header is damaged or of a newer format.
  static func read(_ bytes: [UInt8]) throws(ArchiveError) -> (ArchiveHeader, Int) {
    var source = ByteSource(bytes)
    guard let magic = source.slice(Self.magic.count), magic.elementsEqual(Self.magic) else {
      throw ArchiveError(.damaged, "The file does not begin like an archive", offset: 0)
    }
    guard let major = source.fixed(UInt16.self), let minor = source.fixed(UInt16.self),
      let size = source.fixed(UInt32.self).map(Int.init), size >= Self.size, size <= largestSize,
      size <= bytes.count
    else { throw ArchiveError(.damaged, "The header is cut or malformed", offset: magic.count) }
    let end = size - checksumSize
    let checksum = checksum(of: bytes[..<end])
    guard bytes[end..<size].elementsEqual(checksum) else {
      throw ArchiveError(.damaged, "The header was changed since it was written", offset: 0)
    }
    guard major <= Self.major else {
      throw ArchiveError(
        .newerFormat,
        "The archive has format \(major).\(minor); this version reads up to \(Self.major)")
    }
    guard major == Self.major else {
      throw ArchiveError(.damaged, "The archive has an invalid format version", offset: magic.count)
    }
    guard let keyIdentifier = source.slice(keyIdentifierSize), let salt = source.slice(saltSize),
      let sequenceNumber = source.fixed(UInt64.self), let features = source.fixed(UInt64.self)
    else { throw ArchiveError(.damaged, "The header is cut", offset: source.position) }
    guard features & ~knownFeatures == 0 else {
      throw ArchiveError(
        .newerFormat,
        "The archive has format \(major).\(minor) and needs features that this version lacks")
    }
    let header = ArchiveHeader(
      majorVersion: major, minorVersion: minor, keyIdentifier: Array(keyIdentifier),
      salt: Array(salt), sequenceNumber: sequenceNumber, requiredFeatures: features)
    return (header, size)
  }

  private static func checksum(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array(SHA256.hash(data: bytes).prefix(checksumSize))
  }
}
