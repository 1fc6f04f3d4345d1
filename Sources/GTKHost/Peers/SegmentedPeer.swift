// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import ViewControllers

  /// The peer that draws a segmented control as linked buttons.
  @MainActor final class SegmentedPeer: TypedPeer<SegmentedControl> {
    /// The buttons.
    let row: SegmentRow

    /// Creates the peer of a segmented control.
    init(_ view: SegmentedControl, host: GTKHost) {
      row = SegmentRow()
      unsafe super.init(view, widget: row.widget, host: host)
      row.onSelect = { [weak self] in self?.userDidSelect($0) }
    }

    override func sync() {
      guard let model else { return }
      keepHeight()
      row.show(model.titles, selected: model.selectedSegmentIndex)
    }

    /// Focuses the button that is down.
    override func grabFocus() -> Bool {
      guard let index = model?.selectedSegmentIndex, unsafe row.buttons.indices.contains(index)
      else {
        return super.grabFocus()
      }
      return unsafe gtk_widget_grab_focus(row.buttons[index]) != 0
    }

    private func userDidSelect(_ index: Int) {
      guard let model, index != model.selectedSegmentIndex else { return }
      model.selectedSegmentIndex = index
      model.onChange?(index)
    }
  }
#endif
