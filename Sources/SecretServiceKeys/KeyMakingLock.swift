// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
  import PosixSupport
  import RestorationArchive

  /// Serializes making and removing keys across an application's processes.
  ///
  /// A keyring has no operation that stores an item only if none exists. The lock belongs to the
  /// kernel and ends with the process, so a leftover file blocks no one.
  struct KeyMakingLock: Sendable {
    private let folder: String

    init(_ application: String, _ environment: [String: String]) throws(ArchiveError) {
      folder = try StateFolders(application, environment).keys
    }

    /// Runs a closure while holding the lock; waits for other processes.
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
