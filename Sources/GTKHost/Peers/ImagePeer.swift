// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import ViewControllers

/// The peer that draws an image view.
///
/// It decodes the picture in the background, and then fits, transforms and filters it.
@MainActor final class ImagePeer: TypedPeer<ImageView> {
  private let canvas = Canvas(role: GTK_ACCESSIBLE_ROLE_IMG)
  private let drawing = PictureDrawing()
  private var gestures: ImageGestures?
  private var ticket: PictureLoader.Ticket?
  private var loading: PictureRequest?
  private var shown: PictureRequest?

  /// Creates the peer of an image view.
  init(_ view: ImageView, host: GTKHost) {
    unsafe super.init(view, widget: canvas.widget, host: host)
    unsafe gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    unsafe cgtk_accessible_set_hidden(widget, 1)  // until it has a name
    canvas.onMeasure = { _, _ in Extent() }
    unsafe canvas.onSnapshot = { [weak self] in unsafe self?.draw($0) }
    canvas.onAllocate = { [weak self] _, _ in
      // If the picture is in the cache, this frame already shows it.
      self?.host.layoutQueue.add { [weak self] in self?.loadIfNeeded() }
    }
    unsafe connect(widget, "unmap") { [weak self] _ in self?.stopLoading() }
    unsafe connect(widget, "map") { [weak self] _ in self?.loadIfNeeded() }
  }

  isolated deinit { ticket?.cancel() }

  /// The place of the picture in the view, for gestures.
  var geometry: PictureGeometry? {
    guard let model, let picture = drawing.picture else { return nil }
    return unsafe PictureGeometry(
      bounds: CGSize(width: Double(widget.width), height: Double(widget.height)),
      natural: CGSize(
        width: Double(picture.naturalWidth), height: Double(picture.naturalHeight)),
      covers: model.contentMode == .scaleAspectFill, anchor: model.anchorPoint)
  }

  override func sync() {
    guard let model else { return }
    if gestures == nil, model.isUserTransformable || model.onClick != nil {
      gestures = ImageGestures(of: self)
    }
    unsafe gtk_widget_set_focusable(widget, model.isUserTransformable.gboolean)
    loadIfNeeded()
    unsafe gtk_widget_queue_draw(widget)
  }

  private func draw(_ snapshot: OpaquePointer) {
    if let model {
      drawing.effects = model.effects
      drawing.transform = model.transform
    }
    if let geometry { drawing.geometry = geometry }
    let renderer = unsafe gtk_widget_get_native(widget).flatMap {
      unsafe gtk_native_get_renderer($0)
    }
    drawing.surroundings = unsafe renderer.map {
      unsafe .init(renderer: $0, scale: Double(gtk_widget_get_scale_factor(widget)))
    }
    unsafe drawing.draw(on: snapshot)
  }

  // MARK: Loading

  private func loadIfNeeded() {
    guard let model else { return }
    guard let image = model.image else {
      stopLoading()
      return drop()
    }
    if let current = shown ?? loading, current.path != PictureRequest.path(of: image.fileURL) {
      drop()
    }
    guard let request = request(for: image, in: model), request != loading else { return }
    if let shown, isGoodEnough(shown, for: request) {
      stopLoading()
      return
    }
    stopLoading()
    if let picture = host.pictures.cachedPicture(for: request) {
      return show(picture, request)
    }
    if drawing.picture == nil {
      // Shows another size of the picture, such as a thumbnail, until the picture is decoded.
      drawing.picture = host.pictures.preview(for: request)
      unsafe gtk_widget_queue_draw(widget)
    }
    loading = request
    ticket = host.pictures.load(request) { [weak self] picture in
      self?.ticket = nil
      self?.loading = nil
      self?.show(picture, request)
    }
  }

  /// Returns the request for a picture: the view's size in pixels.
  ///
  /// The size is doubled until it is enough for an enlarged picture.
  private func request(for image: Image, in model: ImageView) -> PictureRequest? {
    guard unsafe widget.width > 0, unsafe widget.height > 0,
      unsafe gtk_widget_get_mapped(widget) != 0
    else {
      return nil
    }
    var zoom = 1.0
    while zoom < model.transform.scale, zoom < 64 { zoom *= 2 }
    let factor = unsafe zoom * Double(gtk_widget_get_scale_factor(widget))
    return unsafe PictureRequest(
      file: image.fileURL, width: Int(Double(widget.width) * factor),
      height: Int(Double(widget.height) * factor), covers: model.contentMode == .scaleAspectFill)
  }

  /// Returns whether a decoded picture is good enough for a request.
  private func isGoodEnough(_ shown: PictureRequest, for request: PictureRequest) -> Bool {
    guard let picture = drawing.picture, shown.isSameFile(as: request),
      shown.covers == request.covers
    else { return false }
    let isNatural = picture.width >= picture.naturalWidth
    let grows = request.width > shown.width || request.height > shown.height
    if grows { return isNatural }
    // Filters cost time for each pixel, so a picture that is much too large is replaced.
    return request.width * 5 > shown.width * 4 && request.height * 5 > shown.height * 4
  }

  private func show(_ picture: DecodedPicture?, _ request: PictureRequest) {
    shown = request
    drawing.picture = picture
    model?.isImageShown = picture != nil
    unsafe gtk_widget_queue_draw(widget)
  }

