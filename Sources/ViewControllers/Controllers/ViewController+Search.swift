// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

extension ViewController {
  /// The search in this controller's content; `nil` for none.
  ///
  /// The default is `nil`. This controller owns the search controller, which lies below it like a
  /// child but is not one of ``children``. The search is shown above this controller's view. It is
  /// saved and restored without code in either controller.
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

  /// The children and the search controller.
  var attachedControllers: [ViewController] {
    ownSearchController.map { children + [$0] } ?? children
  }

  /// The controllers on screen below this one.
  ///
  /// These are the visible children and an active search.
  var shownControllers: [ViewController] {
    guard let search = ownSearchController, search.isActive else { return visibleChildren }
    return visibleChildren + [search]
  }

  /// Returns the index of a child in its path, if any.
  ///
  /// A search controller has none, because it is the only one of its owner.
  func pathIndex(of child: ViewController) -> Int? {
    child === ownSearchController ? nil : pathComponent(for: child)
  }

  /// Saves a reference to a search controller with an identifier.
  ///
  /// A search controller without one has opted out.
  func encodeSearchController(with coder: RestorationEncoder) {
    guard let search = ownSearchController, search.restorationIdentifier != nil else { return }
    coder.encode(search, forKey: BuiltInKey.searchController)
  }

  /// Puts back a search controller that was made while restoring.
  ///
  /// An existing one is already in its place.
  func decodeSearchController(with coder: RestorationDecoder) {
    let key = BuiltInKey.searchController
    if let search = coder.decodeObject(SearchController.self, forKey: key) {
      searchController = search
    }
  }
}

extension Window {
  /// Begins the search of the innermost controller that has one.
  ///
  /// Only controllers in the top layer count. Moves the focus into the search bar, even if the
  /// search is already active. Called by hosts.
  ///
  /// - Returns: Whether there is a search.
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

  /// Leaves the active search in the top layer; called by hosts.
  ///
  /// - Returns: Whether there was an active search.
  public func hostDidLeaveSearch() -> Bool {
    let searches = respondersOfTopLayer.lazy.compactMap { $0 as? SearchController }
    guard let search = searches.first(where: \.isActive) else { return false }
    search.isActive = false
    return true
  }
}
