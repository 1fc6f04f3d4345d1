// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import ViewControllers

/// The content of a window: the root, and presented controllers over it.
///
/// Only the top layer can be clicked or focused. If it covers only its presenter, the rest of the
/// layer below can be used as well.
@MainActor final class SheetStack {
  /// The widget that contains all layers.
  let canvas = Canvas()

  /// Called after each layout.
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
  ///   - chain: The root and the presented controllers, bottom to top.
  ///   - isAnimated: Whether sheets move in and out.
  func show(_ chain: [ViewController], isAnimated: Bool) {
    let kept = zip(layers, chain).prefix { $0.controller === $1 }.count
    guard kept < layers.count || kept < chain.count else { return }
    let moves = unsafe isAnimated && FrameAnimation.isPossible(on: canvas.widget)
    let former = layers.count > kept ? layers[kept] : nil
    while layers.count > kept { removeLast(moves: moves) }
    for controller in chain.dropFirst(kept) { add(controller, moves: moves) }
    var isOnTop = true
    for layer in layers.reversed() {
      layer.takesInput = isOnTop
      isOnTop = isOnTop && layer.style?.coversPresenter ?? false
    }
    for layer in layers { layer.covered?.takesInput = false }
    if layers.count == kept { former?.giveBackFocus() }
    guard let top = layers.last, unsafe !top.frame.containsFocus else { return }
    unsafe gtk_widget_child_focus(top.frame, GTK_DIR_TAB_FORWARD)
  }

  /// Removes all layers.
  func removeAll() {
    let gone = leaving
    leaving = []  // removing a layer ends its animation, which would remove it again
    for layer in gone { layer.remove() }
    while !layers.isEmpty { removeLast(moves: false) }
  }

  private func add(_ controller: ViewController, moves: Bool) {
    let layer = unsafe SheetLayer(
      controller, peer: host.peer(for: controller.view), over: canvas.widget,
      isSheet: !layers.isEmpty)
    layers.append(layer)
    if moves, layer.style != nil { unsafe layer.rise(in: canvas.widget, settling: host.settling) }
  }

  private func removeLast(moves: Bool) {
    guard let layer = layers.popLast() else { return }
    guard moves, layer.style != nil else { return layer.remove() }
    leaving.append(layer)
    unsafe layer.sink(in: canvas.widget, settling: host.settling) { [weak self, weak layer] in
      guard let self, let layer, leaving.contains(where: { $0 === layer }) else { return }
      leaving.removeAll { $0 === layer }
      layer.remove()
      unsafe gtk_widget_queue_draw(canvas.widget)
    }
  }

  // MARK: Layout

