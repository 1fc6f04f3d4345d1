// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with bytes, key or disk.
///
/// Never holds a value that the application saved, nor a restoration path.
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; `restoration-archive` maps each to an exit status.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The bytes are not an archive, or were changed or cut since they were sealed.
    public static let damaged = Code(name: "damaged")
    /// The archive was sealed with another key; the header says so.
    public static let wrongKey = Code(name: "wrongKey")
    /// The archive has a newer major format version than this package reads.
    public static let newerFormat = Code(name: "newerFormat")
    /// A newer version of the application has saved the archive, in a schema that this one lacks.
    public static let newerSchema = Code(name: "newerSchema")
    /// A count, size or depth is above what is read.
    public static let limitExceeded = Code(name: "limitExceeded")
    /// The key is locked away until the user unlocks it; nothing is read or written meanwhile (R122).
    public static let keyLocked = Code(name: "keyLocked")
    /// The key could not be read or made.
    public static let keyUnavailable = Code(name: "keyUnavailable")
    /// What was saved before could not be read at launch, though it may be intact; nothing is written
    /// until it was read or given up.
    public static let unreadable = Code(name: "unreadable")
    /// The operating system refused a file operation.
    public static let inputOutput = Code(name: "inputOutput")
    /// Other processes of the application run: there is no slot left for this one, or the key cannot
    /// be replaced beside them (R156).
    public static let inUse = Code(name: "inUse")
    /// The save was not durable by its deadline.
    public static let deadlineExceeded = Code(name: "deadlineExceeded")
    /// The application's identifier cannot name a folder.
    public static let invalidIdentifier = Code(name: "invalidIdentifier")
  }

  /// The kind of failure.
  public var code: Code
  /// What happened, as part of a sentence.
  public var reason: String
  /// The file concerned, where there is one.
  public var file: String?
  /// The byte at which it was found, where that is known.
  public var offset: Int?
  /// The number the operating system gave for it; 0 when it was not asked.
  public var systemError: Int32 = 0

  /// Creates an error.
  public init(
    _ code: Code, _ reason: String, file: String? = nil, offset: Int? = nil, systemError: Int32 = 0
  ) {
    self.code = code
    self.reason = reason
    self.file = file
    self.offset = offset
    self.systemError = systemError
  }

  /// Whether a look at what is saved was cut short by it, so that this may be intact (R198).
  ///
  /// What an archive proves of itself is none of these, and neither is having to share.
  package var leavesStateUnread: Bool {
    switch code {
    case .damaged, .limitExceeded, .wrongKey, .newerFormat, .newerSchema, .inUse: false
    default: true
    }
  }

  /// One sentence for a log line.
  public var description: String {
    let place = [file, offset.map { "byte \($0)" }].compactMap(\.self).joined(separator: ", ")
    return place.isEmpty ? reason : "\(reason) (\(place))"
  }
}
