// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

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

extension View {
  /// Whether this view has the focus of its window.
  public var isFirstResponder: Bool {
    owningViewController?.window?.firstResponder === self
  }

  /// Gives this view the focus of its window, without selecting its text.
  ///
  /// A view that is not on screen yet, lies under a sheet, or is hidden or disabled gets the focus
  /// when none of this is so any more, unless the user has gone to another view.
  ///
  /// - Returns: Whether it has the focus now.
  @discardableResult public func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder, let owner = owningViewController else { return false }
    guard let window = owner.window, window.offersFocus(to: owner) else {
      let former = owner.waitingResponder
      owner.waitingResponder = self
      if former !== self {
        former?.invalidateRestorableState()
        invalidateRestorableState()
      }
      return false
    }
    window.setFirstResponder(self)
    return true
  }

  /// Takes the focus from this view, or stops it waiting for focus.
  ///
  /// - Returns: Whether it had the focus.
  @discardableResult public func resignFirstResponder() -> Bool {
    if let owner = owningViewController, owner.waitingResponder === self {
      owner.waitingResponder = nil
      invalidateRestorableState()
    }
    guard isFirstResponder else { return false }
    owningViewController?.window?.setFirstResponder(nil)
    return true
  }

  /// Takes the focus from a view that leaves its superview.
  ///
  /// When a controller leaves as a whole, its view does not lose the focus for good: the view gets
  /// it back together with the controller.
  func resignFocusOfSubtree() {
    guard viewController == nil, let owner = owningViewController else { return }
    for view in [owner.waitingResponder, owner.window?.firstResponder] {
      if let view, view.owningViewController === owner, view.isDescendant(of: self) {
        view.resignFirstResponder()
      }
    }
  }

  /// Saves whether the view has the focus or waits for it.
  func encodeFocus(with coder: RestorationEncoder) {
    guard hasHadFocus, isFirstResponder || owningViewController?.waitingResponder === self
    else { return }
    coder.encode(true, forKey: BuiltInKey.isFirstResponder)
  }

  /// Restores the focus as soon as the view is on screen.
  func decodeFocus(with coder: RestorationDecoder) {
    guard coder.decodeBool(forKey: BuiltInKey.isFirstResponder) else { return }
    restoring { becomeFirstResponder() }
  }
}
