// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// A row of linked buttons, of which one at most is down.
  @MainActor final class SegmentRow {
    /// The row's widget.
    let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)

    /// Told when the user presses another button.
    var onSelect: (@MainActor (Int) -> Void)?

    /// The buttons, first to last.
    private(set) var buttons: [WidgetPointer] = []

    private var titles: [String] = []
    private var isSyncing = false

    /// Creates a row without buttons.
    init() {
      g_object_ref_sink(widget)
      widget.setStyle("linked", true)
      widget.setStyle("segments", true)
    }

    isolated deinit { g_object_unref(widget) }

    /// Shows buttons, one of them down.
    ///
    /// - Parameters:
    ///   - titles: What the buttons say.
    ///   - selected: The one that is down; `nil` or out of range: none.
    func show(_ titles: [String], selected: Int?) {
      isSyncing = true
      defer { isSyncing = false }
      if titles != self.titles { replaceButtons(titles) }
      for (index, button) in buttons.enumerated() {
        let isDown = index == selected
        if isDown != (gtk_toggle_button_get_active(button.cast()) != 0) {
          gtk_toggle_button_set_active(button.cast(), isDown.gboolean)
        }
      }
    }

    private func replaceButtons(_ titles: [String]) {
      for button in buttons { gtk_box_remove(widget.cast(), button) }
      self.titles = titles
      buttons = titles.enumerated().map { index, title in
        let button: WidgetPointer = gtk_toggle_button_new_with_label(title)
        // A row of many segments is shortened rather than wider than the window.
        gtk_label_set_ellipsize(gtk_widget_get_first_child(button).opaque, PANGO_ELLIPSIZE_END)
        connect(button, "toggled") { [weak self] _ in self?.userDidToggle(index) }
        gtk_box_append(widget.cast(), button)
        return button
      }
      for button in buttons.dropFirst() {
        gtk_toggle_button_set_group(button.cast(), buttons[0].cast())
      }
    }

    private func userDidToggle(_ index: Int) {
      guard !isSyncing, buttons.indices.contains(index),
        gtk_toggle_button_get_active(buttons[index].cast()) != 0
      else { return }
      onSelect?(index)
    }
  }
#endif
