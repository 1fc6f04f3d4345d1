// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// What is chosen in a drop-down list.
  final class DropDownParticipant: SelectionParticipant {
    private var observed: OpaquePointer?

    override func observe() {
      connect(widget, "notify::selected") { [weak self] _ in self?.selectionDidChange() }
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
      let selected = gtk_drop_down_get_selected(widget.opaque)
      return selected == guint.max ? [] : [Int(selected)]  // GTK_INVALID_LIST_POSITION
    }

    override func select(_ positions: [Int]) {
      gtk_drop_down_set_selected(widget.opaque, positions.first.map { guint($0) } ?? guint.max)
    }

    private var model: OpaquePointer? { gtk_drop_down_get_model(widget.opaque) }

    private func observeModel() {
      guard let model, model != observed else { return }
      observed = model
      connect(UnsafeMutableRawPointer(model), "items-changed") { [weak self] _ in
        guard let self, observed == model else { return }
        elementsDidChange()
      }
    }
  }
#endif
