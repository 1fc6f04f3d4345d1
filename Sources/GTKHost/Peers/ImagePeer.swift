// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
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
#endif
