// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension View {
  /// Whether this view has the focus of its window.
  public var isFirstResponder: Bool {
    owningViewController?.window?.firstResponder === self
  }

  /// Gives this view the focus of its window, without selecting its text.
  ///
  /// A view that is not on screen yet, or lies under a sheet, gets the focus when it comes on
  /// screen uncovered.
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
    guard isFirstResponder || owningViewController?.waitingResponder === self else { return }
    coder.encode(true, forKey: BuiltInKey.isFirstResponder)
  }

  /// Restores the focus as soon as the view is on screen.
  func decodeFocus(with coder: RestorationDecoder) {
    guard coder.decodeBool(forKey: BuiltInKey.isFirstResponder) else { return }
    restoring { becomeFirstResponder() }
  }
}
