// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import ArgumentParser
import Foundation
import RestorationArchive

/// The archive that a command line means, and its application.
struct ArchiveLocation {
  let archive: String
  /// The application, as far as the folder tells.
  let application: String?

  /// Finds the file.
  ///
  /// - Parameters:
  ///   - argument: An archive, a state folder, or an application's identifier, tried in this order.
  ///   - generation: The archive in a folder or of an application.
  ///   - instance: The number of the application's process.
  ///   - environment: The environment with the XDG variables.
  /// - Throws: ``ToolFailure`` when there is no such archive.
  init(
    argument: String, generation: GenerationChoice, instance: Int, environment: [String: String]
  ) throws(ToolFailure) {
    guard let folder = try Self.folder(argument, environment) else {
      guard generation == .current, instance == 1 else {
        throw ToolFailure(
          .wrongUse,
          "\(argument) is one file; name a folder or an application to pick an archive from.")
      }
      archive = Self.resolved(argument)
      application = StateFolder.application(
        ofFolder: (archive as NSString).deletingLastPathComponent)
      return
    }
    let file = StoredFile(generation.content, slot: StoredFile.slot(ofInstance: instance))
    guard folder.files.contains(file) else {
      let words = instance == 1 ? "" : " of instance \(instance)"
      throw ToolFailure(
        .notFound, "The folder \(folder.path) holds no \(generation.word) archive\(words).")
    }
    archive = Self.resolved(folder.path(of: file))
    application = folder.application
  }

  /// Returns the folder that a command line means.
  ///
  /// - Parameters:
  ///   - argument: A file, a state folder, or an application's identifier, tried in this order.
  ///   - environment: The environment with the XDG variables.
  /// - Returns: `nil` when it is a file.
  /// - Throws: ``ToolFailure`` when there is nothing.
  static func folder(_ argument: String, _ environment: [String: String]) throws(ToolFailure)
    -> StateFolder?
  {
    var isFolder: ObjCBool = false
    if unsafe FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder) {
      guard isFolder.boolValue else { return nil }
      guard let folder = StateFolder(folder: resolved(argument)) else {
        throw ToolFailure(.notFound, "The folder \(argument) holds no current archive.")
      }
      return folder
    }
    let folder: StateFolder
    do throws(ArchiveError) {
      folder = try StateFolder(application: argument, environment: environment)
    } catch {
      throw ToolFailure(.notFound, "There is no file or folder \(argument).")
    }
    guard !folder.files.isEmpty else {
      if folder.isUnreadable {
        throw ToolFailure(.inputOutput, "The folder \(folder.path) cannot be read.")
      }
      throw ToolFailure(
        .notFound,
        "There is no file or folder \(argument), and no application of that name has saved state.")
    }
    return folder
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}

/// The kept archives of a process, as words on the command line.
struct GenerationChoice: Equatable, ExpressibleByArgument {
  let content: StoredFile.Content

  static let current = GenerationChoice(content: .archive(.current))

  /// The words that differ from the names of the files.
  private static let words = ["last-good": "lastGood", "candidate": "nominee"]

  /// The choices that help and errors name.
  static let allValueStrings = [
    "current", "previous", "last-good", "candidate", "damaged-1", "damaged-2", "damaged-3",
    "passed-over-N",
  ]

  static var defaultCompletionKind: CompletionKind {
    .list(allValueStrings.dropLast() + [StoredFile.passedOverPrefix + "1"])
  }

  var defaultValueDescription: String { word }

  /// The word on the command line.
  var word: String {
    let name = String(StoredFile(content).name.dropLast(".archive".count))
    return Self.words.first { $0.value == name }?.key ?? name
  }

  private init(content: StoredFile.Content) { self.content = content }

  init?(argument: String) {
    let name = Self.words[argument] ?? argument
    guard let file = StoredFile(name: name + ".archive"), file.slot == nil,
      let choice = Self(file), choice.word == argument
    else { return nil }
    self = choice
  }

  /// Names a file; `nil` if it is not an archive.
  init?(_ file: StoredFile) {
    guard file.isArchive else { return nil }
    content = file.content
  }
}
#endif
