// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// One controller in a window: the root over the whole, or a sheet on a card over a dimmed rest.
  @MainActor final class SheetLayer {
    /// The controller that is shown.
    let controller: ViewController

    /// The peer of the controller's view.
    let peer: Peer

    /// What covers the layers below and takes their clicks; `nil` for the root.
    let scrim: WidgetPointer?

    /// What is placed: that of the peer for the root, a card around it for a sheet.
    var frame: WidgetPointer { card ?? peer.frame }

    /// How far a sheet has come up, from 0 to 1.
    private(set) var progress = 1.0

    private let card: WidgetPointer?
    private let parent: WidgetPointer
    private var animation: FrameAnimation?

    /// Puts a controller over everything that a widget contains.
    init(_ controller: ViewController, peer: Peer, over parent: WidgetPointer, isSheet: Bool) {
      self.controller = controller
      self.peer = peer
      self.parent = parent
      peer.detach()
      guard isSheet else {
        (scrim, card) = (nil, nil)
        gtk_widget_set_parent(peer.frame, parent)
        return
      }
      let scrim: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      scrim.setStyle("sheet-scrim", true)
      gtk_widget_set_parent(scrim, parent)
      self.scrim = scrim
      let card: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      card.setStyle("sheet-card", true)
      gtk_widget_set_overflow(card, GTK_OVERFLOW_HIDDEN)
      for widget in [peer.widget, peer.frame] { gtk_widget_set_vexpand(widget, 1) }
      gtk_widget_set_parent(card, parent)
      gtk_box_append(card.cast(), peer.frame)
      self.card = card
    }

    /// Whether the layer can be clicked and focused; only the top one can.
    var takesInput: Bool {
      get { gtk_widget_get_can_target(frame) != 0 }
      set {
        // The view gets another frame with its first search bar.
        for widget in [frame, peer.widget] {
          gtk_widget_set_can_target(widget, newValue.gboolean)
          gtk_widget_set_can_focus(widget, newValue.gboolean)
        }
      }
    }

    /// Moves a sheet up into its place.
    func rise(in parent: WidgetPointer, settling: Settling) {
      animation = FrameAnimation(on: parent, settling: settling) { [weak self] part in
        self?.move(to: part, in: parent)
      }
    }

    /// Moves a sheet down and out of the window.
    func sink(
      in parent: WidgetPointer, settling: Settling, completion: @escaping @MainActor () -> Void
    ) {
      takesInput = false
      if let scrim { gtk_widget_set_can_target(scrim, 0) }
      animation?.finish()
      animation = FrameAnimation(on: parent, settling: settling) { [weak self] part in
        self?.move(to: 1 - part, in: parent)
      } completion: {
        completion()
      }
    }

    /// Takes the layer out of the window.
    func remove() {
      animation?.finish()
      animation = nil
      takesInput = true  // wherever the view is shown next
      if let scrim {
        if gtk_widget_get_parent(peer.frame) == frame { peer.detach() }
        gtk_widget_unparent(scrim)
        gtk_widget_unparent(frame)
      } else if gtk_widget_get_parent(peer.frame) == parent {
        peer.detach()
      }
    }

    private func move(to progress: Double, in parent: WidgetPointer) {
      self.progress = progress
      if let scrim { gtk_widget_set_opacity(scrim, progress) }
      gtk_widget_queue_allocate(parent)
    }
  }
#endif
