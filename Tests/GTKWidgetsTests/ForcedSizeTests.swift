// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import XCTest

@testable import GTKWidgets

/// Sizes that a screen or the desktop forces, and that nobody wants.
final class ForcedSizeTests: XCTestCase {
  override func tearDown() {
    MainActor.assumeIsolated { Screens.simulated = nil }
  }

  @MainActor private static func makePaned() -> WidgetPointer {
    let paned: WidgetPointer = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL).named("Panes")
    gtk_paned_set_start_child(paned.opaque, gtk_label_new("Start"))
    gtk_paned_set_end_child(paned.opaque, gtk_label_new("End"))
    return paned
  }

  @MainActor private static func size(of window: WidgetPointer) -> [Int32] {
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(window.cast(), &width, &height)
    return [width, height]
  }

  /// Resizes a window as the user does.
  @MainActor private static func resize(
    _ window: WidgetPointer, to width: Int32, _ height: Int32, in program: WidgetProgram
  ) {
    gtk_window_set_default_size(window.cast(), width, height)
    program.pump {
      gtk_widget_get_width(window) == width && gtk_widget_get_height(window) == height
    }
    program.settle()
  }

  /// Runs a life with a window of 900 by 600 points and a divider at 700.
  @MainActor private static func runFirstLife(of program: WidgetProgram) throws {
    let paned = Self.makePaned()
    let window = program.show(paned)
    Self.resize(window, to: 900, 600, in: program)
    gtk_paned_set_position(paned.opaque, 700)
    program.settle()
    try program.relaunch()
  }

  /// R226: a life on a small screen changes neither a window's size nor its divider.
  func testSmallScreen() throws {
    try withProgram { program in
      try Self.runFirstLife(of: program)
      Screens.simulated = [(width: 600, height: 400)]
      for _ in 0..<2 {
        let paned = Self.makePaned()
        let window = program.show(paned)
        XCTAssertEqual(Self.size(of: window), [600, 400])
        XCTAssertLessThan(gtk_paned_get_position(paned.opaque), 600)
        try program.relaunch()
      }
      Screens.simulated = nil
      let paned = Self.makePaned()
      let window = program.show(paned)
      XCTAssertEqual(Self.size(of: window), [900, 600])
      XCTAssertEqual(gtk_paned_get_position(paned.opaque), 700)
    }
  }

  /// R226: what the user changes on the small screen is kept.
  ///
  /// That is each side for itself.
  func testChangesOnASmallScreen() throws {
    try withProgram { program in
      try Self.runFirstLife(of: program)
      Screens.simulated = [(width: 600, height: 400)]
      var paned = Self.makePaned()
      var window = program.show(paned)
      gtk_paned_set_position(paned.opaque, 200)
      program.settle()
      Self.resize(window, to: 600, 300, in: program)
      try program.relaunch()
      Screens.simulated = nil
      paned = Self.makePaned()
      window = program.show(paned)
      XCTAssertEqual(Self.size(of: window), [900, 300])
      XCTAssertEqual(gtk_paned_get_position(paned.opaque), 300, "in proportion")
    }
  }

  /// R226: a size that the desktop gives a window before its first frame is not the user's.
  func testSizeThatTheDesktopForces() throws {
    try withProgram { program in
      try Self.runFirstLife(of: program)
      let forced = program.makeWindow(Self.makePaned())
      connect(forced, "map") { _ in gtk_window_set_default_size(forced.cast(), 500, 350) }
      program.present(forced)
      XCTAssertEqual(Self.size(of: forced), [500, 350])
      try program.relaunch()
      let paned = Self.makePaned()
      let window = program.show(paned)
      XCTAssertEqual(Self.size(of: window), [900, 600])
      XCTAssertEqual(gtk_paned_get_position(paned.opaque), 700)
    }
  }

  /// R226: a size that GTK's own session state gives a window is shown, and is not the user's.
  ///
  /// GTK sets it while it realizes the window. What the user changes then is kept.
  func testSizeOfGTKsSessionState() throws {
    try withProgram { program in
      @MainActor func showWithSession() -> WidgetPointer {
        let window = program.makeWindow(Self.makePaned())
        connect(window, "realize") { _ in gtk_window_set_default_size(window.cast(), 500, 350) }
        program.present(window)
        return window
      }
      try Self.runFirstLife(of: program)
      XCTAssertEqual(Self.size(of: showWithSession()), [500, 350])
      try program.relaunch()
      XCTAssertEqual(Self.size(of: program.show(Self.makePaned())), [900, 600])
      try program.relaunch()
      Self.resize(showWithSession(), to: 700, 450, in: program)
      try program.relaunch()
      XCTAssertEqual(Self.size(of: program.show(Self.makePaned())), [700, 450])
    }
  }

  /// R226: a first launch on a small screen does not change the program's own size and divider.
  func testProgramsOwnSize() throws {
    try withProgram { program in
      @MainActor func show(_ desktop: @escaping @MainActor (WidgetPointer) -> Void = { _ in })
        -> (WidgetPointer, WidgetPointer)
      {
        let paned = Self.makePaned()
        gtk_paned_set_position(paned.opaque, 650)
        let window = program.makeHiddenWindow(paned, named: "Main")
        gtk_window_set_default_size(window.cast(), 800, 500)
        program.restoration.restore(window)
        connect(window, "map") { _ in desktop(window) }
        program.present(window)
        return (window, paned)
      }
      _ = show { gtk_window_set_default_size($0.cast(), 500, 350) }
      try program.relaunch()
      let (window, paned) = show()
      XCTAssertEqual(Self.size(of: window), [800, 500])
      XCTAssertEqual(gtk_paned_get_position(paned.opaque), 650)
    }
  }

  /// R226: a divider that moved because the user resized the window comes back as it was.
  func testDividerInAResizedWindow() throws {
    try withProgram { program in
      try Self.runFirstLife(of: program)
      var paned = Self.makePaned()
      let window = program.show(paned)
      Self.resize(window, to: 600, 600, in: program)
      let position = gtk_paned_get_position(paned.opaque)
      XCTAssertLessThan(position, 600)
      try program.relaunch()
      paned = Self.makePaned()
      program.show(paned)
      XCTAssertEqual(gtk_paned_get_position(paned.opaque), position)
    }
  }

  /// R226: columns keep their widths on a screen that has no room for them.
  func testColumnsOnASmallScreen() throws {
    try withProgram { program in
      @MainActor func makeTable() -> (WidgetPointer, OpaquePointer?) {
        let view: WidgetPointer = gtk_column_view_new(nil).named("Table")
        let column = makeColumn("Name")
        gtk_column_view_column_set_resizable(column, 1)
        gtk_column_view_append_column(view.opaque, column)
        let scrolled: WidgetPointer = gtk_scrolled_window_new()
        gtk_scrolled_window_set_child(scrolled.opaque, view)
        return (scrolled, column)
      }
      let (table, column) = makeTable()
      let window = program.show(table)
      Self.resize(window, to: 900, 600, in: program)
      gtk_column_view_column_set_fixed_width(column, 800)
      try program.relaunch()
      Screens.simulated = [(width: 300, height: 200)]
      program.show(makeTable().0)
      try program.relaunch()
      Screens.simulated = nil
      let (again, restored) = makeTable()
      program.show(again)
      XCTAssertEqual(gtk_column_view_column_get_fixed_width(restored), 800)
    }
  }
}
#endif
