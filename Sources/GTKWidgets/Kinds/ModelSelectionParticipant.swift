// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// The selection in a `GtkSelectionModel`, and a tree's expanded rows.
  class ModelSelectionParticipant: ListModelParticipant {
    /// The names of restored rows that are missing and will be expanded.
    ///
    /// They are dropped if no more rows come for a while.
    private var unexpanded: Set<String> = []
    /// Whether the restored expansion was not applied to any row yet.
    private var isUntouched = false

    override func observe(_ model: ObservedObject) {
      model.connect("selection-changed") { [weak self] in self?.selectionDidChange() }
    }

    override func encode(with coder: RestorationEncoder) {
      super.encode(with: coder)
      guard isTree || !unexpanded.isEmpty else { return }
      var names: [String] = []
      unsafe withRows { row, name in
        guard unsafe gtk_tree_list_row_get_expanded(row) != 0 else { return }
        if let name = name() {
          names.append(name)
        } else {
          comesBackInPart("expanded rows need a modelIdentifierForElement to come back")
        }
      }
      coder.encode(names + unexpanded.sorted(), forKey: "expanded")
    }

    override func decode(with coder: RestorationDecoder) {
      super.decode(with: coder)
      guard let names = coder.decode([String].self, forKey: "expanded") else { return }
      (unexpanded, isUntouched) = (Set(names), true)
    }

    override func apply() {
      if isTree, isUntouched || !unexpanded.isEmpty { expand() }
      super.apply()
    }

    override var isWaiting: Bool { super.isWaiting || isUntouched || !unexpanded.isEmpty }

    // MARK: Trees

    private var isTree: Bool {
      unsafe withElement(at: 0) { unsafe isTreeRow($0) } ?? false
    }

    /// Expands the restored rows from the top down.
    ///
    /// A row brings the rows below it. The first time, all other rows are collapsed, because a tree
    /// may expand its rows on its own.
    private func expand() {
      applying {
        unsafe withRows { row, name in
          guard unsafe gtk_tree_list_row_is_expandable(row) != 0, let name = name() else { return }
          if unexpanded.remove(name) != nil {
            unsafe gtk_tree_list_row_set_expanded(row, 1)
          } else if isUntouched {
            unsafe gtk_tree_list_row_set_expanded(row, 0)
          }
        }
      }
      isUntouched = false
      guard !unexpanded.isEmpty else { return endWaiting() }
      waitPatiently { [weak self] in self?.unexpanded = [] }
    }

    /// Calls a closure with each row of the tree.
    ///
    /// The rows that the closure adds by expanding one are included.
    private func withRows(_ body: (OpaquePointer, () -> String?) -> Void) {
      var position = 0
      while position < count {
        let isRow: Bool? = unsafe withElement(at: position) { element in
          guard unsafe isTreeRow(element) else { return false }
          unsafe body(OpaquePointer(element)) { unsafe self.name(of: element) }
          return true
        }
        guard isRow == true else { return }
        position += 1
      }
    }

    override var selectedPositions: [Int] {
      guard let model = unsafe model,
        let selection = unsafe gtk_selection_model_get_selection(model)
      else { return [] }
      defer { unsafe gtk_bitset_unref(selection) }
      return unsafe (0..<gtk_bitset_get_size(selection)).map {
        unsafe Int(gtk_bitset_get_nth(selection, guint($0)))
      }
    }

    override func select(_ positions: [Int]) {
      guard let model = unsafe model else { return }
      guard !positions.isEmpty else {
        unsafe gtk_selection_model_unselect_all(model)
        return
      }
      for (index, position) in positions.enumerated() {
        unsafe gtk_selection_model_select_item(model, guint(position), (index == 0).gboolean)
      }
    }
  }

  final class ListViewParticipant: ModelSelectionParticipant {
    override var model: OpaquePointer? { unsafe gtk_list_view_get_model(widget.opaque) }
  }

  final class GridViewParticipant: ModelSelectionParticipant {
    override var model: OpaquePointer? { unsafe gtk_grid_view_get_model(widget.opaque) }
  }
#endif
