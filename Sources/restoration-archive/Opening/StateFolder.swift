// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive

/// A folder in which a store keeps an application's state.
struct StateFolder {
  let path: String
  /// The application: the name of the folder around `restoration`.
  let application: String?

  /// Names an application's folder, which need not exist.
  init(application: String, environment: [String: String]) throws(ArchiveError) {
    path = try FileStore(applicationIdentifier: application, environment: environment).folder
    self.application = application
  }

  /// Finds a folder with a store's files; `nil` for any other.
  ///
  /// The path may also name the folder around it.
  init?(folder path: String) {
    let places = [path, path + "/restoration"]
    guard let place = places.first(where: { !Self.files(in: $0).isEmpty }) else { return nil }
    self.path = place
    application = Self.application(ofFolder: place)
  }

  /// Returns the application that a folder belongs to.
  static func application(ofFolder folder: String) -> String? {
    let parts = folder.split(separator: "/").map(String.init)
    return parts.last == "restoration" ? parts.dropLast().last : parts.last
  }

  /// The store's files, by process, slot and age.
  ///
  /// None when the folder cannot be read.
  var files: [StoredFile] { Self.files(in: path) }

  private static func files(in folder: String) -> [StoredFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { StoredFile(name: $0) }.sorted { $0.order < $1.order }
  }

  /// Throws if any instance of the application is running.
  ///
  /// It creates no file and takes no lock. This process must not hold a lock here yet, because the
  /// check would release it.
  func requireNobodyRuns() throws(ToolFailure) {
    if let process = runningProcess {
      throw ToolFailure(
        .inUse, "The application is running as process \(process); end it first.")
    }
  }

  /// The first running process of the application; `nil` if there is none.
  var runningProcess: Int32? {
    (1...StoredFile.instances).lazy.compactMap { instance in
      let lock = StoredFile(.lock, slot: StoredFile.slot(ofInstance: instance))
      return PosixFileSystem().holder(path(of: lock))
    }.first
  }

  /// Whether the folder exists and its files cannot be listed.
  var isUnreadable: Bool {
    do throws(ArchiveError) { _ = try PosixFileSystem().names(in: path) } catch { return true }
    return false
  }

  /// The path with all links resolved.
  var resolvedPath: String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  /// Returns the path of a file.
  func path(of file: StoredFile) -> String { path + "/" + file.name }

  /// Returns the folder with the state of all applications.
  static func base(environment: [String: String]) throws(ArchiveError) -> String {
    let example = try StateFolder(application: "x", environment: environment).path
    return String(example.dropLast("/x/restoration".count))
  }

  /// Returns the applications with a state folder, in order.
  ///
  /// Also used for completion in a shell.
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
        return false  // a hidden folder belongs to no application
      }
      return FileManager.default.fileExists(atPath: folder.path)
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension StoredFile {
  /// Whether the file is an archive, including one set aside.
  var isArchive: Bool {
    switch content {
    case .archive, .candidate, .damaged, .passedOver: true
    case .launchImage, .marker, .lock, .unfinished: false
    }
  }

  /// Whether the file is an archive that was set aside.
  var isSetAside: Bool {
    switch content {
    case .damaged, .passedOver: true
    default: false
    }
  }

  fileprivate var order: (Int, String, Int) {
    let rank =
      switch content {
      case .archive(.current): 0
      case .archive(.previous): 1
      case .archive(.lastGood): 2
      case .candidate: 3
      case .damaged(let age): 3 + age
      case .passedOver(let number): 1_007 - number
      case .launchImage: 1_010
      case .marker: 1_011
      case .lock: 1_012
      case .unfinished: 1_013
      }
    return (instance, slot ?? "", rank)
  }
}
#endif
