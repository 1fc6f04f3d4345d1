// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
        .notFound, "The folder \(folder.path) holds no \(generation.rawValue) archive\(words).")
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
enum GenerationChoice: Equatable, ExpressibleByArgument {
  case current, previous, lastGood, candidate
  /// An archive that was set aside as damaged; 1 is the newest.
  case damaged(Int)
  /// A readable archive that failed at launch; higher numbers are newer.
  case passedOver(Int)

  /// The choices that help and errors name.
  static let words = [
    "current", "previous", "last-good", "candidate", "damaged-1", "damaged-2", "damaged-3",
    "passed-over-N",
  ]

  static var allValueStrings: [String] { words }

  static var defaultCompletionKind: CompletionKind {
    .list(words.dropLast() + [Self.passedOver(1).rawValue])
  }

  /// The word on the command line.
  var rawValue: String {
    switch self {
    case .current: "current"
    case .previous: "previous"
    case .lastGood: "last-good"
    case .candidate: "candidate"
    case .damaged(let age): "damaged-\(age)"
    case .passedOver(let number): StoredFile.passedOverPrefix + "\(number)"
    }
  }

  var defaultValueDescription: String { rawValue }

  init?(argument: String) { self.init(rawValue: argument) }

  init?(rawValue: String) {
    switch rawValue {
    case "current": self = .current
    case "previous": self = .previous
    case "last-good": self = .lastGood
    case "candidate": self = .candidate
    default:
      guard let file = StoredFile(name: rawValue + ".archive"), file.slot == nil,
        let choice = Self(file.content), choice.rawValue == rawValue
      else { return nil }
      self = choice
    }
  }

  /// The content of the file.
  var content: StoredFile.Content {
    switch self {
    case .current: .archive(.current)
    case .previous: .archive(.previous)
    case .lastGood: .archive(.lastGood)
    case .candidate: .candidate
    case .damaged(let age): .damaged(age)
    case .passedOver(let number): .passedOver(number)
    }
  }

  /// Converts a content.
  ///
  /// - Returns: `nil` if it is not an archive.
  init?(_ content: StoredFile.Content) {
    switch content {
    case .archive(.current): self = .current
    case .archive(.previous): self = .previous
    case .archive(.lastGood): self = .lastGood
    case .candidate: self = .candidate
    case .damaged(let age): self = .damaged(age)
    case .passedOver(let number): self = .passedOver(number)
    case .launchImage, .marker, .lock, .unfinished: return nil
    }
  }
}
