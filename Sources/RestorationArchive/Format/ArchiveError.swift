// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

/// A failure of archive bytes, key or disk.
///
/// An error never contains a saved value or a restoration path.
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; `restoration-archive` maps each to an exit status.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The bytes are no archive, or were changed or truncated.
    public static let damaged = Code(name: "damaged")
    /// The archive was sealed with another key, as its header says.
    public static let wrongKey = Code(name: "wrongKey")
    /// The archive's major format version is newer than this package reads.
    public static let newerFormat = Code(name: "newerFormat")
    /// A newer application version saved the archive in an unknown schema.
    public static let newerSchema = Code(name: "newerSchema")
    /// A count, size or depth exceeds a limit of the reader.
    public static let limitExceeded = Code(name: "limitExceeded")
    /// The key is locked until the user unlocks it.
    ///
    /// Until then, nothing is read or written.
    public static let keyLocked = Code(name: "keyLocked")
    /// The key could not be read or created.
    public static let keyUnavailable = Code(name: "keyUnavailable")
    /// A saved state could not be read at launch.
    ///
    /// It may be intact, so nothing is written until it has been read or given up.
    public static let unreadable = Code(name: "unreadable")
    /// The operating system refused a file operation.
    public static let inputOutput = Code(name: "inputOutput")
    /// Other processes of the application are running.
    ///
    /// No slot is left for this process, or the key cannot be replaced while they run.
    public static let inUse = Code(name: "inUse")
    /// The save was not durable by its deadline.
    public static let deadlineExceeded = Code(name: "deadlineExceeded")
    /// The application's identifier cannot name a folder.
    public static let invalidIdentifier = Code(name: "invalidIdentifier")
  }

  /// The kind of failure.
  public var code: Code
  /// A description of the failure, as part of a sentence.
  public var reason: String
  /// The affected file, if there is one.
  public var file: String?
  /// The byte offset of the failure, if it is known.
  public var offset: Int?
  /// The operating system's error number; 0 when no system call was made.
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

  /// Whether the error leaves saved state unread, but possibly intact.
  ///
  /// `false` for an error that the archive itself proves, such as damage or a wrong key, and for
  /// state that another process uses.
  var leavesStateUnread: Bool {
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

extension ArchiveError {
  /// Creates an error for a file operation that the system refused.
  init(_ error: SystemError, _ action: String, _ path: String) {
    self.init(
      .inputOutput, "\(action) failed: \(error)", file: path, systemError: error.number)
  }

  /// The system's error, with number 0 when no system call was made.
  var cause: SystemError { SystemError(systemError) }
}

/// Makes a system call, and converts its error.
///
/// - Parameters:
///   - call: The system call.
///   - action: The attempted action, for the error: "Opening the file".
///   - path: The affected file.
/// - Returns: The result of the call.
/// - Throws: ``ArchiveError`` when the system refuses the call.
func attempt<Value>(
  _ call: @autoclosure () throws(SystemError) -> Value, _ action: String, _ path: String
) throws(ArchiveError) -> Value {
  do throws(SystemError) { return try call() } catch { throw ArchiveError(error, action, path) }
}
