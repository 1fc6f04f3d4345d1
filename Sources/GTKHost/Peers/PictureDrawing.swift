// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import ViewControllers

/// The drawing of one picture with transform and effects.
///
/// Only the visible part becomes a texture, because the cost of an effect depends on the size of
/// its input.
@safe @MainActor final class PictureDrawing {
  /// The pixels; `nil` draws nothing.
  var picture: DecodedPicture? { didSet { if picture !== oldValue { dropTexture() } } }

  /// The place of the picture.
  var geometry = PictureGeometry(bounds: .zero, natural: .zero)

  /// The transform of the picture.
  var transform = CGAffineTransform.identity

  /// The effects on the picture's colours and edges, in order.
  var effects: [ImageEffect] = []

  /// The window's renderer and scale; `nil` before it is on screen.
  var surroundings: Surroundings?

  /// A renderer, and the number of pixels in a point.
  @safe struct Surroundings: Equatable {
    var renderer: OpaquePointer
    var scale: Double

    // A synthesized operator could not mark the comparison of pointers as unsafe.
    static func == (left: Surroundings, right: Surroundings) -> Bool {
      unsafe left.renderer == right.renderer && left.scale == right.scale
    }
  }

  private var texture: OpaquePointer?
  private var texturePart = PixelRect()
  private var blurred: OpaquePointer?
  private var blurredLook: Look?

  /// All values on which the picture's look depends.
  private struct Look: Equatable {
    var geometry: PictureGeometry
    var transform: CGAffineTransform
    var effects: [ImageEffect]
    var surroundings: Surroundings
  }

  /// A part of a picture, in pixels.
  private struct PixelRect: Equatable {
    var x = 0, y = 0, width = 0, height = 0
  }

  isolated deinit { dropTexture() }

  /// Draws the picture within the bounds of its geometry.
  ///
  /// A blurred picture is drawn from a texture of the whole. GTK's software renderer blurs only
  /// the area that it repaints, such as the place of a sheet over the picture. That would leave a
  /// seam around the area.
  func draw(on snapshot: OpaquePointer) {
    guard let picture else { return }
    var bounds = graphene_rect_t(CGRect(origin: .zero, size: geometry.bounds))
    if let blurred = unsafe blurredTexture(of: picture) {
      unsafe gtk_snapshot_append_texture(snapshot, blurred, &bounds)
    } else {
      unsafe draw(picture, in: &bounds, on: snapshot)
    }
  }

  private func blurredTexture(of picture: DecodedPicture) -> OpaquePointer? {
    guard let surroundings, effects.contains(where: { $0.reach > 0 }) else {
      dropBlurred()
      return nil
    }
    let look = Look(
      geometry: geometry, transform: transform, effects: effects, surroundings: surroundings)
    guard look != blurredLook else { return unsafe blurred }
    dropBlurred()
    guard let snapshot = unsafe gtk_snapshot_new() else { return nil }
    let scale = surroundings.scale
    unsafe gtk_snapshot_scale(snapshot, Float(scale), Float(scale))
    var bounds = graphene_rect_t(CGRect(origin: .zero, size: geometry.bounds))
    unsafe draw(picture, in: &bounds, on: snapshot)
    guard let node = unsafe gtk_snapshot_free_to_node(snapshot) else { return nil }
    defer { unsafe gsk_render_node_unref(node) }
    var pixels = graphene_rect_t(
      CGRect(
        x: 0, y: 0, width: geometry.bounds.width * scale, height: geometry.bounds.height * scale))
    unsafe blurred = unsafe gsk_renderer_render_texture(surroundings.renderer, node, &pixels)
    blurredLook = look
    return unsafe blurred
  }

  private func draw(
    _ picture: DecodedPicture, in bounds: inout graphene_rect_t, on snapshot: OpaquePointer
  ) {
    unsafe gtk_snapshot_push_clip(snapshot, &bounds)
    for effect in effects.reversed() { unsafe push(effect, on: snapshot) }
    let placed = geometry.placed(transform)
    if placed.isUpright {
      unsafe drawUpright(picture, in: placed.applied(to: geometry.fitted), on: snapshot)
    } else {
      unsafe drawTurned(picture, placed, on: snapshot)
    }
    for _ in effects { unsafe gtk_snapshot_pop(snapshot) }
    unsafe gtk_snapshot_pop(snapshot)
  }

  private func drawUpright(
    _ picture: DecodedPicture, in place: CGRect, on snapshot: OpaquePointer
  ) {
    let reach = effects.reduce(0) { $0 + $1.reach }
    let seen = CGRect(origin: .zero, size: geometry.bounds).insetBy(dx: -reach, dy: -reach)
      .intersection(place)
    guard seen.width > 0, seen.height > 0 else { return }
    let across = Double(picture.width) / place.width
    let down = Double(picture.height) / place.height
    let left = Int(((seen.minX - place.minX) * across).rounded(.down))
    let top = Int(((seen.minY - place.minY) * down).rounded(.down))
    let right = min(picture.width, Int(((seen.maxX - place.minX) * across).rounded(.up)))
    let bottom = min(picture.height, Int(((seen.maxY - place.minY) * down).rounded(.up)))
    let part = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    guard let texture = unsafe texture(of: picture, part) else { return }
    var target = graphene_rect_t(
      CGRect(
        x: place.minX + Double(part.x) / across, y: place.minY + Double(part.y) / down,
        width: Double(part.width) / across, height: Double(part.height) / down))
    unsafe gtk_snapshot_append_texture(snapshot, texture, &target)
  }

