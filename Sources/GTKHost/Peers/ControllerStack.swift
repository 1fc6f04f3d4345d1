// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// Controllers in one place; one of them is shown.
///
/// Each controller gets a page when it is shown for the first time. It keeps the page as long as
/// it is one of the controllers that may be shown. GTK's own stack cannot follow the user's
/// fingers.
@MainActor final class ControllerStack {
  /// The side from which a page comes in.
  enum Slide {
    /// From the right.
    case forward
    /// From the left.
    case back
  }

  /// A movement of two pages: one leaves, another comes in.
  private struct Move {
    let (from, to): (ControllerPage, ControllerPage)
    let slide: Slide
    /// The progress of the movement, from 0 to 1.
    var progress = 0.0
  }

  /// The pages created so far.
  private(set) var pages: [ControllerPage] = []

  /// The page that is shown or comes in.
  private(set) var shown: ControllerPage?

  /// Returns the room that bars take of a page; by default none.
  var bars: @MainActor (ControllerPage, _ width: Int32) -> (top: Int32, bottom: Int32) = { _, _ in
    (0, 0)
  }

  /// The widget around all pages.
  var widget: WidgetPointer { unsafe canvas.widget }

  private let canvas = Canvas()
  private let host: GTKHost
  private var move: Move?
  private var animation: FrameAnimation?
  private var wanted: [ViewController] = []

  /// Creates an empty stack.
  init(host: GTKHost) {
    self.host = host
    unsafe gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    canvas.onMeasure = { [weak self] in
      unsafe self?.shown?.canvas.widget.measure($0, forSize: $1) ?? Extent()
    }
    canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
  }

  isolated deinit { endMove() }

  /// Shows a controller.
  ///
  /// - Parameters:
  ///   - controller: The controller; its view is loaded.
  ///   - controllers: The controllers that keep their pages.
  ///   - slide: The side from which it comes in, if the stack is on screen; `nil` for no
  ///     animation.
  func show(
    _ controller: ViewController?, of controllers: [ViewController], slide: Slide? = nil
  ) {
    wanted = controllers
    if let controller, shown?.controller !== controller {
      show(page(of: controller), slide: slide)
    }
    if let shown, shown.controller === controller { shown.takeBack() }
    removeOutdatedPages()
  }

  private func show(_ page: ControllerPage, slide: Slide?) {
    let former = shown
    let hadFocus = former?.canvas.containsFocus == true
    if hadFocus { former?.keepFocus() }
    if !(isSwiped && move?.to === page) { endMove() }
    shown = page
    if let former, let slide, unsafe FrameAnimation.isPossible(on: widget) {
      if move == nil { move = Move(from: former, to: page, slide: slide) }
      animate(to: 1)
    } else {
      endMove()
    }
    showPages()
    if hadFocus { host.moveFocus { page.giveBackFocus() } }
  }

  private func page(of controller: ViewController) -> ControllerPage {
    if let page = pages.first(where: { $0.controller === controller }) { return page }
    let page = ControllerPage(controller, peer: host.peer(for: controller.view))
    page.onAllocate = { [weak self, weak page] width, height in
      guard let self, let page else { return }
      let (top, bottom) = bars(page, width)
      unsafe page.peer.frame.allocate(x: 0, y: top, width: width, height: height - top - bottom)
      host.layoutQueue.add { [weak page] in page?.peer.reportSize() }
    }
    unsafe gtk_widget_set_child_visible(page.canvas.widget, 0)
    unsafe gtk_widget_set_parent(page.canvas.widget, widget)
    pages.append(page)
    return page
  }

  private func removeOutdatedPages() {
    guard move == nil else { return }
    for page in pages where !wanted.contains(where: { $0 === page.controller }) {
      if page === shown { shown = nil }
      page.remove()
    }
    pages.removeAll { unsafe gtk_widget_get_parent($0.canvas.widget) == nil }
  }

  /// Shows only the pages that are shown or leave.
  ///
  /// No other page takes part in layout, drawing and focus.
  private func showPages() {
    for page in pages {
      let isSeen = page === shown || page === move?.from || page === move?.to
      unsafe gtk_widget_set_child_visible(page.canvas.widget, isSeen.gboolean)
      unsafe gtk_widget_set_can_target(page.canvas.widget, (page === shown).gboolean)
    }
    unsafe gtk_widget_queue_resize(widget)
  }

  private func allocate(_ width: Int32, _ height: Int32) {
    for page in pages where unsafe gtk_widget_get_child_visible(page.canvas.widget) != 0 {
      unsafe page.canvas.widget.allocate(
        x: offset(of: page, width), y: 0, width: width, height: height)
    }
  }

  private func offset(of page: ControllerPage, _ width: Int32) -> Int32 {
    guard let move, page === move.from || page === move.to else { return 0 }
    let way = Int32((Double(width) * move.progress).rounded())
    switch (move.slide, page === move.to) {
    case (.forward, true): return width - way
    case (.forward, false): return -way
    case (.back, true): return way - width
    case (.back, false): return way
    }
  }

