// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKWidgets

/// The lists example on the front page of GTKWidgets.
@MainActor func nameElements(of list: UnsafeMutablePointer<GtkWidget>) {
  list.modelIdentifierForElement = { item in
    g_object_get_data(item.assumingMemoryBound(to: GObject.self), "id").map {
      String(cString: $0.assumingMemoryBound(to: CChar.self))
    }
  }
}

/// The front page's example for actions.
@MainActor func keepActions(
  of window: UnsafeMutablePointer<GtkWidget>, _ restoration: WidgetRestoration
) {
  restoration.restoreActions(
    ["sort-by", "show-hidden"], of: OpaquePointer(window), restorationIdentifier: "View")
}

/// The front page's example for widgets the package does not know.
@MainActor func keep(_ chart: UnsafeMutablePointer<GtkWidget>) {
  chart.restorationIdentifier = "Rain"
  chart.restoredProperties = ["zoom", "series"]
}

/// The widget class example on the page of widget kinds.
@MainActor func registerChart() {
  enum Chart: WidgetKind {
    static let typeName = "AcmeChart"
    static let restoredProperties = ["zoom", "series"]
  }

  WidgetRestoration.register(Chart.self)
}
#endif
