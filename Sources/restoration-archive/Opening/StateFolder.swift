// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// A folder in which a store keeps an application's state.
struct StateFolder {
  let path: String
  /// Whose state it is: the name of the folder around `restoration`.
  let application: String?

  /// The folder of an application; there need not be one.
  init(application: String, environment: [String: String]) throws(ArchiveError) {
    path = try FileStore(applicationIdentifier: application, environment: environment).folder
    self.application = application
  }

  /// A folder that holds a file that a store writes, or the one around it; `nil` for any other.
  init?(folder path: String) {
    let places = [path, path + "/restoration"]
    guard let place = places.first(where: { !Self.files(in: $0).isEmpty }) else { return nil }
    self.path = place
    application = Self.application(ofFolder: place)
  }

  /// The application whose state lies in a folder.
  static func application(ofFolder folder: String) -> String? {
    let parts = folder.split(separator: "/").map(String.init)
    return parts.last == "restoration" ? parts.dropLast().last : parts.last
  }

  /// The files that a store writes, by process, slot and age; none when the folder cannot be read.
  var files: [StoredFile] { Self.files(in: path) }

  private static func files(in folder: String) -> [StoredFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { StoredFile(name: $0) }.sorted { $0.order < $1.order }
  }

  /// Refuses when a process of the application runs, in whatever instance; nothing is made or taken.
  ///
  /// This process must hold no file here yet, since looking at one lets go of it.
  func requireNobodyRuns() throws(ToolFailure) {
    for instance in 1...StoredFile.instances {
      let lock = StoredFile(.lock, slot: StoredFile.slot(ofInstance: instance))
      if let process = PosixFileSystem().holder(path(of: lock)) {
        throw ToolFailure(
          .inUse, "The application is running as process \(process); end it first.")
      }
    }
  }

  /// The same place, whatever links led to it.
  var resolvedPath: String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  /// Where a file lies.
  func path(of file: StoredFile) -> String { path + "/" + file.name }

  /// Where the state of all applications lies.
  static func base(environment: [String: String]) throws(ArchiveError) -> String {
    let example = try StateFolder(application: "x", environment: environment).path
    return String(example.dropLast("/x/restoration".count))
  }

  /// The applications that have a state folder, in order; for completion in a shell, too.
  static func applications(environment: [String: String]) throws(ArchiveError) -> [String] {
    let base = try base(environment: environment)
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: base)
    } catch {
      if !FileManager.default.fileExists(atPath: base) { return [] }
      throw ArchiveError(.inputOutput, "The folder cannot be read", file: base)
    }
    return names.filter { name in
      guard let folder = try? StateFolder(application: name, environment: environment) else {
        return false  // a hidden folder is no application's
      }
      return FileManager.default.fileExists(atPath: folder.path)
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension StoredFile {
  /// Whether the file is an archive, a set-aside one included.
  var isArchive: Bool {
    switch content {
    case .archive, .candidate, .damaged: true
    case .launchImage, .marker, .lock, .unfinished: false
    }
  }

  /// Whether the file is an archive that was set aside.
  var isSetAside: Bool { if case .damaged = content { true } else { false } }

  fileprivate var order: (Int, String, Int) {
    let rank =
      switch content {
      case .archive(.current): 0
      case .archive(.previous): 1
      case .archive(.lastGood): 2
      case .candidate: 3
      case .damaged(let age): 3 + age
      case .launchImage: 10
      case .marker: 11
      case .lock: 12
      case .unfinished: 13
      }
    return (instance, slot ?? "", rank)
  }
}
