// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// What is chosen in a drop-down list, or in another widget with the properties of one.
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

    /// One of the choices is always chosen: the nearest to one that is not there yet (R210).
    override func position(_ position: Int, of count: Int) -> Int? {
      count > 0 && position >= 0 ? min(position, count - 1) : nil
    }

    override func select(_ positions: [Int]) {
      unsafe cgtk_object_set_uint(
        widget.raw, "selected", positions.first.map { guint($0) } ?? guint.max)
    }
  }
#endif
