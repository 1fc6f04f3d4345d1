// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import ArgumentParser
import Foundation
import RestorationArchive

/// Checks archives.
struct VerifyCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks whether archives are authentic, whole, well-formed and consistent.",
    discussion: """
      A folder and an identifier stand for all archives in the folder: every generation of every \
      process. Checked are the seal, the end of the file, every record and value, how near sizes are \
      to the limits, duplicate paths, references and prerequisites that lead nowhere or in a \
      circle, restoration classes, what the application noted, and who else may read folder and key. Nothing \
      is changed.

      Ends with 0 when all is well, with 1 when there are warnings: the archive is as it was saved, \
      but not all of it will come back. Archives that were set aside as damaged are shown and do not \
      count.

      EXAMPLES
        restoration-archive verify org.example.PhotoViewer
        restoration-archive verify copy/current.archive --key copy/restoration.key --json

      \(ToolFailure.exitStatuses)
      """)

  @Argument(
    help: ArgumentHelp(
      "An archive, a state folder, or an application's identifier.", valueName: "file"),
    completion: .archives)
  var file: String

  @OptionGroup var key: KeyOptions

  @OptionGroup var output: OutputOptions

  func execute() throws {
    let verdicts = try verdicts()
    if output.json {
      try printJSON(verdicts)
    } else {
      print(verdicts.map { $0.text(output.style) }.joined(separator: "\n"), terminator: "")
    }
    guard let status = Verdict.status(of: verdicts) else { return }
    let sentence =
      switch status {
      case .damaged: "There is damage."
      case .notAllWell: "There are warnings."
      default: "Not every archive could be opened."
      }
    throw ToolFailure(status, sentence)
  }

  private func verdicts() throws -> [Verdict] {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = try ArchiveLocation.folder(file, environment) else {
      let location = try ArchiveLocation(
        argument: file, generation: .current, instance: 1, environment: environment)
      let name = (location.archive as NSString).lastPathComponent
      let keys = try key.keys(of: location.application, for: location.archive)
      return [Verdict(of: location.archive, name: name, isSetAside: false, keys: keys)]
    }
    let archives = folder.files.filter(\.isArchive)
    guard !archives.isEmpty else {
      throw ToolFailure(.notFound, "The folder \(folder.path) holds no archive.")
    }
    let keys = try key.keys(of: folder.application, for: folder.path)
    let verdicts = archives.map { archive in
      Verdict(
        of: folder.path(of: archive), name: archive.name, isSetAside: archive.isSetAside,
        keys: keys)
    }
    let flaws = try PosixFileSystem().flaws(of: folder.path, .store, FileStore.isOwn)
    return verdicts + [Verdict(ofFolder: folder.path, flaws, keys.flaws)].compactMap(\.self)
  }
}
#endif