  private func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
    unsafe layers.first?.frame.measure(orientation, forSize: size) ?? Extent()
  }

  private func allocate(_ width: Int32, _ height: Int32) {
    for layer in layers + leaving {
      unsafe layer.scrim?.allocate(x: 0, y: 0, width: width, height: height)
      switch layer.style {
      case nil: unsafe layer.frame.allocate(x: 0, y: 0, width: width, height: height)
      case .popover? where width >= Self.leastPopoverWidth: placePopover(layer, width, height)
      case let style? where style.isOnCard: placeCard(layer, width, height)
      default: placeCover(layer, width, height)
      }
    }
    host.layoutQueue.add { [weak self] in
      guard let self else { return }
      for layer in layers {
        layer.hasRoom = width >= Self.leastPopoverWidth
        layer.peer.reportSize()
      }
      onLayout?()
    }
  }

  /// The least window width for popovers; narrower windows show sheets.
  private static let leastPopoverWidth: Int32 = 500

  /// Places a layer over its presenter or the whole window.
  ///
  /// It comes in from below.
  private func placeCover(_ layer: SheetLayer, _ width: Int32, _ height: Int32) {
    var place = CGRect(x: 0, y: 0, width: Double(width), height: Double(height))
    if layer.style?.coversPresenter == true {
      // After the presenter has released the layer, it leaves from its last place.
      layer.place = layer.covered.flatMap { unsafe bounds(of: $0.frame) } ?? layer.place
      place = layer.place ?? place
    }
    let below = place.height * (1 - layer.progress)
    unsafe layer.frame.allocate(
      x: Int32(place.minX), y: Int32((place.minY + below).rounded()), width: Int32(place.width),
      height: Int32(place.height))
  }

  /// Places a popover below its anchor, or else above, inside the window.
  private func placePopover(_ layer: SheetLayer, _ width: Int32, _ height: Int32) {
    let (edge, gap): (Int32, Int32) = (8, 6)
    let card = card(of: layer, least: 240, in: width - 2 * edge)
    let anchor = anchor(of: layer) ?? CGRect(x: Double(width) / 2, y: 0, width: 0, height: 46)
    let (above, beneath) = (Int32(anchor.minY), height - Int32(anchor.maxY))
    let isBelow = beneath >= above || card.height + gap + edge <= beneath
    let room = (isBelow ? beneath : above) - gap - edge
    let cardHeight = max(card.leastHeight, min(card.height, room))
    let middle = Int32(anchor.midX) - card.width / 2
    let y = isBelow ? Int32(anchor.maxY) + gap : Int32(anchor.minY) - gap - cardHeight
    unsafe layer.frame.allocate(
      x: max(edge, min(middle, width - edge - card.width)),
      y: max(edge, min(y, height - edge - cardHeight)), width: card.width, height: cardHeight)
  }

  /// Returns the place of a popover's anchor in the window.
  ///
  /// `nil` when the anchor is not on screen any more.
  private func anchor(of layer: SheetLayer) -> CGRect? {
    guard let popover = layer.controller.popoverPresentationController,
      let view = unsafe layer.anchor.flatMap({ unsafe bounds(of: $0) })
    else { return nil }
    guard !(popover.barButtonItem?.peer is BarButton), let part = popover.sourceRect else {
      return view
    }
    return cut(part.offsetBy(dx: view.minX, dy: view.minY)) ?? view
  }

  /// Returns the part of a rectangle inside the window.
  ///
  /// An application, or saved bytes, may contain any values; `nil` for infinite ones.
  private func cut(_ rectangle: CGRect) -> CGRect? {
    let sides = [rectangle.minX, rectangle.maxX, rectangle.minY, rectangle.maxY].map {
      Double($0)
    }
    guard sides.allSatisfy(\.isFinite) else { return nil }
    let (width, height) = unsafe (Double(canvas.widget.width), Double(canvas.widget.height))
    let (left, right) = (min(max(sides[0], 0), width), min(max(sides[1], 0), width))
    let (top, bottom) = (min(max(sides[2], 0), height), min(max(sides[3], 0), height))
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func bounds(of widget: WidgetPointer) -> CGRect? {
    var rectangle = graphene_rect_t()
    guard unsafe gtk_widget_get_mapped(widget) != 0,
      unsafe gtk_widget_compute_bounds(widget, canvas.widget, &rectangle) != 0
    else { return nil }
    return CGRect(
      x: Double(rectangle.origin.x), y: Double(rectangle.origin.y),
      width: Double(rectangle.size.width), height: Double(rectangle.size.height))
  }

  /// Places a card at the bottom, centred, away from the edges.
  ///
  /// It is so near the bottom that it covers a toolbar completely.
  private func placeCard(_ layer: SheetLayer, _ width: Int32, _ height: Int32) {
    let (edge, bottom): (Int32, Int32) = (18, 6)
    let card = card(of: layer, least: 360, in: width - 2 * edge)
    let cardHeight = max(card.leastHeight, min(card.height, height - edge - bottom))
    let below = Int32((Double(cardHeight + bottom) * (1 - layer.progress)).rounded())
    unsafe layer.frame.allocate(
      x: (width - card.width) / 2, y: height - cardHeight - bottom + below, width: card.width,
      height: cardHeight)
  }

  /// Returns the preferred size of a card, and its least height.
  private func card(
    of layer: SheetLayer, least: Int32, in width: Int32
  ) -> (width: Int32, leastHeight: Int32, height: Int32) {
    let preferred = layer.controller.preferredContentSize
    let across = unsafe layer.frame.measure(GTK_ORIENTATION_HORIZONTAL, forSize: -1)
    let wanted = preferred.width > 0 ? Int32(preferred.width) : max(across.natural, least)
    let cardWidth = max(across.minimum, min(wanted, width))
    let down = unsafe layer.frame.measure(GTK_ORIENTATION_VERTICAL, forSize: cardWidth)
    let height =
      preferred.height > 0
      ? max(Int32(preferred.height), layer.leastContentHeight(forWidth: cardWidth)) : down.natural
    return (cardWidth, down.minimum, height)
  }
}
#endif
