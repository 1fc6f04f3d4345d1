// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import Foundation
import GTKWidgets

/// Lets a script control the program through standard input.
///
/// The commands, each followed by a line of output when it is done:
///
/// - `change` gives every widget of every page another value.
/// - `password` types into the password entry again.
/// - `page NAME` shows a page.
/// - `preferences` opens or closes the window of that name.
/// - `values` prints a line `PATH KIND VALUE` for each widget, and `end`.
///
/// It also prints `restored N` or `restored nothing` with the first frame, and `saved N REASON`
/// after each save.
@MainActor final class Tour {
  private let window: GalleryWindow
  private let restoration: WidgetRestoration
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ window: GalleryWindow, _ restoration: WidgetRestoration) {
    (self.window, self.restoration) = (window, restoration)
    restoration.onPreserve = { [weak self] result, report in
      guard case .success(let save) = result else { return }
      self?.say("saved \(save) \(report.reason)")
    }
  }

  /// Starts the tour with a visible window.
  func begin() {
    let restored = restoration.report.map { $0.sequenceNumber.map { "\($0)" } ?? "nothing" }
    connect(gtk_widget_get_frame_clock(window.widget), "after-paint") { [weak self] in
      guard let self else { return }
      let painted = waiting
      waiting = []
      painted.forEach { $0.resume() }
    }
    let (lines, input) = AsyncStream<String>.makeStream()
    Thread.detachNewThread {
      while let line = readLine() { input.yield(line) }
      input.finish()
    }
    Task {
      await paint()
      if let restored { say("restored \(restored)") }
      for await line in lines { await perform(line) }
    }
  }

  private func perform(_ line: String) async {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "change":
      for page in Page.all { await change(page) }
      say("changed")
    case "password":
      typePassword()
      say("typed")
    case "page":
      guard let page = Page.all.first(where: { $0.name == words.last }) else {
        return say("There is no such page.")
      }
      await show(page)
      say("page \(page.name)")
    case "preferences":
      await turnPreferences()
      say("preferences")
    case "values":
      for (path, widget) in window.widget.restored(below: []) { tell(path, widget) }
      if let open = preferences {
        for (path, widget) in open.restored(below: []) { tell(path, widget) }
      }
      say("end")
    default: say("There is no command \(line).")
    }
  }

  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  // MARK: The user's actions

  private func show(_ page: Page) async {
    window.show(page)
    await paint()
  }

  /// Changes all widgets of a page.
  private func change(_ page: Page) async {
    await show(page)
    guard let content = window.content(of: page) else { return }
    await change(content.restored(below: []).map(\.widget))
  }

  /// Changes widgets in the order of a user.
  ///
  /// First those that show others, and last those that scroll, once all sizes are final.
  private func change(_ widgets: [Widget]) async {
    let first = [
      gtk_menu_button_get_type(), adw_expander_row_get_type(), adw_preferences_window_get_type(),
    ]
    let last = gtk_scrolled_window_get_type()
    let order = { (widget: Widget) in
      first.contains(where: widget.isA) ? 0 : widget.isA(last) ? 2 : 1
    }
    for turn in 0...2 {
      for widget in widgets where order(widget) == turn { TourKind.of(widget)?.change(widget) }
      await paint()
    }
  }

  private func typePassword() {
    for (_, widget) in window.widget.restored(below: [])
    where widget.isA(gtk_password_entry_get_type()) {
      TourKind.of(widget)?.change(widget)
    }
  }

  private func turnPreferences() async {
    if let preferences {
      gtk_window_close(preferences.cast())
    } else {
      gtk_widget_activate_action_variant(window.widget, "app.preferences", nil)
      await paint()
      if let preferences { await change(preferences.restored(below: []).map(\.widget)) }
    }
    await paint()
  }

  /// The preferences window, if it is open.
  private var preferences: Widget? {
    let windows = gtk_window_get_toplevels()
    return (0..<g_list_model_get_n_items(windows)).lazy.compactMap { index -> Widget? in
      guard let window = g_list_model_get_item(windows, index) else { return nil }
      g_object_unref(window)
      let widget = OpaquePointer(window).widget
      return widget.isA(adw_preferences_window_get_type()) ? widget : nil
    }.first
  }

  /// Waits for some frames, since each can lead to another layout.
  private func paint() async {
    for _ in 0..<3 {
      gtk_widget_queue_draw(window.widget)
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func tell(_ path: [String], _ widget: Widget) {
    guard let kind = TourKind.of(widget) else { return }
    say("\(path.joined(separator: "/")) \(kind.name) \(kind.value(widget))")
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Returns the widgets with identifiers in this subtree, with their paths.
  @MainActor func restored(below path: [String]) -> [(path: [String], widget: Widget)] {
    let own = path + (restorationIdentifier.map { [$0] } ?? [])
    var found = own.count > path.count ? [(path: own, widget: self)] : []
    var child = gtk_widget_get_first_child(self)
    while let next = child {
      found += next.restored(below: own)
      child = gtk_widget_get_next_sibling(next)
    }
    return found
  }

  /// Whether the widget has a class, a superclass or an interface.
  func isA(_ type: GType) -> Bool {
    g_type_check_instance_is_a(
      UnsafeMutableRawPointer(self).assumingMemoryBound(to: GTypeInstance.self), type) != 0
  }
}
#endif
