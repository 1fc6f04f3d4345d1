// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where samples keep their own files: the models that state leads back to.
enum SampleFolder {
  static func identifier(of sample: String) -> String { "org.example.Samples.\(sample)" }

  /// The folder of a sample's files; made when it is not there.
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

  /// What a file holds; the text that it is made with where there is none yet.
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
