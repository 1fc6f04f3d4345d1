// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import ViewControllers

/// One controller in a window: the root, or a presented one.
///
/// The root fills the window. A sheet or a popover lies on a card. Other styles cover the window
/// or the presenter.
@safe @MainActor final class SheetLayer {
  /// The controller that it shows.
  let controller: ViewController

  /// The peer of the controller's view.
  let peer: Peer

  /// The widget that covers the layers below and takes their clicks.
  ///
  /// `nil` if the layer itself covers them.
  let scrim: WidgetPointer?

  /// The style of a presented controller; `nil` for the root.
  let style: ModalPresentationStyle?

  /// The presenter's peer, if the layer covers only that.
  private(set) weak var covered: Peer?

  /// The last place of a layer that covers only its presenter.
  var place: CGRect?

  /// Whether a popover has room; without room it is a sheet.
  var hasRoom = true {
    didSet { if hasRoom != oldValue { updateLooks() } }
  }

  /// Whether it is shown as a popover now.
  var isPopover: Bool { style == .popover && hasRoom }

  /// The placed widget: the root's own, or a presented controller's box.
  var frame: WidgetPointer { unsafe card ?? peer.frame }

  /// The widget that had the focus before the layer came; owned.
  private let formerFocus: WidgetPointer?

  /// The progress of a sheet coming up, from 0 to 1.
  private(set) var progress = 1.0

  private let card: WidgetPointer?
  /// The box with the view, which a card scrolls if needed.
  private let content: WidgetPointer?
  private let parent: WidgetPointer
  private var animation: FrameAnimation?

  /// Puts a controller over everything in a widget.
  init(_ controller: ViewController, peer: Peer, over parent: WidgetPointer, isSheet: Bool) {
    self.controller = controller
    style = isSheet ? controller.modalPresentationStyle : nil
    self.peer = peer
    unsafe self.parent = unsafe parent
    unsafe formerFocus = unsafe gtk_widget_get_root(parent).flatMap {
      unsafe gtk_root_get_focus($0)
    }
    if let formerFocus = unsafe formerFocus { unsafe g_object_ref(formerFocus) }
    unsafe peer.detach()
    guard isSheet else {
      unsafe (scrim, card, content) = (nil, nil, nil)
      unsafe gtk_widget_set_parent(peer.frame, parent)
      return
    }
    if style?.isOnCard == true {
      let scrim: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      unsafe gtk_widget_set_parent(scrim, parent)
      unsafe self.scrim = unsafe scrim
    } else {
      unsafe scrim = nil
    }
    let card: WidgetPointer = unsafe cgtk_widget_new(
      gtk_box_get_type(), GTK_ACCESSIBLE_ROLE_DIALOG)
    unsafe gtk_orientable_set_orientation(card.opaque, GTK_ORIENTATION_VERTICAL)
    unsafe gtk_widget_set_overflow(card, GTK_OVERFLOW_HIDDEN)
    unsafe [peer.widget, peer.frame].forEach { widget in
      unsafe gtk_widget_set_vexpand(widget, 1)
    }
    unsafe gtk_widget_set_parent(card, parent)
    let content: WidgetPointer
    if style?.isOnCard == true {
      unsafe content = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      unsafe gtk_box_append(card.cast(), Self.scroller(around: content))
    } else {
      unsafe content = unsafe card
    }
    unsafe gtk_box_append(content.cast(), peer.frame)
    unsafe (self.card, self.content) = unsafe (card, content)
    unsafe cgtk_accessible_set_label(card, controller.title ?? controller.view.firstText)
    if style?.coversPresenter == true {
      covered = controller.presentingViewController?.view.peer as? Peer
    }
    updateLooks()
    if style == .popover, let scrim = unsafe scrim { unsafe watchClicks(on: scrim) }
  }

