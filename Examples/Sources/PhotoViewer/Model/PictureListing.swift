// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds the pictures in a folder and its subfolders.
///
/// Names may be any bytes: `FileManager` skips names that are not UTF-8.
struct PictureListing {
  struct File {
    var path: BytePath
    /// The modification time, in nanoseconds.
    var modified: Int
  }

  static let endings: Set = ["jpg", "jpeg", "png", "webp", "gif", "tif", "tiff", "bmp"]

  private(set) var files: [File] = []

  /// Lists a folder.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - visit: Called for each folder before it is read.
  init(of root: BytePath, visit: (BytePath) -> Void) {
    var waiting = [root]
    while let folder = waiting.popLast() {
      visit(folder)
      for name in Self.names(in: folder) { add(folder.appending(name), to: &waiting) }
    }
  }

  /// Adds a picture to the result, or a folder to the queue.
  ///
  /// Symbolic links are followed to pictures only.
  private mutating func add(_ path: BytePath, to waiting: inout [BytePath]) {
    var status = stat()
    guard lstat(path.cString, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR { return waiting.append(path) }
    guard Self.endings.contains(path.nameAndEnding.ending.lowercased()),
      stat(path.cString, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return }
    let modified = Int(status.st_mtim.tv_sec) * 1_000_000_000 + status.st_mtim.tv_nsec
    files.append(File(path: path, modified: modified))
  }

  /// Returns the names in a folder, except hidden files.
  private static func names(in folder: BytePath) -> [[UInt8]] {
    guard let stream = opendir(folder.cString) else { return [] }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
    return names
  }
}
