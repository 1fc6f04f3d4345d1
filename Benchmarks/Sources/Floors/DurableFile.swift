// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The least work that makes bytes durable.
public final class DurableFile: Sendable {
  /// The file that is replaced.
  public let path: String
  private let folder: String
  private let log: CInt

  /// A failed system call.
  public struct Failure: Error {
    /// The call that failed.
    public let action: String
    /// The system's error number.
    public let number: CInt
  }

  /// Opens a folder and a file to append to.
  ///
  /// - Parameters:
  ///   - folder: The folder; it must exist.
  ///   - name: The start of the files' names.
  /// - Throws: ``Failure``.
  public init(in folder: String, name: String = "floor") throws {
    (self.folder, path) = (folder, "\(folder)/\(name)")
    log = open(path + ".log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    try check(log >= 0, "open")
  }

  deinit { close(log) }

  /// Replaces the file by a new one: write, fsync, rename, fsync.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``Failure``.
  public func replace(with bytes: UnsafeRawBufferPointer) throws {
    let file = open(path + ".new", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try check(file >= 0, "open")
    defer { close(file) }
    try writeAll(bytes, to: file)
    try check(fsync(file) == 0, "fsync")
    try check(rename(path + ".new", path) == 0, "rename")
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try check(directory >= 0, "open")
    defer { close(directory) }
    try check(fsync(directory) == 0, "fsync")
  }

  /// Appends to an open file: write, fdatasync.
  ///
  /// - Parameter bytes: The bytes to add.
  /// - Throws: ``Failure``.
  public func append(_ bytes: UnsafeRawBufferPointer) throws {
    try writeAll(bytes, to: log)
    try check(fdatasync(log) == 0, "fdatasync")
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer, to file: CInt) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      try check(written > 0, "write")
      rest = rest.dropFirst(written)
    }
  }

  private func check(_ isDone: Bool, _ action: String) throws {
    guard isDone else { throw Failure(action: action, number: errno) }
  }
}
