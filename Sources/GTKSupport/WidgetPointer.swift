// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
package import CGTK

/// A widget of any class.
package typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The same pointer, for GTK's final classes, which Swift imports untyped.
  package var opaque: OpaquePointer { OpaquePointer(self) }

  /// The same pointer, for functions that take any object.
  package var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }

  /// Returns the same pointer as one to another of the widget's classes.
  package func cast<Class>() -> UnsafeMutablePointer<Class> {
    unsafe raw.assumingMemoryBound(to: Class.self)
  }

  /// The widget's children, back to front.
  package var children: [WidgetPointer] {
    var children: [WidgetPointer] = unsafe []
    var next = unsafe gtk_widget_get_first_child(self)
    while let child = unsafe next {
      unsafe children.append(child)
      unsafe next = unsafe gtk_widget_get_next_sibling(child)
    }
    return unsafe children
  }
}

extension Bool {
  /// The C form of a truth value.
  package var gboolean: gboolean { self ? 1 : 0 }
}

/// Changes the text of an editable without adding an undo step.
///
/// The user's earlier undo steps go as well, because they belong to another text.
@MainActor package func withoutUndo(_ editable: OpaquePointer, _ change: () -> Void) {
  let text = unsafe gtk_editable_get_delegate(editable) ?? editable
  let isEnabled = unsafe gtk_editable_get_enable_undo(text)
  unsafe gtk_editable_set_enable_undo(text, 0)
  change()
  unsafe gtk_editable_set_enable_undo(text, isEnabled)
}

/// The screens of the display at this moment.
@MainActor package enum Screens {
  /// Shrinks a window size so that it fits on a screen.
  ///
  /// A size that fits on one of the screens stays as it is.
  ///
  /// - Parameters:
  ///   - width: In points.
  ///   - height: In points.
  /// - Returns: The size, cut to the screen that shows most of it.
  package static func fit(width: Double, height: Double) -> (width: Double, height: Double) {
    sizes.map { (width: min(width, $0.width), height: min(height, $0.height)) }
      .max { $0.width * $0.height < $1.width * $1.height } ?? (width, height)
  }

  /// The sizes that tests give the screens; `nil` for those of the display.
  package static var simulated: [(width: Double, height: Double)]?

  private static var sizes: [(width: Double, height: Double)] {
    if let simulated { return simulated }
    guard let monitors = unsafe gdk_display_get_monitors(gdk_display_get_default()) else {
      return []
    }
    return unsafe (0..<g_list_model_get_n_items(monitors)).compactMap { index in
      guard let monitor = unsafe g_list_model_get_item(monitors, index) else { return nil }
      defer { unsafe g_object_unref(monitor) }
      var area = GdkRectangle()
      unsafe gdk_monitor_get_geometry(OpaquePointer(monitor), &area)
      return area.width > 0 && area.height > 0 ? (Double(area.width), Double(area.height)) : nil
    }
  }
}

/// Returns whether an object has a property.
@MainActor package func hasProperty(_ name: String, _ object: UnsafeMutableRawPointer) -> Bool {
  unsafe g_object_class_find_property(
    UnsafeMutableRawPointer(
      object.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class
    ).assumingMemoryBound(to: GObjectClass.self), name) != nil
}
#endif
