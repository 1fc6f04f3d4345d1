// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// What a window's picture says about itself: whether the window was dark.
  ///
  /// It stands behind the picture, where no reader of TIFF looks: that ends where its directory says.
  struct PictureMark: Equatable, Sendable {
    /// Whether the window was dark.
    let isDark: Bool

    private static let (light, dark) = (Array("\nlight".utf8), Array("\ndark".utf8))

    /// Describes a window.
    init(isDark: Bool) { self.isDark = isDark }

    /// What a picture says; `nil` for one without a mark.
    init?(of encoded: [UInt8]) {
      if encoded.suffix(Self.dark.count).elementsEqual(Self.dark) {
        isDark = true
      } else if encoded.suffix(Self.light.count).elementsEqual(Self.light) {
        isDark = false
      } else {
        return nil
      }
    }

    /// A picture with the mark.
    func added(to encoded: [UInt8]) -> [UInt8] { encoded + (isDark ? Self.dark : Self.light) }
  }
#endif
