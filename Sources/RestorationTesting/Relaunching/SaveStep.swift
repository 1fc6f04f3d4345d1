// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A step of a save by `FileStore`; a process can be killed right before it.
///
/// The first two saves of a process write a new file that replaces the current one; later ones are
/// appended to it, as long as that goes well.
public enum SaveStep: String, Hashable, Sendable, CaseIterable {
  /// The new file is there, and empty.
  case writing
  /// The new file is written, and nothing of it need be on disk.
  case syncing
  /// The new file is on disk, and the old one is still the current one.
  case replacing
  /// The new file is the current one, and its name need not be on disk.
  case syncingFolder
  /// Nothing was added to the current file yet.
  case appending
  /// The save was added to the current file, and nothing of it need be on disk.
  case syncingAppended

  /// Whether processes can be killed at steps here: `strace` is installed.
  public static var isAvailable: Bool { strace != nil }

  static var strace: String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").map { "\($0)/strace" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The system call that does it.
  private var call: String {
    switch self {
    case .writing, .appending: "write"
    case .syncing, .syncingFolder: "fsync"
    case .replacing: "rename"
    case .syncingAppended: "fdatasync"
    }
  }

  /// The file it is done to.
  private func file(in archives: URL) -> String {
    switch self {
    case .writing, .syncing, .replacing: archives.appendingPathComponent("new.archive").path
    case .syncingFolder: archives.path
    case .appending, .syncingAppended: archives.appendingPathComponent("current.archive").path
    }
  }

  /// Has a signal arrive as the process enters the call, before that does anything.
  func command(_ strace: String, occurrence: Int, archives: URL) -> [String] {
    [
      strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-P", file(in: archives), "-e",
      "inject=\(call):signal=SIGKILL:when=\(occurrence)",
    ]
  }
}
