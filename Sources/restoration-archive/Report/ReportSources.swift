// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// The input of a report: the archive and the files beside it.
struct ReportSources {
  /// The archive that the report is about.
  let reading: ArchiveReading
  /// The application; `nil` for an archive outside a state folder.
  let application: String?
  /// The name of the archive's file, without its folder.
  let fileName: String
  /// The previous generation; `nil` when missing or unreadable.
  private(set) var previous: ArchiveReading?
  /// The reason why there is no comparison, in a sentence.
  private(set) var previousIssue: String?
  /// The pictures of this state; empty if they show another save.
  ///
  /// Also empty when there are none.
  private(set) var images: [LaunchImage] = []
  /// The reason why existing pictures are not shown, in a sentence.
  private(set) var imageIssue: String?

  /// Opens an archive, and the files beside it.
  ///
  /// - Throws: ``ToolFailure`` or `ArchiveError` when the archive itself cannot be opened.
  init(_ options: ArchiveOptions) throws {
    let location = try ArchiveLocation(
      argument: options.file, generation: options.generation, instance: options.instance,
      environment: ProcessInfo.processInfo.environment)
    let keys = try options.key.keys(of: location.application, for: location.archive)
    reading = try keys.open(location.archive)
    let folder = (location.archive as NSString).deletingLastPathComponent
    fileName = (location.archive as NSString).lastPathComponent
    application = folder.hasSuffix("/restoration") ? location.application : nil
    guard let file = StoredFile(name: fileName), file.content == .archive(.current) else {
      previousIssue = "Only the current archive is compared with the generation before."
      return
    }
    func beside(_ content: StoredFile.Content) -> String {
      folder + "/" + StoredFile(content, slot: file.slot).name
    }
    let previous = beside(.archive(.previous))
    if FileManager.default.fileExists(atPath: previous) {
      self.previous = try? keys.open(previous)
      if self.previous == nil {
        previousIssue = "The generation before this one cannot be opened."
      }
    } else {
      previousIssue = "There is no generation before this one."
    }
    do {
      try readImages(beside(.launchImage), keys)
    } catch {
      imageIssue = "There is a launch image that cannot be opened."
    }
  }

  private mutating func readImages(_ path: String, _ keys: ArchiveKeys) throws {
    guard let file = try PosixFileSystem().open(path, limit: ArchiveLimits.launchImageFileSize)
    else { return }
    var failure: ArchiveError?
    for key in keys.keys {
      do throws(ArchiveError) {
        if let images = try reading.state.launchImages(in: file, key: key) {
          self.images = images
        } else {
          imageIssue = "The launch image belongs to another save."
        }
        return
      } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
