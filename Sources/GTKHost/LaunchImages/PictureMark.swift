// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// The mark in a window's picture that tells whether it was dark.
  ///
  /// It is appended to the TIFF data. No reader looks there, because the directory inside tells
  /// where the data ends.
  struct PictureMark: Equatable, Sendable {
    /// Whether the window was dark.
    let isDark: Bool

    private static let (light, dark) = (Array("\nlight".utf8), Array("\ndark".utf8))

    /// Creates the mark of a window.
    init(isDark: Bool) { self.isDark = isDark }

    /// Reads the mark of a picture; `nil` without one.
    init?(of encoded: [UInt8]) {
      if encoded.suffix(Self.dark.count).elementsEqual(Self.dark) {
        isDark = true
      } else if encoded.suffix(Self.light.count).elementsEqual(Self.light) {
        isDark = false
      } else {
        return nil
      }
    }

    /// Returns picture data with the mark added.
    func added(to encoded: [UInt8]) -> [UInt8] { encoded + (isDark ? Self.dark : Self.light) }
  }
#endif
