// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The slots that a process looks at, in order, for one that is its own to read and write (R48).
enum ArchiveSlots {
  /// The application's own slot, then those for this key and what this version can read.
  ///
  /// The last ones are for the odd case that an archive was copied into this process's slot, and for
  /// several older versions of an application that run after a newer one (R154).
  ///
  /// - Parameter key: Whose fingerprint names the slot.
  /// - Returns: The names; `nil` is the application's own.
  static func names(for key: ArchiveKey) -> [String?] {
    let fingerprint = key.identifier.prefix(8).map { hexadecimal($0) }.joined()
    let format = "\(ArchiveHeader.major).\(ArchiveHeader.knownFeatures)"
    let own = "slot-\(fingerprint)-\(format)"
    return [nil, own] + (2...4).map { "\(own)-\($0)" }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
