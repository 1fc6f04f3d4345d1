// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import StateRestoration

/// Hears of what the user searches for; usually the controller that shows what is found.
@MainActor public protocol SearchResultsUpdating: AnyObject {
  /// The text, the scope or whether there is a search at all has changed: shows what fits.
  ///
  /// - Parameter searchController: Its bar has the text and the scope.
  func updateSearchResults(for searchController: SearchController)
}

/// A search in what its owner shows; the owner filters it in place.
///
/// ```swift
/// let search = SearchController(restorationIdentifier: "Search")
/// search.searchResultsUpdater = self
/// searchController = search
/// ```
///
/// With an identifier, in an owner with one, it saves whether it is active, text, selection, scope,
/// and whether the user was typing (R83). What was saved is put back when the owner next comes on
/// screen; until then it waits, and is saved again as it was (R41). An application that sets
/// ``isActive``, text or scope meanwhile has its own way, and nothing of what was saved is put back.
@MainActor open class SearchController: ViewController {
  /// The field with its scopes; shown above the owner's view while the search is active.
  ///
  /// It needs no identifier.
  public let searchBar = SearchBar()

  /// Who shows what is found; not owned.
  ///
  /// Told of every change, the application's own and the one that restoring makes included.
  public weak var searchResultsUpdater: (any SearchResultsUpdating)?

  /// What was restored and is not put back yet.
  private var waitingState: SearchState?

  /// Whether the application set the search while the owner decoded, before this controller did.
  private var isSetWhileDecoding = false

  /// Whether several changes are to be one for the updater.
  private var isChanging = false

  private var isSearching = false
  private var shown = SearchState()

  /// What had the focus when the search began.
  private weak var formerResponder: View?

  /// Creates a search that is not active.
  ///
  /// - Parameter restorationIdentifier: Its ``ViewController/restorationIdentifier``; with `nil` it
  ///   saves nothing.
  public override init(restorationIdentifier: String? = nil) {
    super.init(restorationIdentifier: restorationIdentifier)
    searchBar.viewController = self
  }

  /// Whether the search bar is shown.
  ///
  /// Setting it to `true` moves the focus into the bar; setting it to `false` clears the text and
  /// gives the focus back. A restored search is not active before its owner comes on screen.
  public var isActive: Bool {
    get { isSearching }
    set {
      applicationDidSet()
      guard newValue != isSearching else { return }
      change { newValue ? begin() : leave() }
      invalidateRestorableState()
    }
  }

  open override func loadView() -> View { searchBar }

  // MARK: Changes

  private func begin() {
    formerResponder = window?.firstResponder
    setSearching(true)
    searchBar.becomeFirstResponder()
  }

  private func leave() {
    let hadFocus = searchBar.isFirstResponder
    searchBar.resignFirstResponder()
    setSearching(false)
    searchBar.clear()
    guard hadFocus, let view = formerResponder, let owner = view.owningViewController,
      window?.offersFocus(to: owner) ?? false
    else { return }
    view.becomeFirstResponder()
  }

  private func setSearching(_ isSearching: Bool) {
    self.isSearching = isSearching
    window?.updateAppearance(animated: false)
    parent?.contentDidChange()
    parent?.barContentDidChange()
  }

  /// The application has set something; that wins over what waits.
  ///
  /// - Parameter text: The text, if it has set that.
  func applicationDidSet(text: String? = nil) {
    guard !isChanging else { return }
    if waitingState != nil {
      leaveWaitingState(over: text)
      invalidateRestorableState()
    } else if parent?.hasBegunDecoding ?? false, !hasBegunDecoding, !isLoadingView {
      isSetWhileDecoding = true
    }
  }

  /// Text, selection or scope have changed.
  func searchBarDidChange() { change {} }

  /// Makes changes that the updater hears of once.
  private func change(_ changes: () -> Void) {
    guard !isChanging else { return changes() }
    isChanging = true
    changes()
    isChanging = false
    let state = currentState
    guard !state.finds(likewise: shown) else { return }
    shown = state
    searchResultsUpdater?.updateSearchResults(for: self)
  }

  // MARK: State

  private var currentState: SearchState {
    SearchState(
      isActive: isSearching,
      isEditing: searchBar.isFirstResponder || waitingResponder === searchBar,
      text: searchBar.wholeText, scope: searchBar.selectedScopeIndex,
      selection: searchBar.selectedTextRange)
  }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    var state = waitingState ?? currentState
    if waitingState == nil { state.scope = searchBar.savedValue }
    state.encode(with: coder)
    searchBar.unrestored.encode(with: coder)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    defer { isSetWhileDecoding = false }
    searchBar.unrestored.decode(with: coder)
    guard let state = SearchState(coder) else { return }
    waitingState = state
    guard !isSetWhileDecoding else {
      return leaveWaitingState(over: searchBar.isTextSet ? searchBar.text : nil)
    }
    waitingResponder = nil
    setSearching(false)
  }

  /// Puts nothing of what was restored back.
  ///
  /// - Parameter text: What the application has set, if it was the text; what was typed into another
  ///   one is kept for it (R207).
  private func leaveWaitingState(over text: String?) {
    if let text, let typed = waitingState?.text, typed.isTyped, !typed.isSame(as: text),
      !typed.belongs(to: TextDigest(text))
    {
      searchBar.unrestored.insert(typed)
    }
    waitingState = nil
  }

  /// Puts back what was restored, now that the owner is on screen; no change (R83, R196).
  func applyWaitingState() {
    guard let state = waitingState else { return }
    waitingState = nil
    change {
      searchBar.restoring {
        searchBar.putBack(state.text, selection: state.selection)
        searchBar.restoreValue(state.scope)
        guard state.isActive else { return }
        setSearching(true)
        if state.isEditing { searchBar.becomeFirstResponder() }
      }
    }
  }
}
