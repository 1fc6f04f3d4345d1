// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// The selection in a list model, which the program may replace.
  class ListModelParticipant: SelectionParticipant {
    private var observed: ObservedObject?

    /// The model of the widget.
    var model: OpaquePointer? { nil }

    override func observe() {
      unsafe connect(widget, "notify::model") { [weak self] _ in
        self?.observeModel()
        self?.elementsDidChange()
      }
      observeModel()
    }

    /// Connects to signals of a model other than those of its elements.
    func observe(_ model: ObservedObject) {}

    override var count: Int { unsafe model.map { unsafe Int(g_list_model_get_n_items($0)) } ?? 0 }

    override func withElement<Result>(
      at position: Int, _ body: (UnsafeMutableRawPointer) -> Result?
    ) -> Result? {
      guard let model = unsafe model,
        let item = unsafe g_list_model_get_item(model, guint(position))
      else { return nil }
      defer { unsafe g_object_unref(item) }
      return unsafe body(item)
    }

    /// Returns an element's name; for a row of a tree, its path.
    ///
    /// The path is made of the names of the elements that lead to the row.
    override func name(of element: UnsafeMutableRawPointer) -> String? {
      guard unsafe isTreeRow(element) else { return unsafe super.name(of: element) }
      guard let item = unsafe gtk_tree_list_row_get_item(OpaquePointer(element)) else { return nil }
      defer { unsafe g_object_unref(item) }
      guard let name = unsafe super.name(of: item) else { return nil }
      guard let parent = unsafe gtk_tree_list_row_get_parent(OpaquePointer(element)) else {
        return name
      }
      defer { unsafe g_object_unref(UnsafeMutableRawPointer(parent)) }
      return unsafe self.name(of: UnsafeMutableRawPointer(parent)).map {
        $0 + String(rowSeparator) + name
      }
    }

    /// Returns the element's own identifier, or the string of a string object.
    override func defaultName(of element: UnsafeMutableRawPointer) -> String? {
      if let name = unsafe WidgetRestoration.modelIdentifier(forElement: element) { return name }
      let object = unsafe WidgetPointer(OpaquePointer(element))
      if unsafe object.isA(gtk_string_object_get_type()) {
        return unsafe gtk_string_object_get_string(OpaquePointer(element)).map {
          unsafe String(cString: $0)
        }
      }
      // The nick of an enumeration value is not translated.
      guard unsafe object.className == "AdwEnumListItem",
        let name = unsafe cgtk_object_copy_string(element, "nick")
      else { return nil }
      defer { unsafe g_free(name) }
      return unsafe String(cString: name)
    }

    /// Returns whether an element is a row of a `GtkTreeListModel`.
    ///
    /// Such a row wraps the program's element.
    final func isTreeRow(_ element: UnsafeMutableRawPointer) -> Bool {
      unsafe WidgetPointer(OpaquePointer(element)).isA(gtk_tree_list_row_get_type())
    }

    private func observeModel() {
      let shown = unsafe model.map { unsafe UnsafeMutableRawPointer($0) }
      guard unsafe shown != observed?.pointer else { return }
      observed = unsafe shown.map { unsafe ObservedObject($0, of: widget) }
      guard let observed else { return }
      observed.connect("items-changed") { [weak self] in self?.elementsDidChange() }
      observe(observed)
    }
  }
#endif
