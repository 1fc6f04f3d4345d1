// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

extension ViewController {
  /// The controller that this one, or else a container of it, presents as a sheet.
  public var presentedViewController: ViewController? {
    presentedSheet ?? parent?.presentedViewController
  }

  /// The controller that presents this one, or else a container of it.
  public var presentingViewController: ViewController? {
    sheetPresenter ?? parent?.presentingViewController
  }

  /// Shows a controller as a sheet over this one.
  ///
  /// The presenter is the outermost container; for a style in the current context the nearest
  /// controller, from this one up, that defines the presentation context (R14). One that presents
  /// something already presents nothing else: the call changes nothing, and the log says so. But
  ///
  /// - what is presented there already, or contains this controller, stays as it is;
  /// - a sheet that was restored there and has the same identifier is the one that was asked for: it
  ///   stays, so that launch code may present what is restored, too;
  /// - what is presented before did-finish-launching has returned lies over restored sheets (R174);
  /// - an activity sheet gives way (R84).
  ///
  /// - Parameters:
  ///   - controller: The controller to present; the presenter owns it from now on.
  ///   - animated: Whether the sheet moves in.
  ///   - completion: Called when the controller, or the one that it stands for, is presented.
  public func present(
    _ controller: ViewController, animated: Bool, completion: (@MainActor () -> Void)? = nil
  ) {
    let context = presentationContext(for: controller.modalPresentationStyle)
    let top = context.topOfSheets
    let replaced = top.isTransient && top.sheetPresenter != nil ? top : nil
    let presenter = replaced?.sheetPresenter ?? top
    guard !top.isInOrOver(controller), context.restoredSheet(standingFor: controller) == nil else {
      completion?()
      return
    }
    // R213; during launch R174.
    guard presenter === context || replaced === context || top.liesUnderLaunchSheets else {
      return context.complainOfPresenting(controller)
    }
    let formerOwner = controller.owner
    window?.setTransitionAnimated(animated)
    presenter.changeHierarchy(animated: animated) {
      let isInReplaced = replaced.map { isInOrOver($0) } ?? false
      presenter.attachSheet(
        controller, source: isInReplaced ? replaced?.presentationSource : self)
    } letGo: {
      replaced.map(presenter.letGo)
    }
    presenter.invalidateRestorableState()
    controller.invalidateSubtree()
    formerOwner?.didLoseChild(to: presenter)
    completion?()
  }

  /// Takes a sheet, with everything over it, from the screen.
  ///
  /// Called on a presenter or on a controller in it, dismisses what is presented; otherwise
  /// dismisses the sheet that this controller is in.
  ///
  /// - Parameters:
  ///   - animated: Whether the sheet moves out.
  ///   - completion: Called when it is gone.
  public func dismiss(animated: Bool, completion: (@MainActor () -> Void)? = nil) {
    if let presenter = nearestPresenter ?? presentingViewController {
      presenter.window?.setTransitionAnimated(animated)
      let sheet = presenter.presentedSheet
      presenter.changeHierarchy(animated: animated) {
        presenter.presentedSheet = nil
      } letGo: {
        sheet.map(presenter.letGo)
      }
      presenter.invalidateRestorableState()
    }
    completion?()
  }

  /// The innermost controller on screen in this one that must not be closed like that.
  fileprivate var modalController: ViewController? {
    for child in shownControllers {
      if let found = child.modalController { return found }
    }
    return isModalInPresentation ? self : nil
  }

  /// Forgets a sheet that was on this controller, unless it is there again.
  private func letGo(of sheet: ViewController) {
    guard presentedSheet !== sheet, sheet.sheetPresenter === self else { return }
    sheet.sheetPresenter = nil
    sheet.presentationSource = nil
  }

  /// The presenter for what is presented from here, before sheets that are there already (R14).
  private func presentationContext(for style: ModalPresentationStyle) -> ViewController {
    var controller = self
    while !(style.usesContext && controller.definesPresentationContext),
      let parent = controller.parent
    {
      controller = parent
    }
    return controller
  }

  /// The last of the sheets that lie over each other on this controller; itself without any.
  private var topOfSheets: ViewController {
    var controller = self
    while let sheet = controller.presentedSheet { controller = sheet }
    return controller
  }

  /// The restored sheet over this controller that another one is presented for, though not itself.
  private func restoredSheet(standingFor other: ViewController) -> ViewController? {
    guard let name = other.restorationIdentifier else { return nil }
    var next = presentedSheet
    while let sheet = next, !(sheet.isRestoredSheet && sheet.restorationIdentifier == name) {
      next = sheet.presentedSheet
    }
    return next
  }

  /// Whether this is a restored sheet, and what launch code presents may lie over it.
  private var liesUnderLaunchSheets: Bool {
    isRestoredSheet && window?.application?.phase == .launching
  }

  private func complainOfPresenting(_ controller: ViewController) {
    guard let presentedSheet else { return }
    window?.application?.restoration.complainOfPresenting(
      archivedClassName(of: type(of: controller)),
      while: archivedClassName(of: type(of: presentedSheet)))
  }

  /// Whether this controller is another one, is contained in it, or is a sheet over it.
  func isInOrOver(_ other: ViewController) -> Bool {
    var controller: ViewController? = self
    while let next = controller, next !== other { controller = next.parent ?? next.sheetPresenter }
    return controller != nil
  }

  private var nearestPresenter: ViewController? {
    presentedSheet == nil ? parent?.nearestPresenter : self
  }

  /// Makes a controller the sheet over this one, without telling anyone.
  ///
  /// - Parameters:
  ///   - controller: The sheet.
  ///   - source: The controller that `present` was called on.
  ///   - isRestored: Whether state has it there.
  func attachSheet(
    _ controller: ViewController, source: ViewController?, isRestored: Bool = false
  ) {
    controller.detachFromOwner()
    presentedSheet = controller
    controller.sheetPresenter = self
    controller.presentationSource = source
    controller.isRestoredSheet = isRestored
  }

  /// Puts a restored sheet directly over this controller.
  ///
  /// What launch code has presented here before lies over it afterwards (R174), unless it has the same
  /// path: then the restored one, which has the state, takes its place (R22, R213).
  ///
  /// - Parameter controller: The sheet.
  func restoreSheet(_ controller: ViewController) {
    let launchSheet = presentedSheet
    guard launchSheet !== controller else { return controller.isRestoredSheet = true }
    let isSame = launchSheet?.restorationIdentifier == controller.restorationIdentifier
    let above = isSame ? launchSheet?.presentedSheet : launchSheet
    let source = above?.presentationSource
    launchSheet?.detachFromOwner()
    attachSheet(controller, source: controller.presentationSource ?? self, isRestored: true)
    if let above {
      controller.topOfSheets.attachSheet(
        above, source: source === launchSheet ? controller : source)
    }
  }
}

extension Window {
  /// The user wants the top sheet away by other means than its own: Escape, or a click beside a popover;
  /// called by peers.
  ///
  /// - Returns: Whether there is a sheet; it may have refused.
  @discardableResult
  public func hostDidAttemptToDismiss() -> Bool {
    guard presentationChain.count > 1, let top = presentationChain.last else { return false }
    if let modal = top.modalController {
      modal.presentationDidAttemptToDismiss()
    } else {
      top.presentingViewController?.dismiss(animated: true)
    }
    return true
  }
}