  private func drop() {
    guard shown != nil || drawing.picture != nil else { return }
    shown = nil
    drawing.picture = nil
    model?.isImageShown = false
    unsafe gtk_widget_queue_draw(widget)
  }

  private func stopLoading() {
    ticket?.cancel()
    ticket = nil
    loading = nil
  }
}

/// The gestures that click, move and scale a picture.
@MainActor final class ImageGestures {
  private weak var peer: ImagePeer?
  private var pointer = CGPoint.zero
  private var start = CGAffineTransform.identity

  /// Listens to the widget of a peer.
  init(of peer: ImagePeer) {
    self.peer = peer
    unsafe listenToPointer(peer.widget)
    unsafe listenToDrag(peer.widget)
    unsafe listenToPinch(peer.widget)
    unsafe onKeyPress(in: peer.widget) { [weak self] key, modifiers in
      guard modifiers & GDK_ALT_MASK.rawValue == 0 else { return false }
      return self?.userDidPress(Int32(bitPattern: key)) ?? false
    }
  }

  private var view: ImageView? { peer?.model }

  private func listenToPointer(_ widget: WidgetPointer) {
    guard let motion = unsafe gtk_event_controller_motion_new() else { return }
    for signal in ["enter", "motion"] {
      unsafe connect(UnsafeMutableRawPointer(motion), signal) { [weak self] arguments in
        self?.pointer = CGPoint(x: arguments.double(0), y: arguments.double(1))
      }
    }
    unsafe gtk_widget_add_controller(widget, motion)
    guard let wheel = unsafe gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)
    else {
      return
    }
    unsafe connect(UnsafeMutableRawPointer(wheel), "scroll") { [weak self] arguments in
      guard let self, view?.isUserTransformable == true else { return }
      scale(by: pow(1.15, -arguments.double(1)), around: pointer)
      arguments.answer(true)
    }
    unsafe gtk_widget_add_controller(widget, wheel)
  }

  private func listenToDrag(_ widget: WidgetPointer) {
    guard let drag = unsafe gtk_gesture_drag_new() else { return }
    let object = unsafe UnsafeMutableRawPointer(drag)
    unsafe connect(object, "drag-begin") { [weak self] _ in self?.begin() }
    unsafe connect(object, "drag-update") { [weak self] arguments in
      self?.move(x: arguments.double(0), y: arguments.double(1))
    }
    unsafe connect(object, "drag-end") { [weak self] arguments in
      let isClick = hypot(arguments.double(0), arguments.double(1)) < Self.clickDistance
      if isClick { self?.view?.onClick?() }
    }
    unsafe gtk_widget_add_controller(widget, drag)
  }

  private func listenToPinch(_ widget: WidgetPointer) {
    guard let pinch = unsafe gtk_gesture_zoom_new() else { return }
    let object = unsafe UnsafeMutableRawPointer(pinch)
    unsafe connect(object, "begin") { [weak self] _ in self?.begin() }
    unsafe connect(object, "scale-changed") { [weak self] arguments in
      guard let self, let view, view.isUserTransformable else { return }
      var (x, y) = (0.0, 0.0)
      let hasMiddle =
        unsafe gtk_gesture_get_bounding_box_center(OpaquePointer(object), &x, &y) != 0
      apply(
        from: start, factor: arguments.double(0),
        around: hasMiddle ? CGPoint(x: x, y: y) : pointer)
    }
    unsafe gtk_widget_add_controller(widget, pinch)
  }

  private static let clickDistance = 4.0

  private func begin() {
    if let peer, unsafe gtk_widget_get_focusable(peer.widget) != 0 {
      unsafe gtk_widget_grab_focus(peer.widget)
    }
    start = view?.transform ?? .identity
  }

  private func move(x: Double, y: Double) {
    guard let view, view.isUserTransformable, let geometry = peer?.geometry,
      view.transform != start || hypot(x, y) >= Self.clickDistance
    else { return }
    view.transform = geometry.clamped(
      start.concatenating(CGAffineTransform(translationX: x, y: y)))
  }

  private func scale(by factor: Double, around point: CGPoint) {
    guard let view else { return }
    apply(from: view.transform, factor: factor, around: point)
  }

  private func apply(from transform: CGAffineTransform, factor: Double, around point: CGPoint) {
    guard let view, let geometry = peer?.geometry else { return }
    view.transform = geometry.scaling(
      transform, by: factor, around: point, within: view.allowedScales)
  }

  private func userDidPress(_ key: Int32) -> Bool {
    guard let view, view.isUserTransformable, let geometry = peer?.geometry else { return false }
    let middle = CGPoint(x: geometry.bounds.width / 2, y: geometry.bounds.height / 2)
    let step = 60.0
    switch key {
    case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: scale(by: 1.25, around: middle)
    case GDK_KEY_minus, GDK_KEY_KP_Subtract: scale(by: 0.8, around: middle)
    case GDK_KEY_0, GDK_KEY_KP_0: view.transform = .identity
    case GDK_KEY_Left: pan(x: step, y: 0)
    case GDK_KEY_Right: pan(x: -step, y: 0)
    case GDK_KEY_Up: pan(x: 0, y: step)
    case GDK_KEY_Down: pan(x: 0, y: -step)
    default: return false
    }
    return true
  }

  private func pan(x: Double, y: Double) {
    start = view?.transform ?? .identity
    move(x: x, y: y)
  }
}
#endif
