// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

private let children = [
  "Coast": ["Cliffs", "Dunes", "Marsh"], "Dunes": ["East end", "West end"],
  "Hills": ["North", "South"], "Lakes": ["Inner", "Outer"],
]

extension Page {
  static let trees = Page(
    "Trees", "Trees", icon: "view-list-symbolic",
    kept: "Rows are expanded and selected again, by the names that lead to them."
  ) {
    [
      group("Regions", "GtkTreeListModel in a GtkListView", makeRegions()),
      group("Folders", "GtkTreeView", makeFolders()),
    ]
  }

  private static func makeRegions() -> Widget {
    let model = gtk_tree_list_model_new(
      makeStrings(["Coast", "Hills", "Lakes"]), 0, 0,
      { element, _ in
        guard let name = gtk_string_object_get_string(element.map { OpaquePointer($0) }),
          let children = children[String(cString: name)]
        else { return nil }
        let model = gtk_string_list_new(nil)
        for child in children { gtk_string_list_append(model, child) }
        return model
      }, nil, nil)
    let list: Widget = gtk_list_view_new(gtk_single_selection_new(model), makeTreeFactory())
    list.restorationIdentifier = "Regions"
    return card(height: 240, scrolled(list))
  }

  private static func makeTreeFactory() -> OpaquePointer? {
    let factory = gtk_signal_list_item_factory_new()
    connect(factory, "setup") { (item: UnsafeMutableRawPointer?) in
      let expander: Widget = gtk_tree_expander_new()
      gtk_tree_expander_set_child(expander.opaque, gtk_label_new(nil))
      gtk_list_item_set_child(item.map { OpaquePointer($0) }, expander.with(margin: 6))
    }
    connect(factory, "bind") { (item: UnsafeMutableRawPointer?) in
      guard let item = item.map({ OpaquePointer($0) }),
        let expander = gtk_list_item_get_child(item), let row = gtk_list_item_get_item(item),
        let element = gtk_tree_list_row_get_item(OpaquePointer(row))
      else { return }
      gtk_tree_expander_set_list_row(expander.opaque, OpaquePointer(row))
      gtk_label_set_text(
        gtk_tree_expander_get_child(expander.opaque)?.opaque,
        gtk_string_object_get_string(OpaquePointer(element)))
      g_object_unref(element)
    }
    return factory
  }

  private static func makeFolders() -> Widget {
    var types = [cgtk_type_string()]
    let store = gtk_tree_store_newv(1, &types)
    for (folder, files) in [("Letters", ["2021", "2022"]), ("Photos", ["Spring", "Summer"])] {
      var row = append(folder, to: store, below: nil)
      for file in files { _ = append(file, to: store, below: &row) }
    }
    let view: Widget = gtk_tree_view_new_with_model(OpaquePointer(store))
    let column = gtk_tree_view_column_new()
    gtk_tree_view_column_set_title(column, "Name")
    let cell = gtk_cell_renderer_text_new()
    gtk_tree_view_column_pack_start(column, cell, 1)
    gtk_tree_view_column_add_attribute(column, cell, "text", 0)
    gtk_tree_view_column_set_sort_column_id(column, 0)
    gtk_tree_view_append_column(view.cast(), column)
    view.modelIdentifierForElement = { row in
      var value = GValue()
      gtk_tree_model_get_value(
        OpaquePointer(store), row.assumingMemoryBound(to: GtkTreeIter.self), 0, &value)
      defer { g_value_unset(&value) }
      return g_value_get_string(&value).map { String(cString: $0) }
    }
    view.restorationIdentifier = "Folders"
    return card(height: 240, scrolled(view))
  }

  private static func append(
    _ name: String, to store: UnsafeMutablePointer<GtkTreeStore>?,
    below parent: UnsafeMutablePointer<GtkTreeIter>?
  ) -> GtkTreeIter {
    var (row, value) = (GtkTreeIter(), GValue())
    gtk_tree_store_append(store, &row, parent)
    g_value_init(&value, cgtk_type_string())
    g_value_set_string(&value, name)
    gtk_tree_store_set_value(store, &row, 0, &value)
    g_value_unset(&value)
    return row
  }
}
#endif
