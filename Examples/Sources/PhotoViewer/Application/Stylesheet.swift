// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ExampleSupport

/// The style of a photo viewer; colours follow the user's theme.
enum Stylesheet {
  static let text = """
    \(StatusPage.stylesheet)
    .photo { background: #17171a; }
    .photo .status-page { color: white; }
    .photo .status-icon { color: alpha(white, 0.7); }
    .missing-thumbnail { -gtk-icon-size: 48px; border: none; box-shadow: none; background: none; }
    .missing-thumbnail { color: alpha(@theme_fg_color, 0.6); }
    .thumbnail { border-radius: 8px; }
    .caption { font-size: 90%; }
    .heading { font-weight: bold; font-size: 110%; }
    """
}
