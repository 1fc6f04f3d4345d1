// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import StateRestoration

import struct Foundation.CGRect

/// A class that makes or finds controllers while state is restored.
///
/// A controller class often adopts it and sets ``ViewController/restorationClass`` to itself. The
/// class is archived by name. A top-level class is found again by that name; any other class must
/// be registered with ``Application/register(_:)``.
@MainActor public protocol ViewControllerRestoration: AnyObject {
  /// The names of this class in earlier versions of the application.
  ///
  /// Earlier versions archived the class under these names.
  static var formerNames: [String] { get }

  /// Makes or finds the controller at a path.
  ///
  /// - Parameters:
  ///   - identifierComponents: The identifiers from the root to the controller; the last is its
  ///     own.
  ///   - coder: The controller's own coder, for reading the saved state.
  /// - Returns: The controller, new or existing; `nil` drops it and everything below it.
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: RestorationDecoder
  ) -> ViewController?
}

extension ViewControllerRestoration {
  /// No former names.
  public static var formerNames: [String] { [] }
}

extension ViewController {
  /// Marks this controller's state as changed.
  ///
  /// The application saves it soon. What launch code changes after the restore is saved with the
  /// first change after launch. Has no effect before the restore and while objects are looked up
  /// and decode: restoring is no change.
  public func invalidateRestorableState() {
    window?.application?.restorableStateDidChange(self)
  }

  /// Marks the state of this controller and everything below as changed.
  ///
  /// It may have changed while it was in no window.
  func invalidateSubtree() {
    invalidateRestorableState()
    if isViewLoaded { view.invalidateSubtree() }
    attachedControllers.forEach { $0.invalidateSubtree() }
    presentedSheet?.invalidateSubtree()
  }

  /// Marks the state that depends on the identifier as changed.
  ///
  /// The identifier also decides what the container or presenter saves.
  func identityDidChange() {
    (parent ?? sheetPresenter)?.invalidateRestorableState()
    invalidateRestorableState()
  }

  /// Saves a reference to the sheet, if it takes part.
  ///
  /// A sheet without an identifier has opted out. Activity sheets and alerts are never saved.
  func encodePresentedController(with coder: RestorationEncoder) {
    guard let presentedSheet, presentedSheet.restorationIdentifier != nil,
      !presentedSheet.isTransient
    else { return }
    coder.encode(presentedSheet, forKey: BuiltInKey.presentedController)
  }

  /// Puts the saved sheet back, if it was restored.
  func decodePresentedController(with coder: RestorationDecoder) {
    let key = BuiltInKey.presentedController
    if let sheet = coder.decodeObject(ViewController.self, forKey: key) { restoreSheet(sheet) }
  }

  /// Saves the presentation style, and the source of a popover.
  func encodePresentationStyle(with coder: RestorationEncoder) {
    guard sheetPresenter != nil, modalPresentationStyle != .automatic else { return }
    coder.encode(modalPresentationStyle.rawValue, forKey: BuiltInKey.presentationStyle)
    guard let popover = popoverPresentationController else { return }
    if let view = popover.sourceView, view.restorationIdentifier != nil,
      view.owningViewController?.isInOrOver(self) != true
    {
      coder.encode(view, forKey: BuiltInKey.popoverView)
    }
    if let rect = popover.sourceRect {
      coder.encode(
        [rect.minX, rect.minY, rect.width, rect.height].map { Double($0) },
        forKey: BuiltInKey.popoverRect)
    }
    let buttons = presentationSource?.barButtons ?? []
    if let place = buttons.firstIndex(where: { $0 === popover.barButtonItem }) {
      coder.encode(place, forKey: BuiltInKey.popoverButton)
    }
  }

  /// Restores the presentation style, unless the controller's maker set it.
  ///
  /// The source of a popover follows the same rule.
  func decodePresentationStyle(with coder: RestorationDecoder) {
    guard let name = coder.decodeString(forKey: BuiltInKey.presentationStyle),
      let style = ModalPresentationStyle(rawValue: name)
    else { return }
    if modalPresentationStyle == .automatic { modalPresentationStyle = style }
    guard let popover = popoverPresentationController, popover.sourceView == nil,
      popover.barButtonItem == nil
    else { return }
    popover.sourceView = coder.decodeObject(View.self, forKey: BuiltInKey.popoverView)
    popover.sourceRect = coder.decodeNumbers(4, forKey: BuiltInKey.popoverRect)
      .map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    let buttons = presentationSource?.barButtons ?? []
    if let place = coder.decode(Int.self, forKey: BuiltInKey.popoverButton),
      buttons.indices.contains(place)
    {
      popover.barButtonItem = buttons[place]
    }
  }

  private var barButtons: [BarButtonItem] {
    leftBarButtonItems + rightBarButtonItems + toolbarItems
  }

  /// Whether the views of this controller save their state.
  ///
  /// A search controller saves its bar itself, with or without an identifier.
  var savesViews: Bool {
    isViewLoaded && !hasViewForDecodeAlone && !(self is SearchController)
  }

  /// Encodes the views that have identifiers, without loading any.
  func encodeViews(with coder: RestorationEncoder) {
    guard savesViews else { return }
    var parts: [NamedPart] = []
    let areHere = window?.application?.tree.isUnmoved == true
    collectParts(below: view, in: nil, areHere: areHere, into: &parts, coder: coder)
    coder.encodeParts(parts, of: self)
  }

  /// Collects the views that have identifiers.
  ///
  /// - Parameters:
  ///   - view: Where to begin.
  ///   - container: The index of the named view above it.
  ///   - areHere: Whether the views lie below the place that this controller encodes at.
  ///   - parts: The views.
  ///   - coder: The coder of this controller.
  private func collectParts(
    below view: View, in container: Int?, areHere: Bool, into parts: inout [NamedPart],
    coder: RestorationEncoder
  ) {
    var container = container
    if view.restorationIdentifier != nil {
      parts.append(NamedPart(view, named: areHere ? view.name : nil, in: container))
      if view.name != nil { container = parts.count - 1 }
    }
    for subview in view.subviews {
      if let controller = subview.viewController {
        diagnoseMissingContainment(of: controller, coder: coder)
      } else {
        collectParts(
          below: subview, in: container, areHere: areHere, into: &parts, coder: coder)
      }
    }
  }

  /// Reports a controller whose view lies here without containment.
  ///
  /// Such a controller is not found when state is saved.
  private func diagnoseMissingContainment(
    of controller: ViewController, coder: RestorationEncoder
  ) {
    guard controller.parent == nil, controller.sheetPresenter == nil else { return }
    coder.diagnose(
      .notContained(
        child: archivedClassName(of: type(of: controller)),
        container: archivedClassName(of: type(of: self))))
  }
}
