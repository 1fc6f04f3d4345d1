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
#endif
