// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The peer that draws a page view controller.
///
/// It shows the current page, with buttons for the neighbouring pages below it. Alt with Page Up
/// and Page Down turns pages, too.
@safe @MainActor final class PagePeer: TypedPeer<PageView> {
  /// The pages that were shown.
  let stack: ControllerStack

  /// The buttons that turn to the previous and the next page.
  let (reverseButton, forwardButton): (WidgetPointer, WidgetPointer)

  private let canvas = Canvas()
  private let bar: WidgetPointer
  private let dots: WidgetPointer

  /// Creates the peer of a page view.
  init(_ view: PageView, host: GTKHost) {
    stack = ControllerStack(host: host)
    unsafe bar = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    unsafe dots = unsafe gtk_label_new(nil)
    unsafe reverseButton = unsafe gtk_button_new_from_icon_name("go-previous-symbolic")
    unsafe forwardButton = unsafe gtk_button_new_from_icon_name("go-next-symbolic")
    unsafe super.init(view, widget: canvas.widget, host: host)
    unsafe bar.setStyle("page-bar", true)
    unsafe gtk_widget_set_halign(bar, GTK_ALIGN_CENTER)
    unsafe prepare(reverseButton, .previousPage, .reverse)
    unsafe gtk_box_append(bar.cast(), dots)
    unsafe prepare(forwardButton, .nextPage, .forward)
    unsafe [stack.widget, bar].forEach { child in unsafe gtk_widget_set_parent(child, widget) }
    canvas.onMeasure = { [weak self] in self?.measure($0, $1) ?? Extent() }
    canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
    unsafe onKeyPress(in: widget) { [weak self] key, modifiers in
      self?.userDidPress(Int32(bitPattern: key), modifiers: modifiers) ?? false
    }
  }

  private func prepare(
    _ button: WidgetPointer, _ label: ChromeString, _ direction: PageViewController.Direction
  ) {
    unsafe button.setStyle("flat", true)
    unsafe gtk_widget_set_tooltip_text(button, label.localized)
    unsafe cgtk_accessible_set_label(button, label.localized)
    unsafe connect(button, "clicked") { [weak self] _ in self?.turn(direction) }
    unsafe gtk_box_append(bar.cast(), button)
  }

  override var childPeers: [Peer] { stack.pages.map(\.peer) }

  /// The text with the page's number and the count; for tests.
  var dotsText: String { unsafe String(cString: gtk_label_get_text(dots.opaque)) }

  override func sync() {
    guard let controller = model?.pageViewController else { return }
    let slide: ControllerStack.Slide = controller.direction == .forward ? .forward : .back
    stack.show(
      controller.currentPage, of: controller.pages,
      slide: controller.isTransitionAnimated ? slide : nil)
    unsafe gtk_widget_set_sensitive(reverseButton, (controller.page(.reverse) != nil).gboolean)
    unsafe gtk_widget_set_sensitive(forwardButton, (controller.page(.forward) != nil).gboolean)
    showDots(controller)
    unsafe gtk_widget_queue_resize(widget)
  }

  private func showDots(_ controller: PageViewController) {
    let (index, count) = (controller.currentIndex, controller.pages.count)
    unsafe gtk_widget_set_visible(dots, (index != nil && count > 1).gboolean)
    guard let index else { return }
    let text = (0..<count).map { $0 == index ? "●" : "○" }.joined(separator: " ")
    unsafe gtk_label_set_text(dots.opaque, text)
    unsafe cgtk_accessible_set_label(
      dots, ChromeString.pageOfPages.localized("\(index + 1)", "\(count)"))
  }

  @discardableResult
  private func turn(_ direction: PageViewController.Direction) -> Bool {
    model?.pageViewController?.turn(direction, animated: true) ?? false
  }

  private func userDidPress(_ key: Int32, modifiers: UInt32) -> Bool {
    guard modifiers & GDK_ALT_MASK.rawValue != 0 else { return false }
    switch key {
    case GDK_KEY_Page_Up: return turn(.reverse)
    case GDK_KEY_Page_Down: return turn(.forward)
    default: return false
    }
  }

  private func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
    let below = unsafe bar.measure(orientation, forSize: size)
    var extent = unsafe stack.widget.measure(orientation, forSize: size)
    extent.stack(below, orientation)
    return extent
  }

  private func allocate(_ width: Int32, _ height: Int32) {
    let room = unsafe bar.measure(GTK_ORIENTATION_VERTICAL, forSize: width).natural
    unsafe stack.widget.allocate(x: 0, y: 0, width: width, height: height - room)
    unsafe bar.allocate(x: 0, y: height - room, width: width, height: room)
  }
}
#endif
