// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// The inspector's stylesheet; its colours come from the theme.
  ///
  /// So it works with light and dark themes.
  @MainActor enum InspectorStyle {
    private static var isInstalled = false

    private static let css = """
      .inspector-summary { padding: 10px 14px; }
      .inspector-columns { padding: 4px 14px; border-bottom: 1px solid alpha(@theme_fg_color, 0.12); }
      .inspector list row { padding: 3px 14px 3px 8px; min-height: 24px; }
      .inspector list row.inspector-heading { padding-top: 10px; }
      .inspector-disclosure { min-width: 16px; min-height: 16px; padding: 0; margin: 0; }
      .inspector-details { padding: 14px; }
      .inspector-label { font-size: smaller; margin-bottom: -6px; }
      .inspector-key { font-weight: bold; margin-bottom: -8px; }
      .inspector-value {
        background-color: alpha(@theme_fg_color, 0.07);
        border-radius: 6px;
        padding: 4px 8px;
      }
      image.inspector-preserved { color: mix(@success_color, @theme_fg_color, 0.25); }
      .inspector-incomplete, .inspector-warning {
        color: mix(@warning_color, @theme_fg_color, 0.4);
      }
      .inspector-notPreserved, .inspector-dropped {
        color: mix(@error_color, @theme_fg_color, 0.3);
      }
      .inspector-sentence {
        border-left: 3px solid currentColor;
        padding-left: 8px;
      }
      .inspector-sentence > * { color: @theme_fg_color; }
      .inspector row:selected label, .inspector row:selected image { color: inherit; }
      """

    /// Adds the stylesheet to the display, once.
    static func install() {
      guard !isInstalled else { return }
      isInstalled = true
      Stylesheet.install(css, priority: GTK_STYLE_PROVIDER_PRIORITY_APPLICATION)
    }
  }
#endif
