// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ExampleSupport

/// The style of a conference schedule; colours follow the user's theme.
enum Stylesheet {
  static let text = """
    \(StatusPage.stylesheet)
    .session-start { font-weight: bold; }
    .session-end { font-size: smaller; opacity: 0.7; }
    .session-star { color: #c88800; }
    .table-cell.selected .session-star { color: inherit; }
    .session-title { font-size: 160%; font-weight: 800; }
    .session-subtitle { font-size: 115%; opacity: 0.8; }
    .session-place { font-weight: bold; }
    .session-persons { font-style: italic; }
    .session-abstract { padding-top: 8px; }
    .sheet-heading { font-size: 125%; font-weight: bold; }
    """
}
