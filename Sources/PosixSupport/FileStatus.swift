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

/// The error number of a system call.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  package static let accessDenied = Self(EACCES)
  package static let exists = Self(EEXIST)
  package static let fileTooLarge = Self(EFBIG)
  package static let missing = Self(ENOENT)
  package static let noLocks = Self(ENOLCK)
  package static let stale = Self(ESTALE)
  package static let notPermitted = Self(EPERM)

  /// Whether the error means that second names are not supported.
  package var saysThatLinksAreMissing: Bool {
    [EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV].contains(number)
  }

  /// Whether the process lacks descriptors or memory.
  ///
  /// Such an error says nothing about the file.
  package var isShortage: Bool { [EMFILE, ENFILE, ENOMEM].contains(number) }

  /// Whether a folder cannot be synced.
  ///
  /// Some network file systems do not support it.
  package var saysThatSyncIsMissing: Bool { [EINVAL, EOPNOTSUPP].contains(number) }

  /// The C library's message, except for links.
  ///
  /// ``OpenFile`` follows no link, and the library would speak of too many.
  package var description: String {
    if number == ELOOP { return "This is a link, or links lead in a circle" }
    return unsafe String(cString: strerror(number))
  }
}

/// Makes a system call, and repeats it after an interrupting signal.
///
/// - Throws: ``SystemError`` when the call returns -1.
@discardableResult
func checked<Value: SignedInteger>(_ call: @autoclosure () -> Value) throws(SystemError) -> Value {
  while true {
    let value = call()
    if value != -1 { return value }
    let number = errno
    if number != EINTR { throw SystemError(number) }
  }
}

/// Operations on the names of files.
package enum FileNames {
  /// Renames a file, replacing any file with the new name.
  package static func move(_ path: String, to newPath: String) throws(SystemError) {
    try unsafe checked(rename(path, newPath))
  }

  /// Gives a file a second name; returns `false` when it is taken.
  package static func add(_ newPath: String, to path: String) throws(SystemError) -> Bool {
    try isDone(unsafe link(path, newPath), unless: .exists)
  }

  /// Removes a name; returns `false` when there is none.
  @discardableResult package static func remove(_ path: String) throws(SystemError) -> Bool {
    try isDone(unsafe unlink(path), unless: .missing)
  }

  /// Creates a folder for its owner alone; `false` when the name exists.
  package static func makeFolder(_ path: String) throws(SystemError) -> Bool {
    try isDone(unsafe mkdir(path, 0o700), unless: .exists)
  }

  private static func isDone(_ call: @autoclosure () -> Int32, unless harmless: SystemError)
    throws(SystemError) -> Bool
  {
    do throws(SystemError) {
      try checked(call())
      return true
    } catch {
      if error == harmless { return false }
      throw error
    }
  }

  /// Returns whether a file may exist; `true` if that is unknown.
  package static func mayExist(_ path: String) -> Bool {
    // Passing the string itself would copy it.
    unsafe path.withCString {
      unsafe access($0, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR
    }
  }
}

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
