// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import XCTest

@testable import GTKWidgets

/// Columns that are hidden, and columns with one title.
final class ColumnTests: XCTestCase {
  @MainActor private static func makeTable(_ titles: String...) -> WidgetPointer {
    let view: WidgetPointer = gtk_column_view_new(gtk_single_selection_new(makeStrings(["a"])))
    for title in titles {
      let column = makeColumn(title)
      gtk_column_view_append_column(view.opaque, column)
      g_object_unref(UnsafeMutableRawPointer(column))
    }
    return view.named("Table")
  }

  @MainActor private static func columns(of view: WidgetPointer) -> [OpaquePointer] {
    let model = gtk_column_view_get_columns(view.opaque)
    return (0..<g_list_model_get_n_items(model)).map {
      let column = g_list_model_get_item(model, $0)!
      g_object_unref(column)
      return OpaquePointer(column)
    }
  }

  @MainActor private static func shown(in view: WidgetPointer) -> [Bool] {
    columns(of: view).map { gtk_column_view_column_get_visible($0) != 0 }
  }

  @MainActor private static func widths(in view: WidgetPointer) -> [Int32] {
    columns(of: view).map { gtk_column_view_column_get_fixed_width($0) }
  }

  /// R232: a column that the user hid stays hidden, and one that the user showed is shown.
  func testHiddenColumns() throws {
    try withProgram { program in
      @MainActor func make() -> WidgetPointer {
        let view = Self.makeTable("Name", "Size", "Date")
        gtk_column_view_column_set_visible(Self.columns(of: view)[2], 0)
        return view
      }
      let view = make()
      program.show(view)
      gtk_column_view_column_set_visible(Self.columns(of: view)[1], 0)
      gtk_column_view_column_set_visible(Self.columns(of: view)[2], 1)
      try program.relaunch()
      let restored = make()
      program.show(restored)
      XCTAssertEqual(Self.shown(in: restored), [true, false, true])
    }
  }

  /// R232: two columns of one title keep their own widths, wherever the user moves them.
  func testColumnsOfOneTitle() throws {
    try withProgram { program in
      let view = Self.makeTable("Name", "Time", "Time")
      program.show(view)
      let columns = Self.columns(of: view)
      gtk_column_view_column_set_fixed_width(columns[1], 101)
      gtk_column_view_column_set_fixed_width(columns[2], 202)
      gtk_column_view_insert_column(view.opaque, 0, columns[2])
      XCTAssertEqual(Self.widths(in: view), [202, -1, 101])
      try program.relaunch()
      let restored = Self.makeTable("Name", "Time", "Time")
      let made = Self.columns(of: restored)
      program.show(restored)
      XCTAssertEqual(Self.widths(in: restored), [202, -1, 101])
      XCTAssertEqual(Self.columns(of: restored), [made[2], made[0], made[1]])
    }
  }
}
#endif
