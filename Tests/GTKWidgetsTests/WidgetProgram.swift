// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import RestorationArchive
import RestorationTesting
import StateRestoration
import XCTest

@testable import GTKWidgets

/// A program that tests can relaunch, with a hand-driven main loop.
@MainActor final class WidgetProgram {
  let log = LogRecorder()
  private let store = MemoryStore()
  let keys = MemoryKeyProvider()
  private(set) var restoration: WidgetRestoration
  /// The windows of this run.
  private var windows: [WidgetPointer] = []

  init() throws {
    let environment = ProcessInfo.processInfo.environment
    try XCTSkipIf(
      environment["DISPLAY"] == nil && environment["WAYLAND_DISPLAY"] == nil,
      "There is no display.")
    guard gtk_init_check() != 0 else { throw DisplayRefused() }
    // As in most programs; the tests of GTKHost switch it off.
    cgtk_object_set_boolean(
      UnsafeMutableRawPointer(gtk_settings_get_default()), "gtk-enable-animations", 1)
    restoration = WidgetRestoration(Self.makeCoordinator(store, keys, log))
  }

  /// Ends the run: otherwise it would receive the next test's signals.
  isolated deinit { end() }

  private func end() {
    restoration.restoresArrivals = false
    restoration.end.stop()
    // GTK destroys a dialog together with its parent.
    let toplevels = gtk_window_get_toplevels()
    while let window = g_list_model_get_item(toplevels, 0) {
      gtk_window_destroy(WidgetPointer(OpaquePointer(window)).cast())
      g_object_unref(window)
    }
    windows = []
  }

  private static func makeCoordinator(
    _ store: MemoryStore, _ keys: MemoryKeyProvider, _ log: LogRecorder
  ) -> RestorationCoordinator {
    RestorationCoordinator(
      ApplicationDescription(identifier: "org.example.Tests", version: "1"),
      archiver: Archiver(store: store, keys: keys), logger: log.logger)
  }

  /// Creates a restored window around a widget, not yet on screen.
  @discardableResult
  func makeWindow(_ child: WidgetPointer, named name: String? = "Main") -> WidgetPointer {
    let window = makeHiddenWindow(child, named: name)
    connect(window, "destroy") { [weak self] _ in self?.windows.removeAll { $0 == window } }
    restoration.restore(window)
    return window
  }

  /// Restores a test's own window and shows it.
  func adopt(_ window: WidgetPointer) {
    windows.append(window)
    restoration.restore(window)
    present(window)
  }

  /// Creates and shows a restored window around a widget.
  @discardableResult
  func show(_ child: WidgetPointer, named name: String? = "Main") -> WidgetPointer {
    let window = makeWindow(child, named: name)
    present(window)
    return window
  }

  /// Creates a window around a widget without restoring or showing it.
  func makeHiddenWindow(_ child: WidgetPointer, named name: String?) -> WidgetPointer {
    let window: WidgetPointer = gtk_window_new()
    gtk_window_set_default_size(window.cast(), 400, 300)
    gtk_window_set_child(window.cast(), child)
    window.restorationIdentifier = name
    windows.append(window)
    return window
  }

  /// Shows a restored window around a widget, and returns what its first paint has.
  func atFirstPaint<Value>(
    of child: WidgetPointer, _ look: @escaping @MainActor () -> Value
  ) throws -> Value {
    let window = makeWindow(child)
    gtk_widget_realize(window)
    var value: Value?
    connect(UnsafeMutableRawPointer(gtk_widget_get_frame_clock(window)!), "after-paint") { _ in
      if value == nil, gtk_widget_get_height(child) > 0 { value = look() }
    }
    present(window)
    return try XCTUnwrap(value, "nothing was painted")
  }

  /// The windows that the program has made in this run, in order.
  var openWindows: [WidgetPointer] {
    restoration.windows.compactMap { $0.participant?.widget }
  }

  func present(_ window: WidgetPointer) {
    gtk_window_present(window.cast())
    pump { gtk_widget_get_height(window) > 0 }
    settle()
  }

  /// Closes a window as a window manager does when the user asks for it.
  func closeByUser(_ window: WidgetPointer) throws {
    g_object_ref(window.raw)
    defer { g_object_unref(window.raw) }
    try WindowManager.requestClose(window)
    pump { gtk_widget_get_mapped(window) == 0 }
  }

  /// Lets the user ask a window to close, which the program refuses after a closure.
  func refuseToClose(_ window: WidgetPointer, _ body: @escaping @MainActor () -> Void = {}) throws {
    var isAsked = false
    let handler = connect(window, "close-request") {
      body()
      isAsked = true
      $0.answer(true)
    }
    try WindowManager.requestClose(window)
    pump { isAsked }
    g_signal_handler_disconnect(window.raw, handler)
    settle()
  }

  /// Ends this run like a kill after a save, and starts another.
  func relaunch(saving: Bool = true) throws {
    if saving { try restoration.save() }
    end()
    restoration = WidgetRestoration(Self.makeCoordinator(store, keys, log))
  }

