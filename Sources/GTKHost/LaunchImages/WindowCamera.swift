// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import ViewControllers

/// A camera for the content of a window, shown now or earlier.
@safe @MainActor final class WindowCamera {
  /// The blur radius in points, large enough to make all text unreadable.
  private static let blurRadius = 16.0
  private let content: WidgetPointer
  /// GTK's last drawing of the content.
  ///
  /// It is kept from the start, because a minimised or hidden window has no drawing.
  private let lastDrawing: OpaquePointer?

  /// Begins to keep the drawings.
  ///
  /// - Parameter content: The widget with everything that pictures show; opaque.
  init(of content: WidgetPointer) {
    unsafe self.content = unsafe content
    unsafe lastDrawing = unsafe gtk_widget_paintable_new(content)
  }

  isolated deinit {
    if let lastDrawing = unsafe lastDrawing {
      unsafe g_object_unref(UnsafeMutableRawPointer(lastDrawing))
    }
  }

  /// Renders the content; encoding comes later, on another thread.
  ///
  /// - Parameters:
  ///   - blanks: The areas to paint over, with their colours.
  ///   - isBlurred: Whether the whole picture is blurred afterwards.
  /// - Returns: `nil` before the window was on screen.
  func takePicture(blanks: [(area: CGRect, color: GdkRGBA)], isBlurred: Bool) -> WindowPicture? {
    let size = unsafe CGSize(width: Double(content.width), height: Double(content.height))
    let scale = unsafe Double(gtk_widget_get_scale_factor(content))
    guard size.width > 0, size.height > 0, let native = unsafe gtk_widget_get_native(content),
      let renderer = unsafe gtk_native_get_renderer(native), let drawing = unsafe drawing(size)
    else { return nil }
    defer { unsafe gsk_render_node_unref(drawing) }
    guard let snapshot = unsafe gtk_snapshot_new() else { return nil }
    unsafe gtk_snapshot_scale(snapshot, Float(scale), Float(scale))
    if isBlurred { unsafe gtk_snapshot_push_blur(snapshot, Self.blurRadius) }
    unsafe gtk_snapshot_append_node(snapshot, drawing)
    for blank in blanks {
      var (area, color) = (graphene_rect_t(blank.area), blank.color)
      unsafe gtk_snapshot_append_color(snapshot, &color, &area)
    }
    if isBlurred { unsafe gtk_snapshot_pop(snapshot) }
    guard let node = unsafe gtk_snapshot_free_to_node(snapshot) else { return nil }
    defer { unsafe gsk_render_node_unref(node) }
    var whole = graphene_rect_t(
      CGRect(x: 0, y: 0, width: size.width * scale, height: size.height * scale))
    guard let texture = unsafe gsk_renderer_render_texture(renderer, node, &whole) else {
      return nil
    }
    let picture = unsafe RenderedPicture(texture)
    let mark = PictureMark(isDark: ColorStyles.isDark)
    return WindowPicture(size: size) { picture.encode().map { mark.added(to: $0) } }
  }

  /// Returns the current drawing, or else the last one.
  ///
  /// GTK updates the last one with a short delay.
  private func drawing(_ size: CGSize) -> OpaquePointer? {
    let current = unsafe gtk_widget_paintable_new(content)
    defer {
      if let current = unsafe current { unsafe g_object_unref(UnsafeMutableRawPointer(current)) }
    }
    return unsafe render(current, size) ?? render(lastDrawing, size)
  }

  private func render(_ drawing: OpaquePointer?, _ size: CGSize) -> OpaquePointer? {
    guard let drawing = unsafe drawing, let snapshot = unsafe gtk_snapshot_new() else {
      return nil
    }
    unsafe gdk_paintable_snapshot(drawing, snapshot, size.width, size.height)
    return unsafe gtk_snapshot_free_to_node(snapshot)
  }
}

/// A rendered texture to be encoded later; GDK's textures never change.
@safe private final class RenderedPicture: @unchecked Sendable {
  private let texture: OpaquePointer

  /// Takes ownership of a texture.
  init(_ texture: OpaquePointer) { unsafe self.texture = unsafe texture }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(texture)) }

  /// Encodes the picture as uncompressed TIFF.
  ///
  /// PNG would take most of a second for a large window, both at the end of the process and
  /// before the first frame of the next.
  func encode() -> [UInt8]? {
    guard let bytes = unsafe gdk_texture_save_to_tiff_bytes(texture) else { return nil }
    defer { unsafe g_bytes_unref(bytes) }
    var count: gsize = 0
    guard let start = unsafe g_bytes_get_data(bytes, &count) else { return nil }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: Int(count)))
  }
}

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

/// The mark in a window's picture that tells whether it was dark.
///
/// It is appended to the TIFF data. No reader looks there, because the directory inside tells
/// where the data ends.
struct PictureMark: Equatable, Sendable {
  /// Whether the window was dark.
  let isDark: Bool

  private static let (light, dark) = (Array("\nlight".utf8), Array("\ndark".utf8))

  /// Creates the mark of a window.
  init(isDark: Bool) { self.isDark = isDark }

  /// Reads the mark of a picture; `nil` without one.
  init?(of encoded: [UInt8]) {
    if encoded.suffix(Self.dark.count).elementsEqual(Self.dark) {
      isDark = true
    } else if encoded.suffix(Self.light.count).elementsEqual(Self.light) {
      isDark = false
    } else {
      return nil
    }
  }

  /// Returns picture data with the mark added.
  func added(to encoded: [UInt8]) -> [UInt8] { encoded + (isDark ? Self.dark : Self.light) }
}
#endif
