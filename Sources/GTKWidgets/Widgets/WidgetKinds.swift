// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// Which widgets are known, and who stands for them.
  enum WidgetKinds {
    /// Of several classes that fit, the first counts.
    private static let known: [(type: @Sendable () -> GType, participant: WidgetParticipant.Type)] =
      [
        (gtk_window_get_type, WindowParticipant.self),
        (gtk_paned_get_type, PanedParticipant.self),
        (gtk_notebook_get_type, NotebookParticipant.self),
        (gtk_stack_get_type, StackParticipant.self),
        (gtk_scrolled_window_get_type, ScrolledWindowParticipant.self),
        (gtk_list_view_get_type, ListViewParticipant.self),
        (gtk_grid_view_get_type, GridViewParticipant.self),
        (gtk_column_view_get_type, ColumnViewParticipant.self),
        (gtk_list_box_get_type, ListBoxParticipant.self),
        (gtk_flow_box_get_type, FlowBoxParticipant.self),
        (gtk_drop_down_get_type, DropDownParticipant.self),
        (gtk_spin_button_get_type, SpinButtonParticipant.self),
        (gtk_range_get_type, RangeParticipant.self),
        (gtk_scale_button_get_type, ScaleButtonParticipant.self),
        (gtk_toggle_button_get_type, ToggleButtonParticipant.self),
        (gtk_check_button_get_type, CheckButtonParticipant.self),
        (gtk_switch_get_type, SwitchParticipant.self),
        (gtk_expander_get_type, ExpanderParticipant.self),
        (gtk_revealer_get_type, RevealerParticipant.self),
        (gtk_search_bar_get_type, SearchBarParticipant.self),
        (gtk_editable_get_type, EditableParticipant.self),
        (gtk_text_view_get_type, TextViewParticipant.self),
      ]

    /// Who stands for a widget; the bare ``WidgetParticipant`` for one of which nothing is kept.
    @MainActor static func participant(for widget: WidgetPointer) -> WidgetParticipant.Type {
      known.first { unsafe widget.isA($0.type()) }?.participant ?? WidgetParticipant.self
    }

    /// Whether the widgets inside are made by the list, for elements in turn.
    @MainActor static func makesItsOwnRows(_ widget: WidgetPointer) -> Bool {
      [gtk_list_view_get_type(), gtk_grid_view_get_type(), gtk_column_view_get_type()]
        .contains { unsafe widget.isA($0) }
    }
  }
#endif
