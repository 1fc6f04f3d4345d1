// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
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
#endif
