// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import ViewControllers

/// The swipe with which the user goes back in a navigation controller.
///
/// It takes two fingers on a touchpad, or one finger from the left edge of a touch screen. The
/// pages follow the fingers.
@MainActor final class BackSwipe {
  /// The phase of a gesture.
  private enum Phase {
    /// No gesture, or one that does not lead back.
    case idle
    /// The fingers have moved too little to decide.
    case possible
    /// The pages follow the fingers.
    case swiping
  }

  private weak var peer: NavigationPeer?
  private let stack: ControllerStack
  private var phase = Phase.idle
  /// The distance of the fingers from their start.
  private var (x, y) = (0.0, 0.0)
  /// The time of the last movement, in milliseconds; 0 before it.
  private var time: UInt32 = 0
  /// The speed to the right, in points per millisecond.
  private var speed = 0.0
  /// The distance that brings a page in completely.
  private var length = 1.0

  /// Listens to the widget of a peer.
  init(of peer: NavigationPeer, in stack: ControllerStack) {
    self.peer = peer
    self.stack = stack
    unsafe listenToTouches(peer.widget)
    unsafe listenToTouchpad(peer.widget)
  }

  private var controller: NavigationController? { peer?.model?.navigationController }

  // MARK: Steps of a swipe

  /// Starts a gesture: the fingers are down.
  ///
  /// - Parameter length: The distance that brings a page in completely.
  func begin(length: Double) {
    guard let controller, controller.isInteractivePopGestureEnabled, controller.backTitle != nil
    else { return phase = .idle }
    phase = .possible
    (x, y, time, speed) = (0, 0, 0, 0)
    self.length = max(length, 1)
  }

  /// Handles a movement of the fingers.
  ///
  /// - Parameters:
  ///   - x: The distance to the right of the start.
  ///   - y: The distance below the start.
  ///   - time: The time of the event, in milliseconds.
  func move(x: Double, y: Double, at time: UInt32) {
    guard phase != .idle else { return }
    let elapsed = Double(time &- self.time)
    if self.time != 0, elapsed > 0 { speed = (x - self.x) / elapsed }
    (self.x, self.y, self.time) = (x, y, time)
    if phase == .possible, hypot(x, y) >= Self.leastWay { decide() }
    if phase == .swiping { stack.swipe(to: x / length) }
  }

  /// Ends a gesture: the fingers are up.
  ///
  /// - Parameters:
  ///   - time: The time of the event, in milliseconds.
  ///   - isCancelled: Whether the gesture was cancelled.
  func end(at time: UInt32, isCancelled: Bool = false) {
    defer { phase = .idle }
    guard phase == .swiping else { return }
    let hasStopped = time &- self.time > 100
    let goesOn = !hasStopped && speed > Self.flick
    let turnsBack = !hasStopped && speed < -Self.flick
    let isCompleted = !isCancelled && (goesOn || x / length > 0.5 && !turnsBack)
    controller?.hostDidEndSwipeBack(isCompleted: isCompleted)
    stack.cancelSwipe()  // no effect if it has led back
  }

  /// The least distance of a swipe.
  ///
  /// A shorter one may be a click or the start of scrolling.
  private static let leastWay = 12.0

  /// The speed, in points per millisecond, that decides at any distance.
  private static let flick = 0.4

  private func decide() {
    guard x > 2 * abs(y), let controller else { return phase = .idle }
    phase = .swiping
    if let below = controller.hostDidBeginSwipeBack() { stack.beginSwipe(to: below) }
  }

  // MARK: Touch screens

  /// The width of the left edge where a touch may begin.
  private static let edge = 32.0

