// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// The system's metadata of a file.
///
/// Two values are equal as long as the same file is at the path, unchanged.
package struct FileStatus: Hashable, Sendable {
  package struct Time: Hashable, Sendable {
    package var seconds = 0
    package var nanoseconds = 0
  }

  package var (device, inode): (UInt64, UInt64) = (0, 0)
  package var size = 0
  /// The number of names of the file.
  package var linkCount = 1
  package var owner: UInt32 = 0
  /// The lowest twelve bits of the mode.
  package var permissions: UInt32 = 0
  package var isRegularFile = true
  package var modified = Time()
  /// The time of the last change to bytes, names, owner or permissions.
  package var changed = Time()

  /// Creates the status of an empty file from 1970.
  package init() {}

  /// Reads the status at a path without following a link.
  ///
  /// `nil` when there is no file, or the path is not reachable.
  package init?(path: String) {
    var status = stat()
    // Passing the string itself would copy it.
    guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    linkCount = Int(status.st_nlink)
    owner = status.st_uid
    permissions = UInt32(status.st_mode & 0o7777)
    isRegularFile = status.st_mode & S_IFMT == S_IFREG
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.modified = Time(seconds: Int(modified.tv_sec), nanoseconds: Int(modified.tv_nsec))
    self.changed = Time(seconds: Int(changed.tv_sec), nanoseconds: Int(changed.tv_nsec))
  }

  /// Returns whether both describe the same file.
  package func isSameFile(as other: FileStatus) -> Bool {
    inode == other.inode && device == other.device
  }

  /// Whether users other than the owner can read or change the file.
  package var isOpenToOthers: Bool { permissions & 0o077 != 0 }

  /// Whether the file's last change is more than two seconds ago.
  ///
  /// The clock of a file system ticks a few hundred times a second at best. Two changes within one
  /// tick have equal times, so a very recent status proves nothing.
  package var isSettled: Bool { changed.seconds < time(nil) - 2 }
}