  private func drawTurned(
    _ picture: DecodedPicture, _ placed: CGAffineTransform, on snapshot: OpaquePointer
  ) {
    let whole = PixelRect(width: picture.width, height: picture.height)
    guard placed.scale > 0, let texture = unsafe texture(of: picture, whole) else { return }
    var target = graphene_rect_t(geometry.fitted)
    unsafe gtk_snapshot_save(snapshot)
    let transform = unsafe placed.makeGSKTransform()
    unsafe gtk_snapshot_transform(snapshot, transform)
    unsafe gsk_transform_unref(transform)
    unsafe gtk_snapshot_append_texture(snapshot, texture, &target)
    unsafe gtk_snapshot_restore(snapshot)
  }

  private func texture(of picture: DecodedPicture, _ part: PixelRect) -> OpaquePointer? {
    if unsafe texture == nil || part != texturePart {
      dropTexture()
      guard part.width > 0, part.height > 0 else { return nil }
      unsafe texture = unsafe picture.makeTexture(
        x: part.x, y: part.y, width: part.width, height: part.height)
      texturePart = part
    }
    return unsafe texture
  }

  private func dropTexture() {
    if let texture = unsafe texture { unsafe g_object_unref(UnsafeMutableRawPointer(texture)) }
    unsafe texture = nil
    dropBlurred()
  }

  private func dropBlurred() {
    if let blurred = unsafe blurred { unsafe g_object_unref(UnsafeMutableRawPointer(blurred)) }
    unsafe (blurred, blurredLook) = (nil, nil)
  }

  private func push(_ effect: ImageEffect, on snapshot: OpaquePointer) {
    switch effect {
    case .blur(let radius):
      unsafe gtk_snapshot_push_blur(snapshot, max(0, radius))
    case .colorMatrix(let numbers):
      var matrix = graphene_matrix_t()
      var offset = graphene_vec4_t()
      ColorMatrix(numbers).write(to: &matrix, &offset)
      unsafe gtk_snapshot_push_color_matrix(snapshot, &matrix, &offset)
    }
  }
}

extension ImageEffect {
  /// The distance over which the effect spreads colours, in points.
  fileprivate var reach: Double {
    if case .blur(let radius) = self { max(0, radius) * 2 } else { 0 }
  }
}

extension CGAffineTransform {
  /// Returns the same transform in GTK's form, owned by the caller.
  ///
  /// It consists of rotation, skew and scale, because the software renderer rejects a matrix
  /// without known parts.
  fileprivate func makeGSKTransform() -> OpaquePointer? {
    let across = hypot(a, b)
    let down = (a * d - b * c) / across
    let shear = (a * c + b * d) / across / down
    let degrees = 180 / Double.pi
    var origin = graphene_point_t(x: Float(tx), y: Float(ty))
    var transform = unsafe gsk_transform_translate(nil, &origin)
    unsafe transform = unsafe gsk_transform_rotate(transform, Float(atan2(b, a) * degrees))
    if abs(shear) > 1e-9 {
      unsafe transform = unsafe gsk_transform_skew(transform, Float(atan(shear) * degrees), 0)
    }
    return unsafe gsk_transform_scale(transform, Float(across), Float(down))
  }
}

extension graphene_rect_t {
  /// Creates GTK's form of the same rectangle.
  init(_ rect: CGRect) {
    self.init(
      origin: graphene_point_t(x: Float(rect.minX), y: Float(rect.minY)),
      size: graphene_size_t(width: Float(rect.width), height: Float(rect.height)))
  }
}

/// Twenty numbers that mix a pixel's channels: four rows of five.
///
/// Each row has four factors and an offset.
struct ColorMatrix {
  private var numbers: [Double]

  /// Takes an effect's numbers; a wrong count of them changes nothing.
  init(_ numbers: [Double]) {
    let identity: [Double] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
    self.numbers = numbers.count == identity.count ? numbers : identity
  }

  /// Writes the numbers in the order that GTK expects.
  ///
  /// A row of GTK's matrix is an input channel, a column an output channel.
  func write(to matrix: inout graphene_matrix_t, _ offset: inout graphene_vec4_t) {
    var factors: [Float] = []
    for input in 0..<4 {
      for output in 0..<4 { factors.append(Float(numbers[output * 5 + input])) }
    }
    unsafe graphene_matrix_init_from_float(&matrix, factors)
    unsafe graphene_vec4_init(
      &offset, Float(numbers[4]), Float(numbers[9]), Float(numbers[14]), Float(numbers[19]))
  }
}
#endif