  private func listenToTouches(_ widget: WidgetPointer) {
    guard let drag = unsafe gtk_gesture_drag_new() else { return }
    let object = unsafe UnsafeMutableRawPointer(drag)
    unsafe gtk_gesture_single_set_touch_only(drag, 1)
    unsafe gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_CAPTURE)
    unsafe connect(object, "drag-begin") { [weak self] arguments in
      if arguments.double(0) <= Self.edge { unsafe self?.begin(length: Double(widget.width)) }
      if self?.phase != .possible {
        unsafe gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
      }
    }
    unsafe connect(object, "drag-update") { [weak self] arguments in
      guard let self else { return }
      unsafe move(
        x: arguments.double(0), y: arguments.double(1),
        at: gtk_event_controller_get_current_event_time(drag))
      if phase == .idle { unsafe gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED) }
      // Claims the touch, so that the widget below the finger gets no more events.
      if phase == .swiping { unsafe gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED) }
    }
    unsafe connect(object, "drag-end") { [weak self] _ in
      unsafe self?.end(at: gtk_event_controller_get_current_event_time(drag))
    }
    unsafe connect(object, "cancel") { [weak self] _ in self?.end(at: 0, isCancelled: true) }
    unsafe gtk_widget_add_controller(widget, drag)
  }

  // MARK: Touchpads

  /// The touchpad distance that brings a page in, for any window width.
  private static let touchpadLength = 400.0

  /// The points of one wheel step, if the touchpad reports steps.
  private static let pointsPerStep = 10.0

  private func listenToTouchpad(_ widget: WidgetPointer) {
    guard
      let scroll = unsafe gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)
    else { return }
    let object = unsafe UnsafeMutableRawPointer(scroll)
    unsafe gtk_event_controller_set_propagation_phase(scroll, GTK_PHASE_CAPTURE)
    unsafe connect(object, "scroll-begin") { [weak self] _ in
      let isTouchpad =
        unsafe gtk_event_controller_get_current_event_device(scroll).map {
          unsafe gdk_device_get_source($0) == GDK_SOURCE_TOUCHPAD
        } ?? false
      guard isTouchpad, unsafe !Self.canScrollBack(at: scroll, in: widget) else { return }
      self?.begin(length: Self.touchpadLength)
    }
    unsafe connect(object, "scroll") { [weak self] arguments in
      guard let self, phase != .idle else { return }
      let isInSteps = unsafe gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_WHEEL
      let points = isInSteps ? Self.pointsPerStep : 1
      unsafe move(
        x: x - arguments.double(0) * points, y: y - arguments.double(1) * points,
        at: gtk_event_controller_get_current_event_time(scroll))
      arguments.answer(phase == .swiping)
    }
    unsafe connect(object, "scroll-end") { [weak self] _ in
      unsafe self?.end(at: gtk_event_controller_get_current_event_time(scroll))
    }
    unsafe gtk_widget_add_controller(widget, scroll)
  }

  /// Returns whether a widget under the pointer could scroll back itself.
  ///
  /// That is one that is scrolled to the right, or a web view.
  private static func canScrollBack(at scroll: OpaquePointer, in widget: WidgetPointer) -> Bool {
    guard let event = unsafe gtk_event_controller_get_current_event(scroll),
      let native = unsafe gtk_widget_get_native(widget)
    else { return false }
    var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
    unsafe gdk_event_get_position(event, &x, &y)
    unsafe gtk_native_get_surface_transform(native, &left, &top)
    let root = unsafe WidgetPointer(native)
    var place = unsafe gtk_widget_pick(root, x - left, y - top, GTK_PICK_DEFAULT)
    while let inner = unsafe place, unsafe inner != widget {
      if unsafe String(cString: g_type_name_from_instance(inner.cast())) == "WebKitWebView" {
        return true
      }
      if unsafe g_type_check_instance_is_a(inner.cast(), gtk_scrolled_window_get_type()) != 0,
        let adjustment = unsafe gtk_scrolled_window_get_hadjustment(inner.opaque),
        unsafe gtk_adjustment_get_value(adjustment) > gtk_adjustment_get_lower(adjustment)
      {
        return true
      }
      unsafe place = unsafe gtk_widget_get_parent(inner)
    }
    return false
  }
}
#endif
