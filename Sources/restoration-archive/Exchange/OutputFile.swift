// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// A file that a command makes.
struct OutputFile {
  private let path: String
  /// Whether a file that has the name is replaced.
  let replacesExisting: Bool

  init(_ path: String, replacesExisting: Bool) {
    self.path = URL(fileURLWithPath: path).path
    self.replacesExisting = replacesExisting
  }

  /// Writes the whole file or nothing, readable by its owner alone.
  ///
  /// - Parameter bytes: What it is to hold.
  /// - Throws: ``ToolFailure`` when there is a file already, or `ArchiveError`.
  func write(_ bytes: [UInt8]) throws {
    let files = PosixFileSystem()
    let temporary = "\(path).new-\(UInt32.random(in: 0...UInt32.max))"
    try files.write(bytes, to: temporary)
    defer { try? files.remove(temporary) }
    if replacesExisting {
      try files.rename(temporary, to: path)
    } else if try !files.link(temporary, to: path) {
      throw ToolFailure(
        .cannotCreate, "There is a file \(path) already; name another, or say --force.")
    }
    try files.syncFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }
}
