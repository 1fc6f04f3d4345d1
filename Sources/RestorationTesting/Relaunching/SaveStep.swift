// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A step of a save by `FileStore`.
///
/// A test can kill a process right before the step.
///
/// The first two saves of a process write a new file that replaces the current one; later ones are
/// appended to it, as long as appending succeeds.
public enum SaveStep: String, Hashable, Sendable, CaseIterable {
  /// The new file exists and is empty.
  case writing
  /// The new file is written but perhaps not on disk.
  case syncing
  /// The new file is on disk; the old one is still current.
  case replacing
  /// The new file is current; its name may not be on disk.
  case syncingFolder
  /// Nothing has been appended to the current file yet.
  case appending
  /// The save is appended to the current file, perhaps not on disk.
  case syncingAppended

  /// Whether processes can be killed at steps: `strace` is installed.
  public static var isAvailable: Bool { strace != nil }

  static var strace: String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").map { "\($0)/strace" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The system call that performs the step.
  private var call: String {
    switch self {
    case .writing, .appending: "write"
    case .syncing, .syncingFolder: "fsync"
    case .replacing: "rename"
    case .syncingAppended: "fdatasync"
    }
  }

  /// The file that the system call works on.
  private func file(in archives: URL) -> String {
    switch self {
    case .writing, .syncing, .replacing: archives.appendingPathComponent("new.archive").path
    case .syncingFolder: archives.path
    case .appending, .syncingAppended: archives.appendingPathComponent("current.archive").path
    }
  }

  /// Returns a command that kills the process on entry to the call.
  func command(_ strace: String, occurrence: Int, archives: URL) -> [String] {
    [
      strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-P", file(in: archives), "-e",
      "inject=\(call):signal=SIGKILL:when=\(occurrence)",
    ]
  }
}
