// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What makes it look like a photo viewer; colours follow the user's theme.
///
/// Sheets do not dim the photo: what an inspector does is to be seen as it is.
enum Stylesheet {
  static func text(isStill: Bool) -> String { isStill ? common + still : common }

  private static let common = """
    .photo { background: #17171a; }
    .thumbnail { border-radius: 8px; }
    .caption { font-size: 90%; }
    .sheet-scrim { background: none; }
    .heading { font-weight: bold; font-size: 110%; }
    """

  /// GTK draws a ring around the focus for three seconds after a key, and a caret that blinks.
  private static let still = """
    * { outline-style: none; transition: none; caret-color: transparent; }
    """
}
