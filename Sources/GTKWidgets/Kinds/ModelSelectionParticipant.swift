// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// The selection of a widget that shows a `GtkSelectionModel`.
  class ModelSelectionParticipant: SelectionParticipant {
    private var observed: OpaquePointer?

    /// The model that the widget shows.
    var model: OpaquePointer? { nil }

    override var stage: Stage { .selection }

    override func observe() {
      connect(widget, "notify::model") { [weak self] _ in
        self?.observeModel()
        self?.elementsDidChange()
      }
      observeModel()
    }

    override var count: Int { model.map { Int(g_list_model_get_n_items($0)) } ?? 0 }

    override func withElement<Result>(
      at position: Int, _ body: (UnsafeMutableRawPointer) -> Result?
    ) -> Result? { withItem(position, of: model, body) }

    override func defaultName(of element: UnsafeMutableRawPointer) -> String? {
      stringObjectName(element)
    }

    override var selectedPositions: [Int] {
      guard let model, let selection = gtk_selection_model_get_selection(model) else { return [] }
      defer { gtk_bitset_unref(selection) }
      return (0..<gtk_bitset_get_size(selection)).map {
        Int(gtk_bitset_get_nth(selection, guint($0)))
      }
    }

    override func select(_ positions: [Int]) {
      guard let model else { return }
      guard !positions.isEmpty else {
        gtk_selection_model_unselect_all(model)
        return
      }
      for (index, position) in positions.enumerated() {
        gtk_selection_model_select_item(model, guint(position), (index == 0).gboolean)
      }
    }

    private func observeModel() {
      guard let model, model != observed else { return }
      observed = model
      let object = UnsafeMutableRawPointer(model)
      connect(object, "selection-changed") { [weak self] _ in
        guard let self, observed == model else { return }
        selectionDidChange()
      }
      connect(object, "items-changed") { [weak self] _ in
        guard let self, observed == model else { return }
        elementsDidChange()
      }
    }
  }

  final class ListViewParticipant: ModelSelectionParticipant {
    override var model: OpaquePointer? { gtk_list_view_get_model(widget.opaque) }
  }

  final class GridViewParticipant: ModelSelectionParticipant {
    override var model: OpaquePointer? { gtk_grid_view_get_model(widget.opaque) }
  }

  final class ColumnViewParticipant: ModelSelectionParticipant {
    override var model: OpaquePointer? { gtk_column_view_get_model(widget.opaque) }
  }
#endif
