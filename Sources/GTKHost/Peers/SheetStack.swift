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
    private var layers: [SheetLayer] = []
    private var leaving: [SheetLayer] = []

    /// Creates a stack without layers.
    init(host: GTKHost) {
      self.host = host
      canvas.onMeasure = { [weak self] in self?.measure($0, $1) ?? Extent() }
      canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
    }

    /// Shows a chain of controllers.
    ///
    /// - Parameters:
    ///   - chain: The root and the sheets over it, bottom to top.
    ///   - isAnimated: Whether sheets move in and out.
    func show(_ chain: [ViewController], isAnimated: Bool) {
      let kept = zip(layers, chain).prefix { $0.controller === $1 }.count
      guard kept < layers.count || kept < chain.count else { return }
      let moves = isAnimated && FrameAnimation.isPossible(on: canvas.widget)
      while layers.count > kept { removeLast(moves: moves) }
      for controller in chain.dropFirst(kept) { add(controller, moves: moves) }
      for layer in layers { layer.takesInput = layer === layers.last }
      if let top = layers.last { gtk_widget_child_focus(top.frame, GTK_DIR_TAB_FORWARD) }
    }

    /// Takes all layers away.
    func removeAll() {
      let gone = leaving
      leaving = []  // removing ends a layer's animation, which would remove the layer once more
      for layer in gone { layer.remove() }
      while !layers.isEmpty { removeLast(moves: false) }
    }

    private func add(_ controller: ViewController, moves: Bool) {
      let layer = SheetLayer(
        controller, peer: host.peer(for: controller.view), over: canvas.widget,
        isSheet: !layers.isEmpty)
      layers.append(layer)
      if moves, layer.scrim != nil { layer.rise(in: canvas.widget, settling: host.settling) }
    }

    private func removeLast(moves: Bool) {
      guard let layer = layers.popLast() else { return }
      guard moves, layer.scrim != nil else { return layer.remove() }
      leaving.append(layer)
      layer.sink(in: canvas.widget, settling: host.settling) { [weak self, weak layer] in
        guard let self, let layer, leaving.contains(where: { $0 === layer }) else { return }
        leaving.removeAll { $0 === layer }
        layer.remove()
        gtk_widget_queue_draw(canvas.widget)
      }
    }

    // MARK: Layout

    private func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
      layers.first?.frame.measure(orientation, forSize: size) ?? Extent()
    }

    private func allocate(_ width: Int32, _ height: Int32) {
      for layer in layers + leaving {
        if let scrim = layer.scrim {
          scrim.allocate(x: 0, y: 0, width: width, height: height)
          placeCard(layer, width, height)
        } else {
          layer.frame.allocate(x: 0, y: 0, width: width, height: height)
        }
      }
      host.layoutQueue.add { [weak self] in
        guard let self else { return }
        for layer in layers { layer.peer.reportSize() }
        onLayout?()
      }
    }

    /// A card lies at the bottom, in the middle, a little away from the edges.
    private func placeCard(_ layer: SheetLayer, _ width: Int32, _ height: Int32) {
      let edge: Int32 = 18
      let preferred = layer.controller.preferredContentSize
      let across = layer.frame.measure(GTK_ORIENTATION_HORIZONTAL, forSize: -1)
      let wantedWidth = preferred.width > 0 ? Int32(preferred.width) : max(across.natural, 360)
      let cardWidth = max(across.minimum, min(wantedWidth, width - 2 * edge))
      let down = layer.frame.measure(GTK_ORIENTATION_VERTICAL, forSize: cardWidth)
      let wantedHeight = preferred.height > 0 ? Int32(preferred.height) : down.natural
      let cardHeight = max(down.minimum, min(wantedHeight, height - 2 * edge))
      let below = Int32((Double(cardHeight + edge) * (1 - layer.progress)).rounded())
      layer.frame.allocate(
        x: (width - cardWidth) / 2, y: height - cardHeight - edge + below, width: cardWidth,
        height: cardHeight)
    }
  }
#endif
