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

/// The decoder of picture files; called off the main thread.
enum PictureDecoder {
  /// Decodes a picture at the requested size.
  ///
  /// The picture is turned upright as the camera noted.
  ///
  /// - Parameter request: The file and the size.
  /// - Returns: The pixels; `nil` when the file cannot be read as a picture.
  static func decode(_ request: PictureRequest) -> DecodedPicture? {
    var width: Int32 = 0
    var height: Int32 = 0
    guard unsafe gdk_pixbuf_get_file_info(request.path, &width, &height) != nil, width > 0,
      height > 0
    else { return nil }
    // The orientation is known only after decoding, so decode enough pixels for both.
    let (across, down) = (Double(width), Double(height))
    let scale = max(
      request.scale(width: across, height: down), request.scale(width: down, height: across))
    guard
      let raw = unsafe gdk_pixbuf_new_from_file_at_scale(
        request.path, pixels(across * scale), pixels(down * scale), 0, nil)
    else { return nil }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(raw)) }
    guard let upright = unsafe gdk_pixbuf_apply_embedded_orientation(raw) else { return nil }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(upright)) }
    let isTurned =
      unsafe gdk_pixbuf_get_width(upright) != gdk_pixbuf_get_width(raw)
      || gdk_pixbuf_get_height(upright) != gdk_pixbuf_get_height(raw)
    let natural = isTurned ? (width: down, height: across) : (width: across, height: down)
    let wanted = request.scale(width: natural.width, height: natural.height)
    return unsafe picture(
      from: upright, width: pixels(natural.width * wanted),
      height: pixels(natural.height * wanted),
      naturalSize: (Int(natural.width), Int(natural.height)))
  }

  private static func pixels(_ length: Double) -> Int32 { max(1, Int32(length.rounded())) }

  private static func picture(
    from pixbuf: OpaquePointer, width: Int32, height: Int32,
    naturalSize: (width: Int, height: Int)
  ) -> DecodedPicture? {
    var source = unsafe pixbuf
    let fits =
      unsafe gdk_pixbuf_get_width(pixbuf) == width && gdk_pixbuf_get_height(pixbuf) == height
    if !fits {
      guard
        let scaled = unsafe gdk_pixbuf_scale_simple(pixbuf, width, height, GDK_INTERP_BILINEAR)
      else {
        return nil
      }
      unsafe source = unsafe scaled
    }
    defer { if !fits { unsafe g_object_unref(UnsafeMutableRawPointer(source)) } }
    guard let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
    else {
      return nil
    }
    let context = unsafe cairo_create(surface)
    unsafe gdk_cairo_set_source_pixbuf(context, source, 0, 0)
    unsafe cairo_paint(context)
    unsafe cairo_destroy(context)
    return unsafe DecodedPicture(surface: surface, naturalSize: naturalSize)
  }
}
#endif
