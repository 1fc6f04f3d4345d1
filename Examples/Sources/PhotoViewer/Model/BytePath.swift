// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A path as bytes, which need not be UTF-8.
struct BytePath: Hashable, Sendable {
  var bytes: [UInt8]

  /// Creates the path of a file URL, whose path is UTF-8.
  init(_ url: URL) { bytes = Array(url.path.utf8) }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the path of an item in this folder.
  func appending(_ name: [UInt8]) -> BytePath { BytePath(bytes + [UInt8(ascii: "/")] + name) }

  /// The path as a C string.
  var cString: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

  /// The file's URL, with bytes outside UTF-8 percent-encoded.
  var url: URL {
    if let path = String(validating: bytes, as: UTF8.self) {
      return URL(filePath: path, directoryHint: .notDirectory)
    }
    let written = bytes.map { byte in
      let isPlain = byte == UInt8(ascii: "/") || (byte < 0x80 && isLetterOrDigit(byte))
      return isPlain ? String(UnicodeScalar(byte)) : String(format: "%%%02X", Int(byte))
    }
    guard let url = URL(string: "file://\(written.joined())") else {
      preconditionFailure("Letters, digits, slashes and percents make a URL.")
    }
    return url
  }

  private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    let scalar = UnicodeScalar(byte)
    return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
      || ("0"..."9").contains(scalar)
  }

  /// The file's name and extension; invalid UTF-8 becomes `�`.
  var nameAndEnding: (name: String, ending: String) {
    let last = bytes.split(separator: UInt8(ascii: "/")).last ?? []
    guard let dot = last.lastIndex(of: UInt8(ascii: ".")) else { return (Self.text(last), "") }
    return (Self.text(last[..<dot]), Self.text(last[(dot + 1)...]))
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
