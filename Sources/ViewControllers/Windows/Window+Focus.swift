// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension Window {
  /// Notes that the user or the host moved the focus.
  ///
  /// Called by peers.
  ///
  /// - Parameters:
  ///   - view: The view that has the focus now; `nil` if no view that can have it does.
  ///   - isAutomatic: Whether the host moved it on its own; that is no change worth saving.
  public func hostDidMoveFocus(to view: View?, isAutomatic: Bool) {
    guard view !== firstResponder else { return }
    let former = firstResponder
    firstResponder = view
    guard !isAutomatic else { return }
    former?.invalidateRestorableState()
    view?.invalidateRestorableState()
  }

  /// Gives the focus to a view on screen; `nil` removes it.
  func setFirstResponder(_ view: View?) {
    guard view !== firstResponder else { return }
    hostDidMoveFocus(to: view, isAutomatic: false)
    peer?.firstResponderDidChange(in: self)
  }

  /// Whether the views of a controller can have the focus.
  ///
  /// The controller must be on screen and not covered. A sheet that covers only its presenter
  /// leaves the rest of the layer below to the user.
  func offersFocus(to controller: ViewController) -> Bool {
    guard isOnScreen, appearance.controllers.contains(where: { $0 === controller }) else {
      return false
    }
    let outermost = controller.outermostContainer
    for layer in presentationChain.reversed() {
      if layer === outermost { return true }
      guard layer.modalPresentationStyle.usesContext, let presenter = layer.sheetPresenter,
        !controller.isInOrOver(presenter)
      else { return false }
    }
    return false
  }

  /// Keeps the focus on a view that the user can reach.
  ///
  /// A covered view waits, and gets the focus back when it is uncovered. So does a view whose focus
  /// was restored and that comes on screen now. None of this is a change: a waiting view is saved
  /// like the view that has the focus.
  func settleFocus() {
    let former = firstResponder
    if let view = former {
      let owner = view.owningViewController
      if let owner, !offersFocus(to: owner) { owner.waitingResponder = view }
      if owner.map({ !offersFocus(to: $0) }) ?? true { firstResponder = nil }
    }
    for controller in appearance.controllers {
      guard let view = controller.waitingResponder, offersFocus(to: controller) else { continue }
      firstResponder = view
      controller.waitingResponder = nil
    }
    if firstResponder !== former { peer?.firstResponderDidChange(in: self) }
  }
}
