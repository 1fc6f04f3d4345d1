// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// An application with state on this machine.
struct Inhabitant: Encodable {
  let application: String
  /// The location of its key, as far as known.
  let key: KeyState
  /// The running process that uses the state of instance 1.
  let runsAs: Int32?
  /// The reason why the folder cannot be read.
  let failure: String?
  let archives: [Archive]
  /// The launch images, by slot.
  let launchImages: [File]

  /// The place where a key was found.
  enum KeyState: String, Encodable {
    case file, keyring, none, unusable
  }

  struct File: Encodable {
    let file: String
    let size: Int
  }

  /// One archive.
  struct Archive: Encodable {
    let file: String
    let instance: Int
    let generation: String
    let size: Int
    /// The sequence number of the newest save.
    ///
    /// Absent when the file does not begin like an archive.
    let save: UInt64?
    /// The number of objects, which only the key reveals.
    let objects: Int?
    let version: String?
    let timestamp: Date?
    /// The reason why it cannot be opened.
    let failure: String?
  }

  /// Describes an application.
  ///
  /// - Parameters:
  ///   - application: Its identifier.
  ///   - source: The place to look for keys.
  ///   - environment: The environment with the XDG variables.
  /// - Throws: `ArchiveError` when the identifier names no folder.
  init(_ application: String, _ source: KeySource, environment: [String: String])
    throws(ArchiveError)
  {
    self.application = application
    let folder = try StateFolder(application: application, environment: environment)
    let files = folder.files
    do {
      _ = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      failure = nil
    } catch { failure = "The folder \(folder.path) cannot be read" }
    runsAs = PosixFileSystem().holder(folder.path(of: StoredFile(.lock)))
    let found = Self.keys(of: application, source)
    key = found.state
    archives = files.compactMap { file in
      guard let generation = GenerationChoice(file.content) else { return nil }
      return Archive(file, generation, in: folder, found.keys, found.failure)
    }
    launchImages = files.filter { $0.content == .launchImage }.map {
      File(file: $0.name, size: Self.size(of: folder.path(of: $0)))
    }
  }

  private static func keys(of application: String, _ source: KeySource) -> (
    state: KeyState, keys: ArchiveKeys?, failure: String?
  ) {
    do {
      let keys = try source.keys(of: application, for: application)
      return (source == .keyring ? .keyring : .file, keys, nil)
    } catch let failure as ToolFailure {
      return (.none, nil, String(failure.sentence.dropLast()))
    } catch {
      return (.unusable, nil, "\(error)")
    }
  }

  fileprivate static func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }
}

extension Inhabitant.Archive {
  fileprivate init(
    _ file: StoredFile, _ generation: GenerationChoice, in folder: StateFolder,
    _ keys: ArchiveKeys?, _ keyFailure: String?
  ) {
    let path = folder.path(of: file)
    (self.file, instance, self.generation) = (file.name, file.instance, generation.rawValue)
    size = Inhabitant.size(of: path)
    var (save, reading, failure): (UInt64?, ArchiveReading?, String?) = (nil, nil, keyFailure)
    do throws(ArchiveError) {
      let file =
        try PosixFileSystem().open(path, limit: ArchiveLimits.fileSize) ?? StoredBytes([])
      save = try ArchiveSeal.sequenceNumber(of: file)
      if let keys { reading = ArchiveReading(try keys.open(file)) }
    } catch { failure = error.description }
    self.save = reading?.state.sequenceNumber ?? save
    self.failure = failure
    objects = reading?.records.count
    version = reading?.origin?.applicationVersion
    timestamp = reading?.origin?.timestamp
  }
}
