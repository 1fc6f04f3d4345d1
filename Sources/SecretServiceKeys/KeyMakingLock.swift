// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
  import Glibc
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
      let path = folder + "/keyring.lock"
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { throw failure("cannot be opened", path) }
      defer { close(file) }
      while flock(file, LOCK_EX) != 0 {
        guard errno == EINTR else { throw failure("cannot be taken", path) }
      }
      return try body()
    }

    private func failure(_ what: String, _ path: String) -> ArchiveError {
      ArchiveError(.keyUnavailable, "The key's lock \(what)", file: path, systemError: errno)
    }
  }
#endif
