// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension Window {
  /// The user, or the host by itself, moved the focus; called by peers.
  ///
  /// - Parameters:
  ///   - view: The view that has it now; `nil` when no view that can have it does.
  ///   - isAutomatic: Whether it was the host; that is no change worth saving (R196).
  public func hostDidMoveFocus(to view: View?, isAutomatic: Bool) {
    guard view !== firstResponder else { return }
    let former = firstResponder
    firstResponder = view
    guard !isAutomatic else { return }
    former?.invalidateRestorableState()
    view?.invalidateRestorableState()
  }

  /// Gives the focus to a view on screen, or takes it from all.
  func setFirstResponder(_ view: View?) {
    guard view !== firstResponder else { return }
    hostDidMoveFocus(to: view, isAutomatic: false)
    peer?.firstResponderDidChange(in: self)
  }

  /// Whether the views of a controller can have the focus: on screen, and under nothing.
  ///
  /// What covers its presenter alone leaves the rest of the layer below to the user.
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

  /// Keeps the focus in what the user can reach, when that has changed.
  ///
  /// A view that is covered waits, and gets the focus back when it is uncovered; so does one whose
  /// focus was restored and that comes on screen now (R41, R197). None of this is a change: the one
  /// that waits is saved like the one that has the focus.
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
