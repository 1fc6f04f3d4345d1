// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import Glibc

/// The baseline of reading.
public enum WholeFile {
  /// Reads a file: open, fstat, read, close.
  ///
  /// - Parameter path: The file.
  /// - Returns: Its bytes; `nil` when it can't be read.
  public static func read(_ path: String) -> Data? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, let start = malloc(Int(status.st_size)) else { return nil }
    let bytes = Data(bytesNoCopy: start, count: Int(status.st_size), deallocator: .free)
    return Glibc.read(file, start, bytes.count) == bytes.count ? bytes : nil
  }
}
