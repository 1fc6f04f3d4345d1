// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The repository's files.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns a file's text.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Returns the paths of a folder's files with an extension, subfolders included.
  static func files(_ pathExtension: String, in folder: String) throws -> [String] {
    let folderPath = root.appendingPathComponent(folder).path
    return try FileManager.default.subpathsOfDirectory(atPath: folderPath)
      .filter { $0.hasSuffix(".\(pathExtension)") }
      .map { "\(folder)/\($0)" }
  }
}
