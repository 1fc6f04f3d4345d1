// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

public import struct Foundation.CGRect

/// The style in which a controller is presented.
///
/// The names are UIKit's.
public enum ModalPresentationStyle: String, Hashable, Sendable, CaseIterable {
  /// The style that the host prefers: a page sheet.
  case automatic
  /// A card over the dimmed window.
  case pageSheet
  /// A card over the dimmed window, for a form.
  case formSheet
  /// The whole window; covered controllers leave the screen.
  case fullScreen
  /// The whole window; covered controllers stay on screen.
  case overFullScreen
  /// The area of the controller that defines the presentation context.
  ///
  /// That controller leaves the screen.
  case currentContext
  /// The area of the controller that defines the presentation context.
  ///
  /// That controller stays on screen.
  case overCurrentContext
  /// A card beside its source; a page sheet in a narrow window.
  case popover

  /// Whether a controller between source and root can be the presenter.
  var usesContext: Bool { self == .currentContext || self == .overCurrentContext }
}

/// The source that a popover belongs to.
///
/// It is restored with the popover: a source view if it has a restoration identifier, and a bar
/// button by its place among the buttons of the controller that presented the popover.
@MainActor public final class PopoverPresentationController {
  /// The view that the popover is shown beside.
  public weak var sourceView: View?

  /// A part of the source view; `nil` means all of it.
  ///
  /// In the coordinates of the source view.
  public var sourceRect: CGRect?

  /// The button that the popover is shown beside.
  ///
  /// It takes precedence over the source view.
  public weak var barButtonItem: BarButtonItem?

  init() {}
}

extension ViewController {
  /// The sheet that this controller or a container of it presents.
  public var presentedViewController: ViewController? {
    presentedSheet ?? parent?.presentedViewController
  }

  /// The controller that presents this one or a container of it.
  public var presentingViewController: ViewController? {
    sheetPresenter ?? parent?.presentingViewController
  }

  /// Shows a controller as a sheet over this one.
  ///
  /// The presenter is the outermost container. For a style in the current context it is the nearest
  /// controller, from this one up, that defines the presentation context. A presenter presents one
  /// sheet: if there is one already, the call changes nothing and is logged. There are exceptions:
  ///
  /// - A controller that is already presented there, or contains this controller, stays as it is.
  /// - A sheet that was restored there with the same identifier stands for the requested one and
  ///   stays. So launch code may present what is also restored.
  /// - A controller that is presented before did-finish-launching has returned lies over restored
  ///   sheets.
  /// - An activity sheet or an alert gives way.
  ///
  /// - Parameters:
  ///   - controller: The controller to present; the presenter owns it from now on.
  ///   - animated: Whether the sheet moves in.
  ///   - completion: Called when the controller, or the sheet that stands for it, is presented.
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
      return context.warnOfPresenting(controller)
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

  /// Removes a sheet, with everything over it, from the screen.
  ///
  /// If this controller or a container of it presents a sheet, that sheet goes. Otherwise the sheet
  /// that contains this controller goes.
  ///
  /// - Parameters:
  ///   - animated: Whether the sheet moves out.
  ///   - completion: Called when the sheet is gone.
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

  /// The innermost controller on screen here that refuses to be dismissed.
  fileprivate var modalController: ViewController? {
    for child in shownControllers {
      if let found = child.modalController { return found }
    }
    return isModalInPresentation ? self : nil
  }

  /// Forgets a sheet of this controller, unless it is presented again.
  private func letGo(of sheet: ViewController) {
    guard presentedSheet !== sheet, sheet.sheetPresenter === self else { return }
    sheet.sheetPresenter = nil
    sheet.presentationSource = nil
  }

  /// Returns the presenter for this controller, before existing sheets are considered.
  private func presentationContext(for style: ModalPresentationStyle) -> ViewController {
    var controller = self
    while !(style.usesContext && controller.definesPresentationContext),
      let parent = controller.parent
    {
      controller = parent
    }
    return controller
  }

  /// The topmost sheet over this controller, or the controller itself.
  private var topOfSheets: ViewController {
    var controller = self
    while let sheet = controller.presentedSheet { controller = sheet }
    return controller
  }

  /// Returns the restored sheet that stands for a presented controller.
  private func restoredSheet(standingFor other: ViewController) -> ViewController? {
    guard let name = other.restorationIdentifier else { return nil }
    var next = presentedSheet
    while let sheet = next, !(sheet.isRestoredSheet && sheet.restorationIdentifier == name) {
      next = sheet.presentedSheet
    }
    return next
  }

  /// Whether launch code may present over this restored sheet.
  private var liesUnderLaunchSheets: Bool {
    isRestoredSheet && window?.application?.phase == .launching
  }

  private func warnOfPresenting(_ controller: ViewController) {
    guard let presentedSheet else { return }
    window?.application?.restoration.warnOfPresenting(
      archivedClassName(of: type(of: controller)),
      while: archivedClassName(of: type(of: presentedSheet)))
  }

  /// Whether this controller is another one, or lies in or over it.
  ///
  /// It lies in a container, and over a presenter.
  func isInOrOver(_ other: ViewController) -> Bool {
    var controller: ViewController? = self
    while let next = controller, next !== other { controller = next.parent ?? next.sheetPresenter }
    return controller != nil
  }

  private var nearestPresenter: ViewController? {
    presentedSheet == nil ? parent?.nearestPresenter : self
  }

  /// Makes a controller the sheet over this one, without appearance callbacks.
  ///
  /// - Parameters:
  ///   - controller: The sheet.
  ///   - source: The controller that `present` was called on.
  ///   - isRestored: Whether the sheet comes from saved state.
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
  /// A sheet that launch code has already presented here then lies over the restored one. If both
  /// have the same path, the restored sheet, which has the state, replaces it.
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
  /// Dismisses the top sheet, because the user asked for it.
  ///
  /// The user did so by Escape or by a click beside a popover, not with the sheet's own controls. A
  /// sheet with a modal controller refuses. Called by peers.
  ///
  /// - Returns: Whether there is a sheet, even if it refused.
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
