// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

extension ViewController {
  /// The search in what this controller shows; `nil`, the default, for none.
  ///
  /// Owned, and below this controller like a child, though not one of ``children``: it is shown
  /// above this controller's view, and saved and restored without a line in either (R83).
  public var searchController: SearchController? {
    get { ownSearchController }
    set {
      guard newValue !== ownSearchController, newValue !== self else { return }
      let former = ownSearchController
      let formerOwner = newValue?.owner
      changeHierarchy(animated: false) {
        newValue?.detachFromOwner()
        ownSearchController = newValue
        newValue?.parent = self
      } letGo: {
        if let former, former.parent === self, self.ownSearchController !== former {
          former.parent = nil
        }
      }
      contentDidChange()
      barContentDidChange()
      invalidateRestorableState()
      newValue?.invalidateSubtree()
      formerOwner?.didLoseChild(to: self)
    }
  }

  /// The children, and the search controller.
  var attachedControllers: [ViewController] {
    ownSearchController.map { children + [$0] } ?? children
  }

  /// The controllers on screen below this one: the visible children, and a search that is active.
  var shownControllers: [ViewController] {
    guard let search = ownSearchController, search.isActive else { return visibleChildren }
    return visibleChildren + [search]
  }

  /// The index of a child in its path; a search controller is the only one of its owner.
  func pathIndex(of child: ViewController) -> Int? {
    child === ownSearchController ? nil : pathComponent(for: child)
  }

  /// Saves a reference to the search controller; one without identifier has opted out (R10, R83).
  func encodeSearchController(with coder: RestorationEncoder) {
    guard let search = ownSearchController, search.restorationIdentifier != nil else { return }
    coder.encode(search, forKey: BuiltInKey.searchController)
  }

  /// Puts back a search controller that was made while restoring; an existing one is in its place.
  func decodeSearchController(with coder: RestorationDecoder) {
    let key = BuiltInKey.searchController
    if let search = coder.decodeObject(SearchController.self, forKey: key) {
      searchController = search
    }
  }
}

extension Window {
  /// The user wants to search, or to search for something else; called by hosts.
  ///
  /// Begins the search of the innermost controller in the top layer that has one, and moves the
  /// focus into its bar.
  ///
  /// - Returns: Whether there is one.
  public func hostDidPressFind() -> Bool {
    guard let search = respondersOfTopLayer.lazy.compactMap(\.searchController).first else {
      return false
    }
    search.isActive = true
    search.searchBar.becomeFirstResponder()
    return true
  }

  /// Whether there is a search for ``hostDidPressFind()``.
  public var canFind: Bool { respondersOfTopLayer.contains { $0.searchController != nil } }

  /// The user wants to leave what is open; called by hosts.
  ///
  /// - Returns: Whether there was an active search in the top layer, which is left now.
  public func hostDidLeaveSearch() -> Bool {
    let searches = respondersOfTopLayer.lazy.compactMap { $0 as? SearchController }
    guard let search = searches.first(where: \.isActive) else { return false }
    search.isActive = false
    return true
  }
}
