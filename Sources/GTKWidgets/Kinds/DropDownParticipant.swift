// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// What is chosen in a drop-down list.
  final class DropDownParticipant: ListModelParticipant {
    override var model: OpaquePointer? { unsafe gtk_drop_down_get_model(widget.opaque) }

    override func observe() {
      unsafe connect(widget, "notify::selected") { [weak self] _ in self?.selectionDidChange() }
      super.observe()
    }

    override var selectedPositions: [Int] {
      let selected = unsafe gtk_drop_down_get_selected(widget.opaque)
      return selected == guint.max ? [] : [Int(selected)]  // GTK_INVALID_LIST_POSITION
    }

    /// One of the choices is always chosen: the nearest to one that is not there yet (R210).
    override func position(_ position: Int, of count: Int) -> Int? {
      count > 0 && position >= 0 ? min(position, count - 1) : nil
    }

    override func select(_ positions: [Int]) {
      unsafe gtk_drop_down_set_selected(
        widget.opaque, positions.first.map { guint($0) } ?? guint.max)
    }
  }
#endif
