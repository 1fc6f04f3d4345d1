// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// The selection of a list whose rows are the program's widgets.
  class RowSelectionParticipant: SelectionParticipant {
    /// The signal that the list emits when its selection has changed.
    var selectionSignal: String { "" }

    /// Returns the row at a position.
    func row(at position: Int) -> WidgetPointer? { nil }

    override func observe() {
      unsafe connect(widget, selectionSignal) { [weak self] _ in self?.selectionDidChange() }
      // The list has no signal for new rows. The model of its children has one, while it lives.
      guard let rows = unsafe UnsafeMutableRawPointer(gtk_widget_observe_children(widget)) else {
        return
      }
      unsafe connect(rows, "items-changed", whileAlive: widget) { [weak self] _ in
        self?.elementsDidChange()
      }
      unsafe g_object_set_data_full(widget.cast(), "restoration-rows", rows) {
        unsafe g_object_unref($0)
      }
    }

    override var count: Int {
      var count = 0
      while unsafe row(at: count) != nil { count += 1 }
      return count
    }

    override func withElement<Result>(
      at position: Int, _ body: (UnsafeMutableRawPointer) -> Result?
    ) -> Result? { unsafe row(at: position).flatMap { unsafe body($0.raw) } }

    override func defaultName(of element: UnsafeMutableRawPointer) -> String? {
      unsafe WidgetPointer(OpaquePointer(element)).restorationIdentifier
    }
  }

  final class ListBoxParticipant: RowSelectionParticipant {
    override var selectionSignal: String { "selected-rows-changed" }

    override func row(at position: Int) -> WidgetPointer? {
      unsafe UnsafeMutableRawPointer(gtk_list_box_get_row_at_index(widget.opaque, Int32(position)))?
        .assumingMemoryBound(to: GtkWidget.self)
    }

    override var selectedPositions: [Int] {
      (0..<count).filter { position in
        unsafe row(at: position).map { unsafe gtk_list_box_row_is_selected($0.cast()) != 0 }
          ?? false
      }
    }

    override func select(_ positions: [Int]) {
      unsafe gtk_list_box_unselect_all(widget.opaque)
      for position in positions {
        if let row = unsafe row(at: position) {
          unsafe gtk_list_box_select_row(widget.opaque, row.cast())
        }
      }
    }
  }

  final class FlowBoxParticipant: RowSelectionParticipant {
    override var selectionSignal: String { "selected-children-changed" }

    override func row(at position: Int) -> WidgetPointer? {
      unsafe UnsafeMutableRawPointer(
        gtk_flow_box_get_child_at_index(widget.opaque, Int32(position)))?
        .assumingMemoryBound(to: GtkWidget.self)
    }

    override var selectedPositions: [Int] {
      (0..<count).filter { position in
        unsafe row(at: position).map { unsafe gtk_flow_box_child_is_selected($0.cast()) != 0 }
          ?? false
      }
    }

    override func select(_ positions: [Int]) {
      unsafe gtk_flow_box_unselect_all(widget.opaque)
      for position in positions {
        if let row = unsafe row(at: position) {
          unsafe gtk_flow_box_select_child(widget.opaque, row.cast())
        }
      }
    }
  }
#endif
