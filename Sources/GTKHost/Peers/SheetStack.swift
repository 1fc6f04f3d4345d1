// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import Foundation
  import ViewControllers

  /// The content of a window: a root over the whole, and sheets over it, each over a dimmed rest.
  ///
  /// Only the top layer can be clicked or focused.
  @MainActor final class SheetStack {
    /// The widget that contains all layers.
    let canvas = Canvas()

    /// Told after each layout.
    var onLayout: (@MainActor () -> Void)?

    private let host: GTKHost
    private var layers: [Layer] = []

    /// One controller on screen.
    private struct Layer {
      let controller: ViewController
      let peer: Peer
      /// What covers the layers below and takes their clicks; `nil` for the root.
      let scrim: WidgetPointer?
      /// What is placed: the peer's widget for the root, a card around it for a sheet.
      let frame: WidgetPointer
    }

    /// Creates a stack without layers.
    init(host: GTKHost) {
      self.host = host
      canvas.onMeasure = { [weak self] in self?.measure($0, $1) ?? Extent() }
      canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
    }

    /// The controllers on screen, bottom to top; for tests.
    var controllers: [ViewController] { layers.map(\.controller) }

    /// Shows a chain of controllers.
    ///
    /// - Parameter chain: The root and the sheets over it, bottom to top.
    func show(_ chain: [ViewController]) {
      let kept = zip(layers, chain).prefix { $0.controller === $1 }.count
      guard kept < layers.count || kept < chain.count else { return }
      while layers.count > kept { removeLast() }
      for controller in chain.dropFirst(kept) { add(controller) }
      for (index, layer) in layers.enumerated() {
        let isTop = index == layers.count - 1
        gtk_widget_set_can_target(layer.frame, isTop.gboolean)
        gtk_widget_set_can_focus(layer.frame, isTop.gboolean)
      }
      if let top = layers.last { gtk_widget_child_focus(top.frame, GTK_DIR_TAB_FORWARD) }
    }

    /// Takes all layers away.
    func removeAll() {
      while !layers.isEmpty { removeLast() }
    }

    private func add(_ controller: ViewController) {
      let peer = host.peer(for: controller.view)
      peer.detach()
      guard !layers.isEmpty else {
        gtk_widget_set_parent(peer.widget, canvas.widget)
        layers.append(Layer(controller: controller, peer: peer, scrim: nil, frame: peer.widget))
        return
      }
      let scrim: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      scrim.setStyle("sheet-scrim", true)
      let card: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      card.setStyle("sheet-card", true)
      gtk_widget_set_overflow(card, GTK_OVERFLOW_HIDDEN)
      gtk_widget_set_vexpand(peer.widget, 1)
      gtk_widget_set_parent(scrim, canvas.widget)
      gtk_widget_set_parent(card, canvas.widget)
      gtk_box_append(card.cast(), peer.widget)
      layers.append(Layer(controller: controller, peer: peer, scrim: scrim, frame: card))
    }

    private func removeLast() {
      guard let layer = layers.popLast() else { return }
      layer.peer.detach()
      guard let scrim = layer.scrim else { return }
      gtk_widget_unparent(scrim)
      gtk_widget_unparent(layer.frame)
    }

    private func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
      layers.first?.frame.measure(orientation, forSize: size) ?? Extent()
    }

    private func allocate(_ width: Int32, _ height: Int32) {
      for layer in layers {
        guard let scrim = layer.scrim else {
          layer.frame.allocate(x: 0, y: 0, width: width, height: height)
          continue
        }
        scrim.allocate(x: 0, y: 0, width: width, height: height)
        placeCard(layer, width, height)
      }
      host.layoutQueue.add { [weak self] in
        guard let self else { return }
        for layer in layers { layer.peer.reportSize() }
        onLayout?()
      }
    }

    /// A card lies at the bottom, in the middle, a little away from the edges.
    private func placeCard(_ layer: Layer, _ width: Int32, _ height: Int32) {
      let edge: Int32 = 18
      let preferred = layer.controller.preferredContentSize
      let across = layer.frame.measure(GTK_ORIENTATION_HORIZONTAL, forSize: -1)
      let wantedWidth = preferred.width > 0 ? Int32(preferred.width) : max(across.natural, 360)
      let cardWidth = max(across.minimum, min(wantedWidth, width - 2 * edge))
      let down = layer.frame.measure(GTK_ORIENTATION_VERTICAL, forSize: cardWidth)
      let wantedHeight = preferred.height > 0 ? Int32(preferred.height) : down.natural
      let cardHeight = max(down.minimum, min(wantedHeight, height - 2 * edge))
      layer.frame.allocate(
        x: (width - cardWidth) / 2, y: height - cardHeight - edge, width: cardWidth,
        height: cardHeight)
    }
  }
#endif
