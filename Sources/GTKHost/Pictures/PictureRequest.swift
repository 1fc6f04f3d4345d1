// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import Foundation

  /// A picture at the size in which it is wanted.
  struct PictureRequest: Hashable, Sendable {
    /// The file, by the bytes of its name, which need not be UTF-8, and a zero.
    var path: [CChar]
    /// The file's length, so that another file of the same name is another picture.
    var fileSize: Int
    /// When the file was changed, in nanoseconds; for the same reason.
    var modified: Int
    /// The width of the box, in pixels.
    var width: Int
    /// The height of the box, in pixels.
    var height: Int
    /// Whether the picture covers the box instead of fitting in it.
    var covers: Bool

    /// Asks for a file as it is now; a missing one is found out about when it is decoded.
    init(file: URL, width: Int, height: Int, covers: Bool) {
      path = Self.path(of: file)
      (self.width, self.height, self.covers) = (width, height, covers)
      var status = stat()
      let exists = unsafe stat(path, &status) == 0
      fileSize = exists ? Int(status.st_size) : 0
      modified = exists ? Int(status.st_mtim.tv_sec) * 1_000_000_000 + status.st_mtim.tv_nsec : 0
    }

    /// The bytes of a file's path: as text it would be empty where they are not UTF-8.
    static func path(of file: URL) -> [CChar] {
      var rest = Array(file.path(percentEncoded: true).utf8)[...]
      var bytes: [CChar] = []
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%"),
          let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), code != 0
        {
          bytes.append(CChar(bitPattern: code))
          rest = rest.dropFirst(2)
        } else {
          bytes.append(CChar(bitPattern: byte))
        }
      }
      return bytes + [0]
    }

    /// Whether both are of one file that has not changed in between.
    func isSameFile(as other: PictureRequest) -> Bool {
      path == other.path && fileSize == other.fileSize && modified == other.modified
    }

    /// How much a picture of a given size has to shrink; never grows.
    func scale(width naturalWidth: Double, height naturalHeight: Double) -> Double {
      let across = Double(width) / max(naturalWidth, 1)
      let down = Double(height) / max(naturalHeight, 1)
      return min(1, covers ? max(across, down) : min(across, down))
    }
  }
#endif
