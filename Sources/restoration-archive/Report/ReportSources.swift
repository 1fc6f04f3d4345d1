// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// What a report is made from: the archive, and the files that lie beside it.
struct ReportSources {
  /// The archive that the report is about.
  let reading: ArchiveReading
  /// The application, told by the folder; `nil` for an archive that lies elsewhere.
  let application: String?
  /// The archive's file, without its folder.
  let fileName: String
  /// The generation before; `nil` when there is none or it cannot be opened.
  private(set) var previous: ArchiveReading?
  /// Why the generation before is not compared with, in a sentence.
  private(set) var previousComplaint: String?
  /// The pictures of this very state; none when there are none, or they are of another save.
  private(set) var images: [LaunchImage] = []
  /// Why the pictures beside the archive are not shown, in a sentence.
  private(set) var imageComplaint: String?

  /// Opens an archive, and what lies beside it.
  ///
  /// - Throws: ``ToolFailure`` or `ArchiveError` when the archive itself cannot be opened.
  init(_ options: ArchiveOptions) throws {
    reading = try options.open()
    let location = try ArchiveLocation(
      argument: options.file, key: options.key.key,
      environment: ProcessInfo.processInfo.environment)
    let folder = (location.archive as NSString).deletingLastPathComponent
    fileName = (location.archive as NSString).lastPathComponent
    let parts = folder.split(separator: "/").map(String.init)
    application = parts.last == "restoration" ? parts.dropLast().last : nil
    let current = "current.archive"
    guard fileName == current || fileName.hasSuffix("." + current) else {
      previousComplaint = "Only the current archive is compared with the generation before."
      return
    }
    let slot = fileName.dropLast(current.count)
    readPrevious("\(folder)/\(slot)previous.archive", options)
    do {
      try readImages("\(folder)/\(slot)launch-image.sealed", location)
    } catch {
      imageComplaint = "There is a launch image that cannot be opened."
    }
  }

  private mutating func readPrevious(_ path: String, _ options: ArchiveOptions) {
    guard FileManager.default.fileExists(atPath: path) else {
      previousComplaint = "There is no generation before this one."
      return
    }
    previous = try? options.key.open(path)
    if previous == nil { previousComplaint = "The generation before this one cannot be opened." }
  }

  private mutating func readImages(_ path: String, _ location: ArchiveLocation) throws {
    guard
      let file = try PosixFileSystem().read(path, limit: ArchiveLimits.launchImageFileSize),
      let key = try location.key.existingKey()
    else { return }
    if let images = try reading.state.launchImages(in: file, key: key) {
      self.images = images
    } else {
      imageComplaint = "There is a launch image, but of another save."
    }
  }
}
