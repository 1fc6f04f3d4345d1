// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
  import CAdwaita
  import CGTK
  import GTKWidgets

  extension Page {
    static let table = Page(
      "Table", "Table", icon: "x-office-spreadsheet-symbolic",
      kept: "Selected rows come back by their names, and how far the table is scrolled."
    ) {
      let names = (1...150).map { "Sample \($0)" }
      let table: Widget = gtk_column_view_new(gtk_multi_selection_new(makeStrings(names)))
      table.restorationIdentifier = "Samples"
      gtk_column_view_set_show_row_separators(table.opaque, 1)
      add("Name", to: table, isWide: true) { $0 }
      add("Depth", to: table, isWide: false) { "\(number(of: $0) * 3 % 41) m" }
      add("Temperature", to: table, isWide: false) { "\(number(of: $0) * 7 % 23) °C" }
      let view = scrolled(table)
      view.restorationIdentifier = "SamplesView"
      return [group("Samples", "GtkColumnView", card(view)).growing()]
    }

    private static func number(of sample: String) -> Int {
      sample.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }

    private static func add(
      _ title: String, to table: Widget, isWide: Bool,
      _ text: @escaping @MainActor (String) -> String
    ) {
      let column = gtk_column_view_column_new(title, makeFactory(text))
      gtk_column_view_column_set_expand(column, isWide ? 1 : 0)
      if !isWide { gtk_column_view_column_set_fixed_width(column, 120) }
      gtk_column_view_append_column(table.opaque, column)
      g_object_unref(column.map { UnsafeMutableRawPointer($0) })
    }
  }
#endif
