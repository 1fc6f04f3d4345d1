// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// The upright pixels of a picture in memory; immutable.
  @safe final class DecodedPicture: @unchecked Sendable {
    /// The width, in pixels.
    let width: Int
    /// The height, in pixels.
    let height: Int
    /// The width of the picture in its file, in pixels.
    let naturalWidth: Int
    /// The height of the picture in its file, in pixels.
    let naturalHeight: Int

    private let bytes: OpaquePointer
    private let stride: Int

    /// Takes ownership of a cairo surface.
    ///
    /// - Parameters:
    ///   - surface: An image surface; owned by the picture from now on, and no longer drawn on.
    ///   - naturalSize: The size of the picture in its file.
    init?(surface: OpaquePointer, naturalSize: (width: Int, height: Int)) {
      unsafe cairo_surface_flush(surface)
      width = unsafe Int(cairo_image_surface_get_width(surface))
      height = unsafe Int(cairo_image_surface_get_height(surface))
      stride = unsafe Int(cairo_image_surface_get_stride(surface))
      (naturalWidth, naturalHeight) = naturalSize
      let length = stride * height
      guard let data = unsafe cairo_image_surface_get_data(surface),
        let bytes = unsafe g_bytes_new_with_free_func(
          data, gsize(length), { unsafe cairo_surface_destroy($0.map { OpaquePointer($0) }) },
          unsafe UnsafeMutableRawPointer(surface))
      else {
        unsafe cairo_surface_destroy(surface)
        return nil
      }
      unsafe self.bytes = unsafe bytes
    }

    deinit { unsafe g_bytes_unref(bytes) }

    /// The memory that the pixels take, in bytes.
    var byteCount: Int { stride * height }

    /// Returns a texture of a part of the picture, with shared pixels.
    ///
    /// - Parameters:
    ///   - x: The left edge, in pixels.
    ///   - y: The top edge, in pixels.
    ///   - width: The width, in pixels.
    ///   - height: The height, in pixels.
    /// - Returns: The texture, owned by the caller; the part must lie within the picture.
    func makeTexture(x: Int, y: Int, width: Int, height: Int) -> OpaquePointer? {
      let offset = y * stride + x * 4
      let length = (height - 1) * stride + width * 4
      guard let part = unsafe g_bytes_new_from_bytes(bytes, gsize(offset), gsize(length)) else {
        return nil
      }
      defer { unsafe g_bytes_unref(part) }
      return unsafe gdk_memory_texture_new(
        Int32(width), Int32(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, part, gsize(stride))
    }
  }
#endif
