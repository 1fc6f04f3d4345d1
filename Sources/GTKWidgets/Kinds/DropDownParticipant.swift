// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// The selected element of a drop-down list.
  ///
  /// Serves other widgets with the same properties, too.
  final class DropDownParticipant: ListModelParticipant {
    override var model: OpaquePointer? {
      unsafe cgtk_object_peek_object(widget.raw, "model").map { OpaquePointer($0) }
    }

    override func observe() {
      unsafe connect(widget, "notify::selected") { [weak self] _ in self?.selectionDidChange() }
      super.observe()
    }

    override var selectedPositions: [Int] {
      let selected = unsafe cgtk_object_get_uint(widget.raw, "selected")
      return selected == guint.max ? [] : [Int(selected)]  // GTK_INVALID_LIST_POSITION
    }

    /// Returns the nearest position in the list.
    ///
    /// A drop-down list always has a selected element. If the restored one is missing, it is the
    /// nearest.
    override func position(_ position: Int, of count: Int) -> Int? {
      count > 0 && position >= 0 ? min(position, count - 1) : nil
    }

    override func select(_ positions: [Int]) {
      unsafe cgtk_object_set_uint(
        widget.raw, "selected", positions.first.map { guint($0) } ?? guint.max)
    }
  }
#endif
