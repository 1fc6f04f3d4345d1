// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import Foundation

  /// A request for a picture at a certain size.
  struct PictureRequest: Hashable, Sendable {
    /// The file's path as bytes, zero-terminated; it need not be UTF-8.
    var path: [CChar]
    /// The file's length, to notice another file with the same name.
    var fileSize: Int
    /// The file's modification time in nanoseconds, for the same purpose.
    var modified: Int
    /// The width of the box, in pixels.
    var width: Int
    /// The height of the box, in pixels.
    var height: Int
    /// Whether the picture covers the box instead of fitting in it.
    var covers: Bool

    /// Requests a file in its present version.
    ///
    /// If the file is missing, decoding will fail.
    init(file: URL, width: Int, height: Int, covers: Bool) {
      path = Self.path(of: file)
      (self.width, self.height, self.covers) = (width, height, covers)
      var status = stat()
      let exists = unsafe stat(path, &status) == 0
      fileSize = exists ? Int(status.st_size) : 0
      modified = exists ? Int(status.st_mtim.tv_sec) * 1_000_000_000 + status.st_mtim.tv_nsec : 0
    }

    /// Returns the bytes of a file's path.
    ///
    /// As a text, a path that is not UTF-8 would be empty.
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

    /// Returns whether both are for the same version of a file.
    func isSameFile(as other: PictureRequest) -> Bool {
      path == other.path && fileSize == other.fileSize && modified == other.modified
    }

    /// Returns the factor that shrinks a picture to this request.
    ///
    /// It is at most 1.
    func scale(width naturalWidth: Double, height naturalHeight: Double) -> Double {
      let across = Double(width) / max(naturalWidth, 1)
      let down = Double(height) / max(naturalHeight, 1)
      return min(1, covers ? max(across, down) : min(across, down))
    }
  }
#endif
