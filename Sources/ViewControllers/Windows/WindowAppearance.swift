// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

/// What is on screen in one window, as the controllers were told last.
@MainActor final class WindowAppearance {
  /// Controllers that have appeared and not disappeared, containers before children.
  var controllers: [ViewController] = []
  /// The presentation chain that the peer was told of.
  var chain: [ViewController] = []
  /// Whether callbacks are running; what they change is dealt with afterwards.
  var isUpdating = false
  /// What is to be done between the will- and the did-callbacks of the next update.
  var changes: [@MainActor () -> Void] = []
  /// Whether the changes that wait move on screen.
  var isAnimated = false
}

extension Window {
  /// Brings the appearance callbacks in line with what is on screen (R60).
  ///
  /// A controller that is covered by a push has left the screen; one under a sheet has not. Views
  /// are loaded as they come on screen. Does nothing before launch has ended, nor in the background.
  ///
  /// - Parameters:
  ///   - animated: What the callbacks are told.
  ///   - change: Run between the will- and the did-callbacks, before the peer is told; at once
  ///     where there are no callbacks.
  func updateAppearance(animated: Bool, _ change: @escaping @MainActor () -> Void = {}) {
    guard let application, application.showsWindows else { return change() }
    appearance.changes.append(change)
    appearance.isAnimated = animated
    guard !appearance.isUpdating else { return }
    appearance.isUpdating = true
    defer { appearance.isUpdating = false }
    while !appearance.changes.isEmpty { performUpdate() }
  }

  private func performUpdate() {
    let (changes, animated) = (appearance.changes, appearance.isAnimated)
    appearance.changes = []
    let before = appearance.controllers
    let now = isVisible ? controllersOnScreen : []
    let gone = before.filter { controller in !now.contains { $0 === controller } }
    let new = now.filter { controller in !before.contains { $0 === controller } }
    appearance.controllers = now
    // What the host makes of it, first layout included, is put down to what came last.
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

  /// Loads the views of everything that the window shows; no controller appears by that (R214).
  ///
  /// What these views make or name exists then before anything is looked up.
  func loadShownViews() {
    guard isVisible else { return }
    var loaded: [ViewController] = []
    // A view that loads may present something.
    while loaded.count != presentationChain.count {
      loaded = presentationChain
      loaded.forEach { $0.loadShownViews() }
    }
  }

  /// Every controller on screen, containers before children and sheets after what they cover.
  ///
  /// What lies under a controller over the whole window or context is not, unless its style says so.
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
  /// Loads the view of this controller, then those of what it shows.
  fileprivate func loadShownViews() {
    _ = working { view }
    shownControllers.forEach { $0.loadShownViews() }
  }
}
