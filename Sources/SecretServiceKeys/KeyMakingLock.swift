// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
  import PosixSupport
  import RestorationArchive

  /// Lets one process of an application at a time make or remove keys.
  ///
  /// A keyring has no operation that stores an item only if there is none. The lock is the kernel's
  /// and ends with the process, so a file that is left over locks nobody out.
  struct KeyMakingLock: Sendable {
    private let folder: String

    init(_ application: String, _ environment: [String: String]) throws(ArchiveError) {
      folder = try StateFolders(application, environment).keys
    }

    /// Runs a body while no other process does the same; waits for the one that does.
    func withLock<Value>(_ body: () throws(ArchiveError) -> Value) throws(ArchiveError) -> Value {
      try PosixFileSystem().createFolder(folder)
      let lock = try lock()
      defer { extendLifetime(lock) }
      return try body()
    }

    private func lock() throws(ArchiveError) -> OpenFile {
      do throws(ArchiveError) {
        return try PosixFileSystem().lock(folder + "/keyring.lock")
      } catch {
        throw ArchiveError(
          .keyUnavailable, error.reason, file: error.file, systemError: error.systemError)
      }
    }
  }
#endif
