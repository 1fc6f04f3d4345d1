// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

extension Page {
  static let table = Page(
    "Table", "Table", icon: "x-office-spreadsheet-symbolic",
    kept: """
      Selected rows come back by their names; columns with their order, widths and sorting; and how far the \
      table is scrolled.
      """
  ) {
    let names = (1...150).map { "Sample \($0)" }
    let table: Widget = gtk_column_view_new(nil)
    let sorter = gtk_column_view_get_sorter(table.opaque)
    g_object_ref(sorter)  // the model takes this reference
    let sorted = gtk_sort_list_model_new(makeStrings(names), sorter)
    gtk_column_view_set_model(table.opaque, gtk_multi_selection_new(sorted))
    table.restorationIdentifier = "Samples"
    gtk_column_view_set_show_row_separators(table.opaque, 1)
    add("Name", to: table, isWide: true, Measure { $0 }) { "Sample \($0)" }
    add("Depth", to: table, isWide: false, Measure { $0 * 3 % 41 }) { "\($0) m" }
    add("Temperature", to: table, isWide: false, Measure { $0 * 7 % 23 }) { "\($0) °C" }
    let view = scrolled(table)
    view.restorationIdentifier = "SamplesView"
    return [group("Samples", "GtkColumnView", card(view)).growing()]
  }

  private static func add(
    _ title: String, to table: Widget, isWide: Bool, _ measure: Measure,
    _ text: @escaping @MainActor (Int) -> String
  ) {
    let column = gtk_column_view_column_new(
      title, makeFactory { text(measure.value(Measure.number(of: $0))) })
    gtk_column_view_column_set_expand(column, isWide ? 1 : 0)
    if !isWide { gtk_column_view_column_set_fixed_width(column, 120) }
    gtk_column_view_column_set_resizable(column, 1)
    gtk_column_view_column_set_sorter(column, measure.makeSorter())
    gtk_column_view_append_column(table.opaque, column)
    g_object_unref(column.map { UnsafeMutableRawPointer($0) })
  }
}

/// A value that a column shows, chosen by the column's number.
private final class Measure: Sendable {
  let value: @Sendable (Int) -> Int

  init(_ value: @escaping @Sendable (Int) -> Int) { self.value = value }

  static func number(of sample: String) -> Int {
    sample.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  /// Returns a sorter that compares samples by this value.
  func makeSorter() -> UnsafeMutablePointer<GtkSorter>? {
    let sorter = gtk_custom_sorter_new(
      { one, other, measure in
        guard let measure else { return 0 }
        let values = [one, other].map { sample in
          let name = gtk_string_object_get_string(sample.map { OpaquePointer($0) })
          return Unmanaged<Measure>.fromOpaque(measure).takeUnretainedValue()
            .value(Measure.number(of: name.map { String(cString: $0) } ?? ""))
        }
        return values[0] < values[1] ? -1 : values[0] > values[1] ? 1 : 0
      }, Unmanaged.passRetained(self).toOpaque(),
      {
        if let measure = $0 { Unmanaged<Measure>.fromOpaque(measure).release() }
      }
    )
    return UnsafeMutablePointer(sorter)
  }
}
#endif
