// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation

  /// The texts that no picture may show, not even their length.
  @MainActor enum SecretTexts {
    private static let key = "state-restoration-secret"

    /// Marks a text as secret, even if the user makes it visible.
    static func mark(_ text: OpaquePointer) {
      unsafe g_object_set_data(
        UnsafeMutableRawPointer(text).assumingMemoryBound(to: GObject.self), key, text.raw)
    }

    /// Returns the secret texts below a widget.
    ///
    /// Texts in the application's own widgets count, too: every text that GTK draws as dots is a
    /// secret.
    ///
    /// - Returns: GTK's text widgets, shown or not drawn yet, except those on hidden pages.
    static func all(below widget: WidgetPointer) -> [WidgetPointer] {
      guard unsafe gtk_widget_get_visible(widget) != 0,
        unsafe gtk_widget_get_child_visible(widget) != 0
      else {
        return unsafe []
      }
      if unsafe g_type_check_instance_is_a(widget.cast(), gtk_text_get_type()) != 0 {
        let isMarked = unsafe g_object_get_data(widget.cast(), key) != nil
        return unsafe isMarked || gtk_text_get_visibility(widget.cast()) == 0 ? [widget] : []
      }
      return unsafe widget.children.flatMap { unsafe all(below: $0) }
    }

    /// Returns whether a text is empty, with nothing to hide.
    static func isEmpty(_ text: WidgetPointer) -> Bool {
      unsafe gtk_entry_buffer_get_length(gtk_text_get_buffer(text.cast())) == 0
    }

    /// Returns the visible part of a text, in a surrounding widget's coordinates.
    ///
    /// `nil` if no part of it is visible.
    static func area(of text: WidgetPointer, in widget: WidgetPointer) -> CGRect? {
      var visible = CGRect.infinite
      var next: WidgetPointer? = unsafe text
      while let part = unsafe next, !visible.isEmpty {
        var bounds = graphene_rect_t()
        guard unsafe gtk_widget_compute_bounds(part, widget, &bounds) != 0 else { return nil }
        visible = visible.intersection(
          CGRect(
            x: Double(bounds.origin.x), y: Double(bounds.origin.y),
            width: Double(bounds.size.width), height: Double(bounds.size.height)))
        if unsafe part == widget { break }
        unsafe next = unsafe gtk_widget_get_parent(part)
      }
      return visible.isEmpty ? nil : visible
    }

    /// Returns the colour behind texts in the user's theme.
    static func background(of widget: WidgetPointer) -> GdkRGBA {
      var color = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
      unsafe cgtk_widget_look_up_color(widget, "theme_base_color", &color)
      color.alpha = 1
      return color
    }
  }

  extension OpaquePointer {
    fileprivate var raw: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(self) }
  }
#endif
