// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
  import ViewControllers

  /// Takes pictures of what a window shows, or showed last.
  @MainActor final class WindowCamera {
    /// In points; nothing can be read at this radius.
    private static let blurRadius = 16.0
    private let content: WidgetPointer
    /// GTK's last drawing of the content, kept from the start: a minimised or hidden window has none.
    private let lastDrawing: OpaquePointer?

    /// Begins to keep what is drawn.
    ///
    /// - Parameter content: The widget with everything that pictures show; opaque.
    init(of content: WidgetPointer) {
      self.content = content
      lastDrawing = gtk_widget_paintable_new(content)
    }

    isolated deinit {
      if let lastDrawing { g_object_unref(UnsafeMutableRawPointer(lastDrawing)) }
    }

    /// Renders the content; encoding is for later, and for another thread.
    ///
    /// - Parameters:
    ///   - blanks: What is painted over, and with which colour.
    ///   - isBlurred: Whether the whole is blurred afterwards.
    /// - Returns: `nil` before the window was on screen.
    func takePicture(blanks: [(area: CGRect, color: GdkRGBA)], isBlurred: Bool) -> WindowPicture? {
      let size = CGSize(width: Double(content.width), height: Double(content.height))
      let scale = Double(gtk_widget_get_scale_factor(content))
      guard size.width > 0, size.height > 0, let native = gtk_widget_get_native(content),
        let renderer = gtk_native_get_renderer(native), let drawing = drawing(size)
      else { return nil }
      defer { gsk_render_node_unref(drawing) }
      guard let snapshot = gtk_snapshot_new() else { return nil }
      gtk_snapshot_scale(snapshot, Float(scale), Float(scale))
      if isBlurred { gtk_snapshot_push_blur(snapshot, Self.blurRadius) }
      gtk_snapshot_append_node(snapshot, drawing)
      for blank in blanks {
        var (area, color) = (graphene_rect_t(blank.area), blank.color)
        gtk_snapshot_append_color(snapshot, &color, &area)
      }
      if isBlurred { gtk_snapshot_pop(snapshot) }
      guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
      defer { gsk_render_node_unref(node) }
      var whole = graphene_rect_t(
        CGRect(x: 0, y: 0, width: size.width * scale, height: size.height * scale))
      guard let texture = gsk_renderer_render_texture(renderer, node, &whole) else { return nil }
      let picture = RenderedPicture(texture)
      return WindowPicture(size: size) { picture.encode() }
    }

    /// What is drawn now, else what was drawn last, which GTK hands on a moment late.
    private func drawing(_ size: CGSize) -> OpaquePointer? {
      let current = gtk_widget_paintable_new(content)
      defer { if let current { g_object_unref(UnsafeMutableRawPointer(current)) } }
      for drawing in [current, lastDrawing] {
        guard let drawing, let snapshot = gtk_snapshot_new() else { continue }
        gdk_paintable_snapshot(drawing, snapshot, size.width, size.height)
        if let node = gtk_snapshot_free_to_node(snapshot) { return node }
      }
      return nil
    }
  }

  /// A texture that is waiting to be encoded; GDK's textures never change.
  private final class RenderedPicture: @unchecked Sendable {
    private let texture: OpaquePointer

    /// Takes over a texture.
    init(_ texture: OpaquePointer) { self.texture = texture }

    deinit { g_object_unref(UnsafeMutableRawPointer(texture)) }

    /// As TIFF, which is not compressed: PNG takes the better part of a second for a large window, at
    /// the end of the process, and holds up the first frame of the next.
    func encode() -> [UInt8]? {
      guard let bytes = gdk_texture_save_to_tiff_bytes(texture) else { return nil }
      defer { g_bytes_unref(bytes) }
      var count: gsize = 0
      guard let start = g_bytes_get_data(bytes, &count) else { return nil }
      return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
  }
#endif
