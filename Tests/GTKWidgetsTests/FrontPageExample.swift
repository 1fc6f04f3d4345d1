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
#endif