  /// Makes the scroller for content that is higher than the window.
  private static func scroller(around content: WidgetPointer) -> WidgetPointer {
    let scroller: WidgetPointer = unsafe gtk_scrolled_window_new()
    unsafe gtk_scrolled_window_set_policy(
      scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    unsafe gtk_scrolled_window_set_propagate_natural_width(scroller.opaque, 1)
    unsafe gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
    unsafe gtk_widget_set_vexpand(scroller, 1)
    unsafe gtk_scrolled_window_set_child(scroller.opaque, content)
    return unsafe scroller
  }

  /// Returns the least height of the view that needs no scrolling.
  func leastContentHeight(forWidth width: Int32) -> Int32 {
    unsafe (content ?? frame).measure(GTK_ORIENTATION_VERTICAL, forSize: width).minimum
  }

  isolated deinit {
    if let formerFocus = unsafe formerFocus { unsafe g_object_unref(formerFocus) }
  }

  /// The widget that a popover lies beside; `nil` for other styles.
  var anchor: WidgetPointer? {
    guard let popover = controller.popoverPresentationController else { return nil }
    let button = unsafe (popover.barButtonItem?.peer as? BarButton)?.widget
    return unsafe button ?? (popover.sourceView?.peer as? Peer)?.widget
  }

  /// Gives the focus back to its former widget, or else to what a popover lay beside.
  ///
  /// A layer that was restored has no former widget.
  func giveBackFocus() {
    let root = unsafe gtk_widget_get_root(parent)
    _ = unsafe [formerFocus, anchor].compactMap(\.self).first { widget in
      unsafe gtk_widget_get_root(widget) == root && gtk_widget_grab_focus(widget) != 0
    }
  }

  private func updateLooks() {
    guard let style else { return }
    unsafe scrim?.setStyle("sheet-scrim", !isPopover && controller.dimsContentBehind)
    unsafe card?.setStyle("sheet-card", style.isOnCard)
    unsafe card?.setStyle("popover-card", isPopover)
    unsafe card?.setStyle("background", !style.isOnCard)
  }

  /// Dismisses a popover after a click next to it.
  private func watchClicks(on scrim: WidgetPointer) {
    guard let clicks = unsafe gtk_gesture_click_new() else { return }
    unsafe connect(UnsafeMutableRawPointer(clicks), "pressed") { [weak self] _ in
      guard let self, isPopover, takesInput else { return }
      controller.window?.hostDidAttemptToDismiss()
    }
    unsafe gtk_widget_add_controller(scrim, clicks)
  }

  /// Whether the layer can be clicked and focused.
  ///
  /// Only the top layer can.
  var takesInput: Bool {
    get { unsafe gtk_widget_get_can_target(frame) != 0 }
    set {
      peer.takesInput = newValue
      unsafe gtk_widget_set_can_target(frame, newValue.gboolean)
      unsafe gtk_widget_set_can_focus(frame, newValue.gboolean)
    }
  }

  /// Moves a sheet up into its place.
  func rise(in parent: WidgetPointer, settling: Settling) {
    animation = unsafe FrameAnimation(on: parent, settling: settling) { [weak self] part in
      unsafe self?.move(to: part, in: parent)
    }
  }

  /// Moves a sheet down and out of the window.
  func sink(
    in parent: WidgetPointer, settling: Settling, completion: @escaping @MainActor () -> Void
  ) {
    covered?.takesInput = true
    takesInput = false
    if let scrim = unsafe scrim { unsafe gtk_widget_set_can_target(scrim, 0) }
    animation?.finish()
    animation = unsafe FrameAnimation(on: parent, settling: settling) { [weak self] part in
      unsafe self?.move(to: 1 - part, in: parent)
    } completion: {
      completion()
    }
  }

  /// Removes the layer from the window.
  func remove() {
    covered?.takesInput = true
    animation?.finish()
    animation = nil
    takesInput = true  // for the next container of the view
    if let card = unsafe card {
      if unsafe gtk_widget_get_parent(peer.frame) == content { unsafe peer.detach() }
      if let scrim = unsafe scrim { unsafe gtk_widget_unparent(scrim) }
      unsafe gtk_widget_unparent(card)
    } else if unsafe gtk_widget_get_parent(peer.frame) == parent {
      unsafe peer.detach()
    }
  }

  private func move(to progress: Double, in parent: WidgetPointer) {
    self.progress = progress
    if let scrim = unsafe scrim { unsafe gtk_widget_set_opacity(scrim, progress) }
    if let card = unsafe card { unsafe gtk_widget_set_opacity(card, isPopover ? progress : 1) }
    unsafe gtk_widget_queue_allocate(parent)
  }
}

extension ModalPresentationStyle {
  /// Whether it leaves part of the layer below visible.
  var isOnCard: Bool {
    switch self {
    case .automatic, .pageSheet, .formSheet, .popover: true
    case .fullScreen, .overFullScreen, .currentContext, .overCurrentContext: false
    }
  }

  /// Whether it covers only its presenter.
  var coversPresenter: Bool { self == .currentContext || self == .overCurrentContext }
}

extension Peer {
  /// Whether the view can be clicked and focused.
  var takesInput: Bool {
    get { unsafe gtk_widget_get_can_target(widget) != 0 }
    set {
      // The view gets another frame with its first search bar.
      unsafe [frame, widget].forEach { widget in
        unsafe gtk_widget_set_can_target(widget, newValue.gboolean)
        unsafe gtk_widget_set_can_focus(widget, newValue.gboolean)
      }
    }
  }
}
#endif
