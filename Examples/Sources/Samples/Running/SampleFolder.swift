// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The folders of the samples' own files, which are their models.
enum SampleFolder {
  static func identifier(of sample: String) -> String { "org.example.Samples.\(sample)" }

  /// Returns the folder of a sample's files; creates it if needed.
  static func url(of sample: String) -> URL {
    let environment = ProcessInfo.processInfo.environment
    let data =
      environment["XDG_DATA_HOME"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
    let folder = data.appendingPathComponent(identifier(of: sample)).appendingPathComponent("files")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      fatalError("No folder for the sample's files: \(error)")
    }
    return folder
  }

  /// Returns a file's text; creates the file if there is none.
  static func text(of file: URL, madeWith initial: String) -> String {
    if let text = try? String(contentsOf: file, encoding: .utf8) { return text }
    write(initial, to: file)
    return initial
  }

  static func write(_ text: String, to file: URL) {
    do {
      try text.write(to: file, atomically: true, encoding: .utf8)
    } catch {
      fatalError("\(file.lastPathComponent) cannot be written: \(error)")
    }
  }
}
