// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import StateRestoration

/// An object that updates search results.
///
/// Usually this is the controller that shows the results.
@MainActor public protocol SearchResultsUpdating: AnyObject {
  /// Updates the results for the current search.
  ///
  /// Called when the text or the scope has changed, and when a search begins or ends.
  ///
  /// - Parameter searchController: Its search bar has the text and the scope.
  func updateSearchResults(for searchController: SearchController)
}

/// A search in the content of its owner.
///
/// The owner filters the content in place.
///
/// ```swift
/// let search = SearchController(restorationIdentifier: "Search")
/// search.searchResultsUpdater = self
/// searchController = search
/// ```
///
/// With an identifier, in an owner with one, it saves whether it is active, its text, selection and
/// scope, and whether the user was typing. If the bar's ``TextInput/restoresText`` is `false`, it
/// saves neither text nor selection.
///
/// Restored state is applied when the owner next comes on screen. Until then it waits, and is saved
/// again unchanged. If the application sets ``isActive``, the text or the scope in the meantime,
/// the application's values win and no restored state is applied.
@MainActor open class SearchController: ViewController {
  /// The search field with its scopes.
  ///
  /// It is shown above the owner's view while the search is active. It needs no identifier.
  public let searchBar = SearchBar()

  /// The object that shows the results; not owned.
  ///
  /// It is called for every change, including changes by the application and by restoring.
  public weak var searchResultsUpdater: (any SearchResultsUpdating)?

  /// The restored state that is not applied yet.
  private var waitingState: SearchState?

  /// Whether the application set the search while the owner decoded.
  ///
  /// At that time this controller had not decoded yet.
  private var isSetWhileDecoding = false

  /// Whether several changes are being combined into one update.
  private var isChanging = false

  private var isSearching = false
  private var shown = SearchState()

  /// The view that had the focus when the search began.
  private weak var formerResponder: View?

  /// Creates an inactive search.
  ///
  /// - Parameter restorationIdentifier: Its ``ViewController/restorationIdentifier``. With `nil` it
  ///   saves nothing.
  public override init(restorationIdentifier: String? = nil) {
    super.init(restorationIdentifier: restorationIdentifier)
    searchBar.viewController = self
  }

  /// Whether the search bar is shown.
  ///
  /// Setting it to `true` moves the focus into the bar. Setting it to `false` clears the text and
  /// gives the focus back. A restored search is inactive until its owner comes on screen.
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

  /// Notes a change by the application, which overrides waiting state.
  ///
  /// - Parameter text: The new text, if the application set the text.
  func applicationDidSet(text: String? = nil) {
    guard !isChanging else { return }
    if waitingState != nil {
      leaveWaitingState(over: text)
      invalidateRestorableState()
    } else if parent?.hasBegunDecoding ?? false, !hasBegunDecoding, !isLoadingView {
      isSetWhileDecoding = true
    }
  }

  /// Reacts to a change of text, selection or scope.
  func searchBarDidChange() { change {} }

  /// Makes changes and updates the results at most once.
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
    state.encode(with: coder, includingText: searchBar.restoresText)
    if searchBar.restoresText { searchBar.unrestored.encode(with: coder) }
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    defer { isSetWhileDecoding = false }
    if searchBar.restoresText { searchBar.unrestored.decode(with: coder) }
    guard let state = SearchState(coder) else { return }
    waitingState = state
    guard !isSetWhileDecoding else {
      return leaveWaitingState(over: searchBar.isTextSet ? searchBar.text : nil)
    }
    waitingResponder = nil
    setSearching(false)
  }

  /// Drops the restored state that waits.
  ///
  /// - Parameter text: The text that the application set, if it set the text. Text that was typed
  ///   into a different text is kept for that one.
  private func leaveWaitingState(over text: String?) {
    if searchBar.restoresText, let text, let typed = waitingState?.text, typed.isTyped,
      !typed.isSame(as: text), !typed.belongs(to: TextDigest(text))
    {
      searchBar.unrestored.insert(typed)
    }
    waitingState = nil
  }

  /// Applies the restored state, now that the owner is on screen.
  ///
  /// This counts as no change.
  func applyWaitingState() {
    guard let state = waitingState else { return }
    waitingState = nil
    change {
      searchBar.restoring {
        if searchBar.restoresText { searchBar.putBack(state.text, selection: state.selection) }
        searchBar.restoreValue(state.scope)
        guard state.isActive else { return }
        setSearching(true)
        if state.isEditing { searchBar.becomeFirstResponder() }
      }
    }
  }
}

/// The saved state of a search controller.
struct SearchState {
  var isActive = false
  /// Whether the user is typing in the bar.
  var isEditing = false
  var text = TypedText("", into: [TextDigest("")])
  var scope = 0
  /// The selected range, in Unicode scalars.
  ///
  /// It can be restored only if it does not exceed the text.
  var selection = 0..<0

  /// Returns whether two searches give equal results.
  ///
  /// Texts are compared by scalars, as everywhere in text input.
  func finds(likewise other: SearchState) -> Bool {
    isActive == other.isActive && scope == other.scope
      && text.isSame(as: other.text.text)
  }

  func encode(with coder: RestorationEncoder, includingText: Bool) {
    coder.encode(isActive, forKey: BuiltInKey.searchIsActive)
    coder.encode(isEditing, forKey: BuiltInKey.searchIsEditing)
    coder.encode(scope, forKey: BuiltInKey.searchScope)
    guard includingText else { return }
    text.encode(forKey: BuiltInKey.searchText, with: coder)
    coder.encode([selection.lowerBound, selection.upperBound], forKey: BuiltInKey.searchSelection)
  }
}

extension SearchState {
  /// Reads the values that ``encode(with:includingText:)`` wrote.
  ///
  /// `nil` if it wrote nothing. A value of another type is replaced by that of a search that never
  /// began. A selection that does not fit its text becomes a caret behind the text.
  init?(_ coder: RestorationDecoder) {
    guard coder.containsValue(forKey: BuiltInKey.searchIsActive) else { return nil }
    isActive = coder.decodeBool(forKey: BuiltInKey.searchIsActive)
    isEditing = coder.decodeBool(forKey: BuiltInKey.searchIsEditing)
    if let text = coder.decode(TypedText.self, forKey: BuiltInKey.searchText) { self.text = text }
    scope = coder.decodeInteger(forKey: BuiltInKey.searchScope)
    let length = text.text.unicodeScalars.count
    selection = length..<length
    if let bounds = coder.decode([Int].self, forKey: BuiltInKey.searchSelection),
      bounds.count == 2, bounds[0] >= 0, bounds[0] <= bounds[1], bounds[1] <= length
    {
      selection = bounds[0]..<bounds[1]
    }
  }
}
