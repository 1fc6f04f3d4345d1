// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
package import StateRestoration

/// The visible place of a `GtkTextView`, kept across layouts.
///
/// It scrolls to a line or to the caret, and keeps the line at the top edge when lines are laid
/// out differently.
///
/// GTK measures a text bit by bit, when it is idle. Until then a line has no height, positions in
/// points mean nothing, and the visible text can jump. So this class scrolls after each layout,
/// until the line is in its place in two successive frames and GTK measured nothing in between.
/// It starts again whenever GTK measures more lines, or the width, height or font changes.
///
/// An edit, the wheel, a key or the pointer ends that; the line at the top edge then counts. From
/// then on only a new width, height or font starts it again.
@safe @MainActor package final class TextPlaceKeeper {
  private enum State {
    /// Nothing has happened since ``place`` was read.
    case resting
    /// The visible place may have changed; the next layout tells.
    case looking(isEdited: Bool)
    /// The view scrolls to a target.
    ///
    /// `hasArrived` tells whether the target was in sight in the frame before.
    case bringing(Target, hasArrived: Bool)
  }

  private enum Target {
    case top, caret
    case line(TextPlace)
  }

  /// The measures that decide where lines lie.
  private struct Measures: Equatable {
    var width, height: Int32
    /// Pango's serial number of the font; it changes with the font.
    var font: guint
    /// The height of the text in points.
    ///
    /// It changes with each line that GTK measures.
    var length: Double
  }

  /// The line at the top edge, or to be brought there.
  ///
  /// `nil` before anything was shown or scrolled.
  package private(set) var place: TextPlace?

  private let view: WidgetPointer
  private let onScroll: @MainActor () -> Void
  private var state = State.resting
  /// The measures at the last layout.
  private var measures: Measures?
  /// Whether ``place`` comes from ``show(_:)``, with no scrolling since.
  private var isAskedFor = false
  /// Whether the user has touched the view since the target was set.
  private var isTouched = false
  /// Whether GTK was asked to measure the lines around the target.
  private var isMeasured = false
  private var isMoving = false
  /// The number of layouts in this frame.
  private var layouts = 0
  private var adjustments: [ObservedObject] = []
  private var buffer: ObservedObject?
  private var clock: ObservedObject?
  private var watchedParent: WidgetPointer?

  /// Begins to watch a text view.
  ///
  /// - Parameters:
  ///   - view: A GtkTextView; lives as long as this is in use.
  ///   - onScroll: Called when user or program has scrolled or edited and ``place`` was read
  ///     again.
  package init(_ view: WidgetPointer, onScroll: @escaping @MainActor () -> Void) {
    unsafe (self.view, self.onScroll) = unsafe (view, onScroll)
    for property in ["hadjustment", "vadjustment"] {
      unsafe connect(view, "notify::\(property)") { [weak self] _ in self?.observeAdjustments() }
    }
    unsafe connect(view, "notify::buffer") { [weak self] _ in
      self?.observeBuffer()
      self?.textDidChange()
    }
    for signal in ["realize", "unrealize"] {
      unsafe connect(view, signal) { [weak self] _ in self?.observeFrames() }
    }
    observeAdjustments()
    observeBuffer()
    observeFrames()
  }

  /// Scrolls a line to the top edge once there is text.
  ///
  /// A line past the end means the end.
  package func show(_ place: TextPlace) {
    self.place = place
    isAskedFor = true
    begin(.line(place))
  }

  /// Scrolls just far enough to show the caret.
  package func showCaret() { begin(.caret) }

  /// Scrolls to the beginning of the text.
  package func showTop() { begin(.top) }

  // MARK: Signals from GTK

  private func observeAdjustments() {
    adjustments = unsafe [
      gtk_scrollable_get_hadjustment(view.opaque), gtk_scrollable_get_vadjustment(view.opaque),
    ].compactMap {
      unsafe $0.map { unsafe ObservedObject(UnsafeMutableRawPointer($0), of: view) }
    }
    for adjustment in adjustments {
      for signal in ["value-changed", "changed"] {
        adjustment.connect(signal) { [weak self] in self?.viewDidChange() }
      }
    }
  }

  private func observeBuffer() {
    buffer = unsafe textBuffer.map {
      unsafe ObservedObject(UnsafeMutableRawPointer($0), of: view)
    }
    buffer?.connect("changed") { [weak self] in self?.textDidChange() }
  }

  private func observeFrames() {
    clock = unsafe gtk_widget_get_frame_clock(view).map {
      unsafe ObservedObject(UnsafeMutableRawPointer($0), of: view)
    }
    clock?.connect("update") { [weak self] in self?.frameDidBegin() }
    clock?.connect("layout", after: true) { [weak self] in self?.didLayOut() }
    request(GDK_FRAME_CLOCK_PHASE_UPDATE)
    watchUser()
  }

  /// Watches the scrolled window and its bars for input, too.
  private func watchUser() {
    guard let parent = unsafe gtk_widget_get_parent(view), unsafe parent != watchedParent,
      let events = unsafe gtk_event_controller_legacy_new()
    else { return }
    unsafe watchedParent = unsafe parent
    unsafe gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
    unsafe connect(UnsafeMutableRawPointer(events), "event", whileAlive: view) { [weak self] _ in
      let event = unsafe gtk_event_controller_get_current_event(events)
      let kinds = [GDK_SCROLL, GDK_BUTTON_PRESS, GDK_KEY_PRESS, GDK_TOUCH_BEGIN]
      if unsafe kinds.contains(gdk_event_get_event_type(event)) { self?.userDidTouch() }
    }
    unsafe gtk_widget_add_controller(parent, events)
  }

  private func userDidTouch() {
    isTouched = true
    if case .bringing = state { look() }
  }

  /// Handles a changed text.
  ///
  /// A place set by ``show(_:)`` stays when the program replaces the text: GTK empties the buffer
  /// first.
  private func textDidChange() {
    switch state {
    case .bringing(_, hasArrived: false): request(GDK_FRAME_CLOCK_PHASE_UPDATE)
    case _ where !hasText && isAskedFor: if let place { begin(.line(place)) }
    default: look(isEdited: true)
    }
  }

  private func viewDidChange() {
    if case .resting = state, !isMoving { look() }
  }

  // MARK: Frame by frame

  private func look(isEdited: Bool = false) {
    state = .looking(isEdited: isEdited)
    request(GDK_FRAME_CLOCK_PHASE_UPDATE)
  }

  private func begin(_ target: Target) {
    state = .bringing(target, hasArrived: false)
    (isMeasured, isTouched) = (false, false)
    request(GDK_FRAME_CLOCK_PHASE_UPDATE)
  }

  private func request(_ phase: GdkFrameClockPhase) {
    if case .resting = state { return }
    if let clock { unsafe gdk_frame_clock_request_phase(OpaquePointer(clock.pointer), phase) }
  }

  private func frameDidBegin() {
    layouts = 0
    request(GDK_FRAME_CLOCK_PHASE_LAYOUT)
  }

  private func didLayOut() {
    guard unsafe gtk_widget_get_mapped(view) != 0, unsafe gtk_widget_get_height(view) > 0, hasText
    else {
      return
    }
    layouts += 1
    switch state {
    case .resting: return
    case .looking(let isEdited):
      if let place, !isEdited, isLaidOutDifferently {
        bring(.line(place), hasArrived: false)
      } else {
        readPlace()
      }
    case .bringing(let target, let hasArrived): bring(target, hasArrived: hasArrived)
    }
    measures = currentMeasures
  }

  /// Whether GTK has moved the lines since the last layout, without scrolling.
  private var isLaidOutDifferently: Bool {
    guard var old = measures else { return false }
    let new = currentMeasures
    if isTouched { old.length = new.length }
    return old != new
  }

  private func readPlace() {
    state = .resting
    isAskedFor = false
    let shown = placeInSight
    guard shown != place else { return }
    place = shown
    onScroll()
  }

  private func bring(_ target: Target, hasArrived: Bool) {
    var isThere = false
    if isMeasured {
      let isAsItWas = layouts == 1 && measures == currentMeasures
      // The user or the program has scrolled.
      if hasArrived, isAsItWas, !isInSight(target) { return readPlace() }
      // Scroll even if the distance is 0: GTK animates the scrolling it was asked for, and this
      // ends it.
      scroll(by: distance(to: target))
      isThere = isInSight(target)
      if isThere, hasArrived, isAsItWas {
        if case .caret = target { return readPlace() }
        // Showing the beginning is no scrolling, so `onScroll` is not called.
        if case .top = target { place = placeInSight }
        return state = .resting
      }
    } else {
      measure(around: target)
    }
    state = .bringing(target, hasArrived: isThere)
    // What came into sight is laid out in the same frame. The number is limited, because GTK
    // gives up on a frame that never ends.
    if !isThere, layouts < 3 { request(GDK_FRAME_CLOCK_PHASE_LAYOUT) }
    request(GDK_FRAME_CLOCK_PHASE_UPDATE)
  }

  /// Makes GTK measure the lines around a target in the next layout.
  ///
  /// It scrolls there, too.
  private func measure(around target: Target) {
    isMeasured = true
    var line = unsafe line(of: target)
    let mark = unsafe gtk_text_buffer_create_mark(textBuffer, nil, &line, 1)
    // Setting the same tabs again makes GTK lay out the visible lines at once, not when it is
    // idle.
    let tabs = unsafe gtk_text_view_get_tabs(view.cast()) ?? pango_tab_array_new(0, 1)
    unsafe gtk_text_view_set_tabs(view.cast(), tabs)
    unsafe pango_tab_array_free(tabs)
    let isAtEdge = if case .caret = target { false } else { true }
    isMoving = true
    unsafe gtk_text_view_scroll_to_mark(view.cast(), mark, 0, isAtEdge.gboolean, 0, 0)
    isMoving = false
    unsafe gtk_text_buffer_delete_mark(textBuffer, mark)
    // After the two calls above, `gtk_widget_queue_allocate` leaves the containers of a wrapped
    // text without an allocation, and GTK does not paint that frame.
    unsafe gtk_widget_queue_resize(view)
  }

  private func scroll(by distance: Double) {
    guard let adjustment = unsafe gtk_scrollable_get_vadjustment(view.opaque) else { return }
    isMoving = true
    unsafe gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
    isMoving = false
  }

  // MARK: Current values

  private var textBuffer: UnsafeMutablePointer<GtkTextBuffer>? {
    unsafe gtk_text_view_get_buffer(view.cast())
  }

  private var hasText: Bool { unsafe gtk_text_buffer_get_char_count(textBuffer) > 0 }

  private var textLength: Double {
    unsafe gtk_scrollable_get_vadjustment(view.opaque).map { unsafe gtk_adjustment_get_upper($0) }
      ?? 0
  }

  private var textOffset: Double {
    unsafe gtk_scrollable_get_vadjustment(view.opaque).map { unsafe gtk_adjustment_get_value($0) }
      ?? 0
  }

  private var currentMeasures: Measures {
    unsafe Measures(
      width: gtk_widget_get_width(view), height: gtk_widget_get_height(view),
      font: pango_context_get_serial(gtk_widget_get_pango_context(view)), length: textLength)
  }

  private var placeInSight: TextPlace {
    var line = unsafe GtkTextIter()
    let top = visible.y
    unsafe gtk_text_view_get_iter_at_location(view.cast(), &line, 0, top)
    unsafe gtk_text_view_backward_display_line_start(view.cast(), &line)
    let frame = unsafe rectangle(of: line)
    return unsafe TextPlace(
      character: Int(gtk_text_iter_get_offset(&line)),
      share: frame.height > 0 ? Double(top - frame.y) / Double(frame.height) : 0)
  }

  /// Whether the target is as close to its place as possible.
  private func isInSight(_ target: Target) -> Bool {
    let distance = distance(to: target)
    guard abs(distance) >= 1, let adjustment = unsafe gtk_scrollable_get_vadjustment(view.opaque)
    else {
      return true
    }
    let value = unsafe gtk_adjustment_get_value(adjustment)
    let end =
      unsafe gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
    return distance < 0 ? value <= 0 : value >= end
  }

  /// Returns the distance to scroll to a target, in whole points.
  private func distance(to target: Target) -> Double {
    let (frame, visible) = unsafe (rectangle(of: line(of: target)), visible)
    let top = Double(frame.y - visible.y)
    switch target {
    case .top: return -textOffset
    case .line(let place): return top + (place.share * Double(frame.height)).rounded()
    // If the line is higher than the view, its top is shown.
    case .caret where frame.height >= visible.height: return top
    case .caret: return max(0, top + Double(frame.height - visible.height)) + min(0, top)
    }
  }

  private func line(of target: Target) -> GtkTextIter {
    var line = unsafe GtkTextIter()
    switch target {
    case .top: unsafe gtk_text_buffer_get_start_iter(textBuffer, &line)
    case .line(let place):
      unsafe gtk_text_buffer_get_iter_at_offset(
        textBuffer, &line, Int32(clamping: place.character))
    case .caret:
      unsafe gtk_text_buffer_get_iter_at_mark(
        textBuffer, &line, gtk_text_buffer_get_insert(textBuffer))
    }
    return unsafe line
  }

  private var visible: GdkRectangle {
    var rectangle = GdkRectangle()
    unsafe gtk_text_view_get_visible_rect(view.cast(), &rectangle)
    return rectangle
  }

  private func rectangle(of line: GtkTextIter) -> GdkRectangle {
    var (line, rectangle) = unsafe (line, GdkRectangle())
    unsafe gtk_text_view_get_iter_location(view.cast(), &line, &rectangle)
    return rectangle
  }
}
#endif
