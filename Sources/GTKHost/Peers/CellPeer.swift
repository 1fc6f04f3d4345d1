// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import ViewControllers

  /// Draws a cell of a table or collection view; the style class `selected` marks it.
  @MainActor final class CellPeer: ContainerPeer {
    private weak var cell: ReusableCell?

    /// Creates the peer of a cell.
    init(_ cell: ReusableCell, host: GTKHost) {
      self.cell = cell
      super.init(cell, host: host)
      widget.setStyle(cell is CollectionViewCell ? "collection-cell" : "table-cell", true)
      gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    }

    override func sync() {
      super.sync()
      widget.setStyle("selected", cell?.isSelected == true)
    }
  }
#endif
