// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

/// The controllers on screen in one window, as last announced.
@MainActor final class WindowAppearance {
  /// Controllers that have appeared and not disappeared, containers before children.
  var controllers: [ViewController] = []
  /// The presentation chain that the peer last received.
  var chain: [ViewController] = []
  /// Whether callbacks are running.
  ///
  /// Changes that they make are handled afterwards.
  var isUpdating = false
  /// Actions to run between the will- and did-callbacks of the next update.
  var changes: [@MainActor () -> Void] = []
  /// Whether the pending changes are animated.
  var isAnimated = false
}

extension Window {
  /// Brings the appearance callbacks in line with what is on screen.
  ///
  /// A controller that is covered by a push has left the screen; one under a sheet has not. Views
  /// are loaded as they come on screen. There are no callbacks before launch has ended or in the
  /// background.
  ///
  /// - Parameters:
  ///   - animated: The value that the callbacks receive.
  ///   - change: Runs between the will- and the did-callbacks, before the peer is updated. Runs at
  ///     once if there are no callbacks.
  func updateAppearance(animated: Bool, _ change: @escaping @MainActor () -> Void = {}) {
    guard let application, application.showsWindows else { return change() }
    appearance.changes.append(change)
    appearance.isAnimated = animated
    guard !appearance.isUpdating else { return }
    appearance.isUpdating = true
    var new: [ViewController] = []
    while !appearance.changes.isEmpty { new += performUpdate() }
    appearance.isUpdating = false
    for controller in new where appearance.controllers.contains(where: { $0 === controller }) {
      controller.working { controller.view.controlsDidShow() }
    }
  }

  /// Runs the callbacks of one change.
  ///
  /// - Returns: The controllers that have appeared.
  private func performUpdate() -> [ViewController] {
    let (changes, animated) = (appearance.changes, appearance.isAnimated)
    appearance.changes = []
    let before = appearance.controllers
    let now = isVisible ? controllersOnScreen : []
    let gone = before.filter { controller in !now.contains { $0 === controller } }
    let new = now.filter { controller in !before.contains { $0 === controller } }
    appearance.controllers = now
    // A crash in the host's work, such as the first layout, is attributed to the last controller.
    application?.restoration.rest(on: now.last)
    settleFocus()
    gone.forEach { $0.viewWillDisappear(animated) }
    new.forEach { controller in
      controller.hasViewForDecodeAlone = false
      controller.working { controller.viewWillAppear(animated) }
    }
    now.forEach { controller in
      controller.working { controller.searchController?.applyWaitingState() }
    }
    changes.forEach { $0() }
    tellPeer()
    gone.forEach { $0.viewDidDisappear(animated) }
    new.forEach { controller in controller.working { controller.viewDidAppear(animated) } }
    return new
  }

  private func tellPeer() {
    guard let peer else { return }
    let chain = presentationChain
    let isSame =
      chain.count == appearance.chain.count
      && zip(chain, appearance.chain).allSatisfy { $0 === $1 }
    guard !isSame else { return }
    appearance.chain = chain
    peer.windowDidChange(self)
  }

  /// Loads the views of everything that the window shows.
  ///
  /// No controller appears. Objects that these views make or name then exist before anything is
  /// looked up.
  func loadShownViews() {
    guard isVisible else { return }
    var loaded: [ViewController] = []
    // A view may present something while it loads.
    while loaded.count != presentationChain.count {
      loaded = presentationChain
      loaded.forEach { $0.loadShownViews() }
    }
  }

  /// All controllers on screen.
  ///
  /// Containers come before children, and sheets after what they cover. Controllers under one that
  /// covers the whole window or context are left out, unless its style keeps them on screen.
  private var controllersOnScreen: [ViewController] {
    func collect(_ controller: ViewController) -> [ViewController] {
      guard controller.presentedSheet?.modalPresentationStyle != .currentContext else { return [] }
      _ = controller.working { controller.view }
      return [controller] + controller.shownControllers.flatMap(collect)
    }
    let chain = presentationChain
    let cover = chain.lastIndex {
      $0.sheetPresenter != nil && $0.modalPresentationStyle == .fullScreen
    }
    return chain[(cover ?? 0)...].flatMap(collect)
  }
}

extension ViewController {
  /// Loads this controller's view, then the views that it shows.
  fileprivate func loadShownViews() {
    _ = working { view }
    shownControllers.forEach { $0.loadShownViews() }
  }
}
