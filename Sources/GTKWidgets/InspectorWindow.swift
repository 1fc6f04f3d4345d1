// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive
import StateRestoration

/// The window for developers that shows what is saved and what came back.
extension WidgetRestoration {
  /// Handles a key that nothing in a restored window used; returns whether it acted.
  ///
  /// Ctrl+Shift+R opens the inspector, in debug builds of this package and in developer mode.
  func userDidPress(_ key: UInt32, modifiers: UInt32) -> Bool {
    guard allowsInspector, InspectorWindow.isOpened(by: key, modifiers) else { return false }
    let inspector = inspector ?? InspectorWindow(self)
    self.inspector = inspector
    inspector.present()
    return true
  }

  /// The windows that GTK has, shown or not, without the inspector.
  var programWindows: [WidgetPointer] {
    unsafe WindowWatch.all.filter { unsafe $0 != inspector?.window }
  }

  private var allowsInspector: Bool {
    #if DEBUG
    return true
    #else
    return coordinator.isDeveloperModeEnabled
    #endif
  }

  /// The texts of the inspector, with their headings; without values.
  var inspection: [(title: String, lines: [String])] {
    let report = report
    let outcomes = report?.outcomes ?? []
    let (back, rest) = (outcomes.filter(\.isBack), outcomes.filter { !$0.isBack })
    let incidents = report?.incidents.map { "\($0)" } ?? []
    return [
      ("Not saved, for want of an identifier", unsavedLines),
      ("Did not come back", rest.map(\.line) + incidents + (report?.diagnostics ?? [])),
      ("Came back", back.map(\.line)),
    ]
  }

  /// The widgets in windows on screen that would keep state, and have no identifier; a line each.
  var unsavedLines: [String] {
    let windows = unsafe programWindows.filter { unsafe gtk_widget_get_mapped($0) != 0 }
    return unsafe windows.flatMap { unsafe InterfaceNames.unnamed(in: $0) }.map { widget in
      let place = unsafe place(of: widget)
      return unsafe place.isEmpty ? widget.className : "\(widget.className) in \(place)"
    }
  }
}

extension RestorationReport.Outcome {
  fileprivate var isBack: Bool { [.restored, .referenced].contains(result) }

  /// The place and what came of it, without values.
  package var line: String { "\(address.path): \(result)" }
}

/// A window with texts that the user can select and copy.
///
/// It is no window of the program: it is not saved, does not count as open, and closes with the
/// last restored window.
@safe @MainActor final class InspectorWindow {
  /// GTK's window, which GTK owns until ``close()``.
  let window: WidgetPointer
  /// The view of the text.
  let content: WidgetPointer
  private weak var restoration: WidgetRestoration?
  private var shown = ""

  init(_ restoration: WidgetRestoration) {
    self.restoration = restoration
    unsafe window = unsafe gtk_window_new()
    unsafe content = unsafe gtk_text_view_new()
    unsafe gtk_window_set_title(window.cast(), "Restoration")
    unsafe gtk_window_set_default_size(window.cast(), 640, 480)
    unsafe gtk_text_view_set_editable(content.cast(), 0)
    unsafe gtk_text_view_set_cursor_visible(content.cast(), 0)
    unsafe gtk_text_view_set_wrap_mode(content.cast(), GTK_WRAP_WORD_CHAR)
    unsafe gtk_text_view_set_left_margin(content.cast(), 14)
    unsafe gtk_text_view_set_right_margin(content.cast(), 14)
    unsafe gtk_text_view_set_top_margin(content.cast(), 14)
    unsafe gtk_text_view_set_bottom_margin(content.cast(), 14)
    unsafe cgtk_accessible_set_label(content, "Restoration")
    let scrolled: WidgetPointer = unsafe gtk_scrolled_window_new()
    unsafe gtk_scrolled_window_set_child(scrolled.opaque, content)
    unsafe gtk_window_set_child(window.cast(), scrolled)
    // Else a modal dialog of the program would block it.
    let group = unsafe gtk_window_group_new()
    unsafe gtk_window_group_add_window(group, window.cast())
    unsafe g_object_unref(group)  // the window keeps it
    listen()
  }

  /// Whether a key opens and closes the inspector.
  static func isOpened(by key: UInt32, _ modifiers: UInt32) -> Bool {
    let held = modifiers & gtk_accelerator_get_default_mod_mask().rawValue
    return Int32(bitPattern: gdk_keyval_to_lower(key)) == GDK_KEY_r
      && held == GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue
  }

  /// Shows the window, or brings it to the front.
  func present() {
    refresh()
    unsafe gtk_window_present(window.cast())
  }

  /// Closes the window for good.
  func close() { unsafe gtk_window_destroy(window.cast()) }

  /// Looks again; the selection stays if nothing has changed.
  private func refresh() {
    guard let restoration else { return }
    let text = restoration.inspection.map { title, lines in
      ([title] + (lines.isEmpty ? ["nothing"] : lines).map { "  " + printable($0) })
        .joined(separator: "\n")
    }.joined(separator: "\n\n")
    guard text != shown else { return }
    shown = text
    unsafe gtk_text_buffer_set_text(gtk_text_view_get_buffer(content.cast()), text, -1)
  }

  private func listen() {
    unsafe connect(window, "destroy") { [weak restoration] _ in restoration?.inspector = nil }
    unsafe connect(window, "notify::is-active") { [weak self] _ in
      if let self, unsafe gtk_window_is_active(window.cast()) != 0 { refresh() }
    }
    unsafe onKeyPress(in: window) { [weak self] key, modifiers in
      self?.userDidPress(key, modifiers: modifiers) ?? false
    }
  }

  /// Handles a key that the text did not use; returns whether it acted.
  func userDidPress(_ key: UInt32, modifiers: UInt32) -> Bool {
    let held = modifiers & gtk_accelerator_get_default_mod_mask().rawValue
    switch (Int32(bitPattern: gdk_keyval_to_lower(key)), held) {
    case (GDK_KEY_Escape, 0), (GDK_KEY_w, GDK_CONTROL_MASK.rawValue): close()
    case (GDK_KEY_F5, 0): refresh()
    default:
      guard Self.isOpened(by: key, modifiers) else { return false }
      close()
    }
    return true
  }
}
#endif