  /// The unencrypted bytes of the latest save.
  var archived: [UInt8] {
    Archiver(store: store, keys: keys).load().snapshot?.bytes ?? []
  }

  /// Whether a text is anywhere in the latest save.
  func isArchived(_ text: String) -> Bool { archived.firstRange(of: Array(text.utf8)) != nil }

  /// Runs the main loop until a condition holds; fails after ten seconds.
  func pump(
    file: StaticString = #filePath, line: UInt = #line, until condition: () -> Bool
  ) {
    let deadline = ContinuousClock.now + .seconds(10)
    // Without the timeout, a waiting loop would never check the deadline.
    let alarm = TimeoutAction(after: .seconds(10)) {}
    while !condition() {
      guard ContinuousClock.now < deadline else {
        return XCTFail("The condition did not come true in time.", file: file, line: line)
      }
      g_main_context_iteration(nil, 1)
    }
    alarm.cancel()
  }

  /// Runs the main loop until two more frames are painted.
  func settle() {
    guard let window = windows.last, let clock = gtk_widget_get_frame_clock(window) else {
      return
    }
    for _ in 0..<2 {
      var isPainted = false
      let handler = connect(UnsafeMutableRawPointer(clock), "after-paint") { _ in
        isPainted = true
      }
      gtk_widget_queue_draw(window)
      pump { isPainted }
      g_signal_handler_disconnect(UnsafeMutableRawPointer(clock), handler)
    }
  }
}

/// Runs a test with a program of its own, which may wait less long than usual for what is missing.
func withProgram(
  patience: Duration? = nil, _ test: @MainActor (WidgetProgram) throws -> Void
) throws {
  try MainActor.assumeIsolated {
    let usual = WidgetParticipant.patience
    defer { WidgetParticipant.patience = usual }
    WidgetParticipant.patience = patience ?? usual
    try test(WidgetProgram())
  }
}

/// A named display on which no window can be opened.
struct DisplayRefused: Error {}

/// Returns a list of strings as a model.
@MainActor func makeStrings(_ strings: [String]) -> OpaquePointer {
  let list = gtk_string_list_new(nil)
  for string in strings { gtk_string_list_append(list, string) }
  return list!
}

/// Returns a column whose cells have labels; GTK measures a cell without a child, and complains.
@MainActor func makeColumn(_ title: String) -> OpaquePointer {
  let factory = gtk_signal_list_item_factory_new()
  connect(UnsafeMutableRawPointer(factory!), "setup") {
    let label: WidgetPointer = gtk_label_new("Cell")
    gtk_list_item_set_child(OpaquePointer($0.object(0)), label)
  }
  return gtk_column_view_column_new(title, factory)
}

/// Returns an entry with a text and an identifier.
@MainActor func makeEntry(_ text: String = "", _ identifier: String? = "Entry") -> WidgetPointer {
  let entry: WidgetPointer = gtk_entry_new().named(identifier)
  gtk_editable_set_text(entry.opaque, text)
  return entry
}

/// Returns the text that an entry shows.
@MainActor func text(of entry: WidgetPointer) -> String? {
  gtk_editable_get_text(entry.opaque).map { String(cString: $0) }
}

/// Returns the buffer of a text view, which owns it.
@MainActor func buffer(of view: WidgetPointer) -> UnsafeMutablePointer<GtkTextBuffer> {
  gtk_text_view_get_buffer(view.cast())
}

/// Returns the text that a text view shows.
@MainActor func shownText(in view: WidgetPointer) -> String? {
  let buffer = buffer(of: view)
  var (start, end) = (GtkTextIter(), GtkTextIter())
  gtk_text_buffer_get_bounds(buffer, &start, &end)
  guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return nil }
  defer { g_free(text) }
  return String(cString: text)
}

/// Returns the character that a text view's cursor is before.
@MainActor func shownCursor(in view: WidgetPointer) -> Int32 {
  var place = GtkTextIter()
  gtk_text_buffer_get_iter_at_mark(
    buffer(of: view), &place, gtk_text_buffer_get_insert(buffer(of: view)))
  return gtk_text_iter_get_offset(&place)
}

/// Places a text view's cursor before a character.
@MainActor func setCursor(_ offset: Int32, in view: WidgetPointer) {
  let buffer = buffer(of: view)
  var place = GtkTextIter()
  gtk_text_buffer_get_iter_at_offset(buffer, &place, offset)
  gtk_text_buffer_place_cursor(buffer, &place)
}

/// Returns a vertical box of widgets.
@MainActor func makeBox(_ children: WidgetPointer...) -> WidgetPointer {
  let box: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  for child in children { gtk_box_append(box.cast(), child) }
  return box
}

extension WidgetPointer {
  /// Sets the identifier and returns the widget.
  @MainActor func named(_ identifier: String?) -> WidgetPointer {
    restorationIdentifier = identifier
    return self
  }
}
#endif
