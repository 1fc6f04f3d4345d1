// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

extension ViewController {
  /// Says that this controller's state is no longer what was saved last (R150).
  ///
  /// The application saves it soon after. Without effect before launch has ended and while state
  /// is restored: restoring is no change (R196).
  public func invalidateRestorableState() {
    window?.application?.restorableStateDidChange(self)
  }

  /// The same for everything below, which may have changed while it was in no window.
  func invalidateSubtree() {
    invalidateRestorableState()
    if isViewLoaded { view.invalidateSubtree() }
    attachedControllers.forEach { $0.invalidateSubtree() }
    presentedSheet?.invalidateSubtree()
  }

  /// The identifier decides what the container or presenter saves, too.
  func identityDidChange() {
    (parent ?? sheetPresenter)?.invalidateRestorableState()
    invalidateRestorableState()
  }

  /// Saves a reference to the sheet; one without identifier has opted out (R180), and an activity
  /// sheet is not saved (R84).
  func encodePresentedController(with coder: RestorationEncoder) {
    guard let presentedSheet, presentedSheet.restorationIdentifier != nil,
      !presentedSheet.isTransient
    else { return }
    coder.encode(presentedSheet, forKey: BuiltInKey.presentedController)
  }

  /// Puts the saved sheet back; one that could not be restored is not presented (R77).
  func decodePresentedController(with coder: RestorationDecoder) {
    let key = BuiltInKey.presentedController
    if let sheet = coder.decodeObject(ViewController.self, forKey: key) { restoreSheet(sheet) }
  }

  /// Whether there are views that save what they show.
  ///
  /// The bar of a search controller is saved by that itself, identifier or not.
  var savesViews: Bool { isViewLoaded && !(self is SearchController) }

  /// Lets the views that have identifiers take part, without loading any (R17, R32, R39).
  func encodeViews(with coder: RestorationEncoder) {
    guard savesViews else { return }
    if window?.application?.restoration.isPreviewing != true { hasEncodedViews = true }
    var parts: [View] = []
    collectParts(below: view, into: &parts, coder: coder)
    coder.encodeParts(parts)
  }

  private func collectParts(
    below view: View, into parts: inout [View], coder: RestorationEncoder
  ) {
    if view.restorationIdentifier != nil { parts.append(view) }
    for subview in view.subviews {
      if let controller = subview.viewController {
        diagnoseMissingContainment(of: controller, coder: coder)
      } else {
        collectParts(below: subview, into: &parts, coder: coder)
      }
    }
  }

  /// A controller whose view lies here but which nobody contains is not found (R178).
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
