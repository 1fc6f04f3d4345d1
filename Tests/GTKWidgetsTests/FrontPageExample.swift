// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKWidgets

  /// What the front page of GTKWidgets shows of lists.
  @MainActor func nameElements(of list: UnsafeMutablePointer<GtkWidget>) {
    list.modelIdentifierForElement = { item in
      g_object_get_data(item.assumingMemoryBound(to: GObject.self), "id").map {
        String(cString: $0.assumingMemoryBound(to: CChar.self))
      }
    }
  }

  /// What it shows of widgets that the package does not know.
  @MainActor func keep(_ chart: UnsafeMutablePointer<GtkWidget>) {
    chart.restorationIdentifier = "Rain"
    chart.restoredProperties = ["zoom", "series"]
  }

  /// What the page of the kinds shows of a class of them.
  @MainActor func registerChart() {
    enum Chart: WidgetKind {
      static let typeName = "AcmeChart"
      static let restoredProperties = ["zoom", "series"]
    }

    WidgetRestoration.register(Chart.self)
  }
#endif
