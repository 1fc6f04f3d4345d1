// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import XCTest

@testable import GTKWidgets

/// A program with a window for each letter, and a dialog to find something in it.
@MainActor final class LetterWriter {
  private let restoration: WidgetRestoration

  init(_ restoration: WidgetRestoration) {
    self.restoration = restoration
    restoration.registerWindows("Letter") { [unowned self] saved in
      saved.document.flatMap { makeLetter($0) }
    }
    restoration.registerWindows("Find") { [unowned self] saved in
      saved.parent.flatMap { makeFindDialog(of: $0) }
    }
  }

  /// Brings all windows back, or opens the first one.
  func activate() {
    if !restoration.restoreWindows() { show(makeLetter("untitled")) }
  }

  /// Makes the window of a letter.
  func makeLetter(_ document: String) -> UnsafeMutablePointer<GtkWidget>? {
    guard let window = gtk_window_new(), let text = gtk_text_view_new() else { return nil }
    window.restorationIdentifier = "Letter"
    window.windowDocument = document
    text.restorationIdentifier = "Text"
    gtk_window_set_child(UnsafeMutablePointer(OpaquePointer(window)), text)
    return window
  }

  /// Makes the dialog of a letter's window.
  func makeFindDialog(of letter: UnsafeMutablePointer<GtkWidget>)
    -> UnsafeMutablePointer<GtkWidget>?
  {
    guard let dialog = gtk_window_new(), let entry = gtk_search_entry_new() else { return nil }
    dialog.restorationIdentifier = "Find"
    dialog.windowDocument = letter.windowDocument
    entry.restorationIdentifier = "Wanted"
    gtk_window_set_child(UnsafeMutablePointer(OpaquePointer(dialog)), entry)
    gtk_window_set_transient_for(
      UnsafeMutablePointer(OpaquePointer(dialog)), UnsafeMutablePointer(OpaquePointer(letter)))
    return dialog
  }

  /// Shows a new window.
  func show(_ window: UnsafeMutablePointer<GtkWidget>?) {
    guard let window else { return }
    restoration.restore(window)
    gtk_window_present(UnsafeMutablePointer(OpaquePointer(window)))
  }

  /// Records that a letter was saved under another name.
  func didSave(_ window: UnsafeMutablePointer<GtkWidget>, as document: String) {
    window.windowDocument = document
  }
}

/// The example of the page about documents and dialogs.
final class DocumentsAndDialogsTests: XCTestCase {
  /// R225: two letters and a dialog come back, each with its text, after the first launch.
  func testLetters() throws {
    try withProgram { program in
      let first = LetterWriter(program.restoration)
      first.activate()
      let untitled = try XCTUnwrap(program.openWindows.first)
      Self.setText("Dear Ada", in: untitled)
      first.didSave(untitled, as: "/home/me/ada")
      let other = try XCTUnwrap(first.makeLetter("/home/me/bob"))
      first.show(other)
      Self.setText("Dear Bob", in: other)
      let dialog = try XCTUnwrap(first.makeFindDialog(of: untitled))
      first.show(dialog)
      gtk_editable_set_text(gtk_window_get_child(dialog.cast()).opaque, "Ada")
      try program.relaunch()
      let second = LetterWriter(program.restoration)
      second.activate()
      withExtendedLifetime(second) {}
      XCTAssertEqual(
        program.openWindows.map(\.windowDocument), ["/home/me/bob", "/home/me/ada", "/home/me/ada"])
      let children = program.openWindows.compactMap { gtk_window_get_child($0.cast()) }
      XCTAssertEqual(children.prefix(2).map { shownText(in: $0) }, ["Dear Bob", "Dear Ada"])
      XCTAssertEqual(children.last.flatMap { text(of: $0) }, "Ada")
    }
  }

  @MainActor private static func setText(_ text: String, in window: WidgetPointer) {
    gtk_text_buffer_set_text(
      gtk_text_view_get_buffer(gtk_window_get_child(window.cast()).cast()), text, -1)
  }
}
#endif
