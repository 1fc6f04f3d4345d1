// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The peer that draws a segmented control as linked buttons.
@MainActor final class SegmentedPeer: TypedPeer<SegmentedControl> {
  /// The buttons.
  let row: SegmentRow

  /// Creates the peer of a segmented control.
  init(_ view: SegmentedControl, host: GTKHost) {
    row = SegmentRow()
    unsafe super.init(view, widget: row.widget, host: host)
    row.onSelect = { [weak view] in view?.hostDidPick($0, then: view?.onChange) }
  }

  override func sync() {
    guard let model else { return }
    centerInsteadOfStretching()
    row.show(model.titles, selected: model.selectedSegmentIndex)
  }

  /// Focuses the button that is down.
  override func grabFocus() -> Bool {
    guard let index = model?.selectedSegmentIndex, unsafe row.buttons.indices.contains(index)
    else {
      return super.grabFocus()
    }
    return unsafe gtk_widget_grab_focus(row.buttons[index]) != 0
  }
}

/// A row of linked buttons; at most one of them is down.
@safe @MainActor final class SegmentRow {
  /// The row's widget.
  let widget: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)

  /// Called when the user presses another button.
  var onSelect: (@MainActor (Int) -> Void)?

  /// The buttons, first to last.
  private(set) var buttons: [WidgetPointer] = unsafe []

  private var titles: [String] = []
  private var isSyncing = false

  /// Creates a row without buttons.
  init() {
    unsafe g_object_ref_sink(widget)
    unsafe widget.setStyle("linked", true)
    unsafe widget.setStyle("segments", true)
  }

  isolated deinit { unsafe g_object_unref(widget) }

  /// Shows buttons, one of them down.
  ///
  /// - Parameters:
  ///   - titles: The texts of the buttons.
  ///   - selected: The index of the button that is down; `nil` or out of range means none.
  func show(_ titles: [String], selected: Int?) {
    isSyncing = true
    defer { isSyncing = false }
    if titles != self.titles { replaceButtons(titles) }
    unsafe buttons.enumerated().forEach { (index, button) in
      let isDown = index == selected
      if unsafe isDown != (gtk_toggle_button_get_active(button.cast()) != 0) {
        unsafe gtk_toggle_button_set_active(button.cast(), isDown.gboolean)
      }
    }
  }

  private func replaceButtons(_ titles: [String]) {
    unsafe buttons.forEach { button in unsafe gtk_box_remove(widget.cast(), button) }
    self.titles = titles
    unsafe buttons = unsafe titles.enumerated().map { index, title in
      let button: WidgetPointer = unsafe gtk_toggle_button_new_with_label(title)
      // Many segments get shorter titles, so that the row is not wider than the window.
      unsafe gtk_label_set_ellipsize(
        gtk_widget_get_first_child(button).opaque, PANGO_ELLIPSIZE_END)
      unsafe connect(button, "toggled") { [weak self] _ in self?.userDidToggle(index) }
      unsafe gtk_box_append(widget.cast(), button)
      return unsafe button
    }
    unsafe buttons.dropFirst().forEach { button in
      unsafe gtk_toggle_button_set_group(button.cast(), buttons[0].cast())
    }
  }

  private func userDidToggle(_ index: Int) {
    guard !isSyncing, unsafe buttons.indices.contains(index),
      unsafe gtk_toggle_button_get_active(buttons[index].cast()) != 0
    else { return }
    onSelect?(index)
  }
}
#endif
