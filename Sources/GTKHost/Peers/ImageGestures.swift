// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import Foundation
  import ViewControllers

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
      unsafe listenToKeys(peer.widget)
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

    private func listenToKeys(_ widget: WidgetPointer) {
      guard let keys = unsafe gtk_event_controller_key_new() else { return }
      unsafe connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
        let hasAlt = arguments.flags(2) & GDK_ALT_MASK.rawValue != 0
        guard !hasAlt else { return }
        arguments.answer(self?.userDidPress(Int32(bitPattern: arguments.unsigned(0))) ?? false)
      }
      unsafe gtk_widget_add_controller(widget, keys)
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