  // MARK: Moving

  /// Starts a swipe that brings a page in from the left.
  ///
  /// ``show(_:of:slide:)`` of this page moves it the rest of the way; ``cancelSwipe()`` moves it
  /// out again.
  func beginSwipe(to controller: ViewController) {
    guard let shown, shown.controller !== controller else { return }
    endMove()
    move = Move(from: shown, to: page(of: controller), slide: .back)
    isSwiped = true
    showPages()
  }

  /// Moves swiped pages to a progress from 0 to 1.
  ///
  /// Does nothing unless the user swipes.
  func swipe(to progress: Double) {
    if isSwiped { moveOn(to: min(max(progress, 0), 1)) }
  }

  /// Moves swiped pages back after the user has let go of them.
  ///
  /// Does nothing unless the user swipes.
  func cancelSwipe() {
    guard isSwiped else { return }
    unsafe FrameAnimation.isPossible(on: widget) ? animate(to: 0) : endMove()
  }

  /// Whether the pages follow the user's fingers.
  private(set) var isSwiped = false {
    didSet {
      guard isSwiped != oldValue else { return }
      isSwiped ? host.settling.begin() : host.settling.end()
    }
  }

  private func animate(to end: Double) {
    let start = move?.progress ?? 0
    animation = unsafe FrameAnimation(on: widget, settling: host.settling) { [weak self] part in
      self?.moveOn(to: start + (end - start) * part)
    } completion: { [weak self] in
      self?.didMove()
    }
    isSwiped = false
  }

  private func moveOn(to progress: Double) {
    move?.progress = progress
    unsafe gtk_widget_queue_allocate(widget)
  }

  /// Jumps to the end of a movement.
  private func endMove() {
    isSwiped = false
    if let animation { animation.finish() } else { didMove() }
  }

  private func didMove() {
    animation = nil
    guard move != nil else { return }
    move = nil
    showPages()
    removeOutdatedPages()
  }
}

/// One controller of a stack on screen, with room for bars.
///
/// It keeps its controller until the page has left the screen, even if the controller was popped
/// before.
@safe @MainActor final class ControllerPage {
  /// The controller that it shows.
  let controller: ViewController

  /// The peer of the controller's view.
  let peer: Peer

  /// The widget around the controller's view.
  let canvas = Canvas()

  /// Whether bars lie over the view; never over its search bar.
  var extendsUnderBars: Bool {
    controller.view.extendsUnderBars && controller.searchController?.isActive != true
  }

  /// Places the view; called with the width and the height.
  var onAllocate: (@MainActor (Int32, Int32) -> Void)?

  /// Creates a page that is in no stack yet.
  init(_ controller: ViewController, peer: Peer) {
    self.controller = controller
    self.peer = peer
    unsafe peer.detach()
    unsafe gtk_widget_set_parent(peer.frame, canvas.widget)
    canvas.onAllocate = { [weak self] in self?.onAllocate?($0, $1) }
    unsafe canvas.widget.setStyle("under-bars", controller.view.extendsUnderBars)
  }

  /// Whether the view is still in this page, not in another container.
  private var holdsView: Bool { unsafe gtk_widget_get_parent(peer.frame) == canvas.widget }

  /// Takes back a view that was in another container meanwhile.
  func takeBack() {
    guard !holdsView else { return }
    unsafe peer.detach()
    unsafe gtk_widget_set_parent(peer.frame, canvas.widget)
  }

  /// Removes the page from its stack, and the view from the page.
  func remove() {
    if holdsView { unsafe peer.detach() }
    unsafe gtk_widget_unparent(canvas.widget)
  }

  // MARK: Focus

  /// The widget that had the focus when the page was left; owned.
  private var formerFocus: WidgetPointer? {
    didSet {
      if let formerFocus = unsafe formerFocus { unsafe g_object_ref(formerFocus) }
      if let oldValue = unsafe oldValue { unsafe g_object_unref(oldValue) }
    }
  }

  isolated deinit {
    if let formerFocus = unsafe formerFocus { unsafe g_object_unref(formerFocus) }
  }

  /// Remembers the focused widget; called before the page is left.
  func keepFocus() {
    unsafe formerFocus = unsafe gtk_widget_get_root(canvas.widget).flatMap {
      unsafe gtk_root_get_focus($0)
    }
  }

  /// Gives the focus back to the remembered widget.
  ///
  /// If that is gone, the first widget that takes the focus gets it.
  func giveBackFocus() {
    defer { unsafe formerFocus = nil }
    if let formerFocus = unsafe formerFocus,
      unsafe gtk_widget_is_ancestor(formerFocus, canvas.widget) != 0,
      unsafe gtk_widget_grab_focus(formerFocus) != 0
    {
      return
    }
    unsafe gtk_widget_child_focus(canvas.widget, GTK_DIR_TAB_FORWARD)
  }
}
#endif
