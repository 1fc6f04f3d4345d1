// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What is on screen in one window, as the controllers were told last.
@MainActor final class WindowAppearance {
  /// Controllers that have appeared and not disappeared, containers before children.
  var controllers: [ViewController] = []
  /// The presentation chain that the peer was told of.
  var chain: [ViewController] = []
  /// Whether callbacks are running; what they change is dealt with afterwards.
  var isUpdating = false
  /// Whether a callback has changed what is on screen.
  var needsUpdate = false
}

extension Window {
  /// Brings the appearance callbacks in line with what is on screen (R60).
  ///
  /// A controller that is covered by a push has left the screen; one under a sheet has not. Views
  /// are loaded as they come on screen. Does nothing before launch has ended.
  ///
  /// - Parameters:
  ///   - animated: What the callbacks are told.
  ///   - draw: What makes the host draw the change, between the will- and the did-callbacks.
  func updateAppearance(animated: Bool, draw: () -> Void) {
    guard application?.phase == .running else { return }
    guard !appearance.isUpdating else {
      appearance.needsUpdate = true
      return
    }
    appearance.isUpdating = true
    defer { appearance.isUpdating = false }
    performUpdate(animated: animated, draw: draw)
    while appearance.needsUpdate { performUpdate(animated: false, draw: tellPeer) }
  }

  /// The same for a change that the host hears of through the window's peer.
  func updateAppearance(animated: Bool) {
    updateAppearance(animated: animated, draw: tellPeer)
  }

  private func performUpdate(animated: Bool, draw: () -> Void) {
    appearance.needsUpdate = false
    let before = appearance.controllers
    let now = isVisible ? controllersOnScreen : []
    let gone = before.filter { controller in !now.contains { $0 === controller } }
    let new = now.filter { controller in !before.contains { $0 === controller } }
    appearance.controllers = now
    gone.forEach { $0.viewWillDisappear(animated) }
    new.forEach { $0.viewWillAppear(animated) }
    draw()
    gone.forEach { $0.viewDidDisappear(animated) }
    new.forEach { $0.viewDidAppear(animated) }
  }

  private func tellPeer() {
    let chain = presentationChain
    let isSame =
      chain.count == appearance.chain.count
      && zip(chain, appearance.chain).allSatisfy { $0 === $1 }
    guard !isSame else { return }
    appearance.chain = chain
    peer?.windowDidChange(self)
  }

  /// Every controller on screen, containers before children and sheets after what they cover.
  private var controllersOnScreen: [ViewController] {
    func collect(_ controller: ViewController) -> [ViewController] {
      _ = controller.view
      return [controller] + controller.visibleChildren.flatMap(collect)
    }
    return presentationChain.flatMap(collect)
  }
}
