// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The slots that a process looks at, in order, for one that is its own to read and write.
///
/// Each *instance* has slots of its own: the first process that runs is instance 1, one that is
/// started beside it instance 2, and so on (R156). Within an instance there is more than one slot only
/// where an archive lies that this process must not touch (R48).
enum ArchiveSlots {
  /// How many slots an instance has.
  static let perInstance = 5

  /// An instance's first slot, then those for this key and what this version can read.
  ///
  /// The last ones are for the odd case that an archive was copied into this process's slot, and for
  /// several older versions of an application that run after a newer one (R154).
  ///
  /// - Parameters:
  ///   - place: Which of them, below ``perInstance``.
  ///   - instance: From 1.
  ///   - key: Whose fingerprint names the slot.
  /// - Returns: The name; `nil` is the application's own.
  static func name(_ place: Int, ofInstance instance: Int, for key: ArchiveKey) -> String? {
    let first = StoredFile.slot(ofInstance: instance)
    guard place > 0 else { return first }
    let fingerprint = key.identifier.prefix(8).map { hexadecimal($0) }.joined()
    let format = "\(ArchiveHeader.major).\(ArchiveHeader.knownFeatures)"
    let own = (first.map { "\($0)-" } ?? "") + "slot-\(fingerprint)-\(format)"
    return place == 1 ? own : "\(own)-\(place)"
  }

  /// All slots of an instance, in that order.
  static func names(ofInstance instance: Int, for key: ArchiveKey) -> [String?] {
    (0..<perInstance).map { name($0, ofInstance: instance, for: key) }
  }

  /// The slots of all instances.
  ///
  /// - Parameter key: Whose fingerprint names the slots.
  /// - Returns: The names, in the same order for every key.
  static func allNames(for key: ArchiveKey) -> [String?] {
    (1...StoredFile.instances).flatMap { names(ofInstance: $0, for: key) }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
