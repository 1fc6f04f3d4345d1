// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RestorationArchive

/// The destination of a document: standard output or a private file.
///
/// Only its owner can read the file.
struct DocumentOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The file to write, for its owner alone; by default standard output.", valueName: "file"))
  var output: String?

  @Flag(name: .long, help: "Replace the output file if there is one.")
  var force = false

  /// Writes the document.
  ///
  /// - Parameter text: The document, with the line break at its end.
  /// - Throws: The errors of ``write(_:to:replacing:)``.
  func write(_ text: String) throws {
    guard let output else { return print(text, terminator: "") }
    try Self.write(Array(text.utf8), to: output, replacing: force)
  }

  /// Writes a file atomically, readable by its owner only.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - path: The file.
  ///   - replaces: Whether to replace an existing file.
  /// - Throws: ``ToolFailure`` when a file exists already, or `ArchiveError`.
  static func write(_ bytes: [UInt8], to path: String, replacing replaces: Bool) throws {
    let (files, place) = (PosixFileSystem(), URL(fileURLWithPath: path))
    let temporary = "\(place.path).new-\(UInt32.random(in: 0...UInt32.max))"
    try files.write(bytes, to: temporary)
    defer { try? files.remove(temporary) }
    if replaces {
      try files.rename(temporary, to: place.path)
    } else if try !files.moveToNew(temporary, to: place.path) {
      throw isTaken(path)
    }
    try files.syncFolder(place.deletingLastPathComponent().path)
  }

  /// Checks early whether ``write(_:to:replacing:)`` would refuse.
  ///
  /// For callers that make other files first.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - replaces: Whether it may replace an existing file.
  /// - Throws: ``ToolFailure`` when a file exists already.
  static func requireRoom(at path: String, replacing replaces: Bool) throws(ToolFailure) {
    if !replaces, FileManager.default.fileExists(atPath: path) { throw isTaken(path) }
  }

  private static func isTaken(_ path: String) -> ToolFailure {
    ToolFailure(
      .cannotCreate, "There is a file \(path) already; name another, or replace it with --force.")
  }
}
