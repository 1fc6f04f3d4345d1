// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// The selection of a widget that shows a `GtkSelectionModel`.
  class ModelSelectionParticipant: ListModelParticipant {
    override func observe(_ model: ObservedObject) {
      model.connect("selection-changed") { [weak self] in self?.selectionDidChange() }
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

  final class ColumnViewParticipant: ModelSelectionParticipant {
    override var model: OpaquePointer? { unsafe gtk_column_view_get_model(widget.opaque) }
  }
#endif
