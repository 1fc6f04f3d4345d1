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
