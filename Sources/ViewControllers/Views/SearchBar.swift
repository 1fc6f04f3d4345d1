// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A search field with optional scopes below it.
///
/// With an identifier it saves the typed text, the selection and the scope. A ``SearchController``
/// saves its own bar.
@MainActor open class SearchBar: TextInput {
  /// The text shown while the field is empty.
  public var placeholder: String {
    didSet { if placeholder != oldValue { setNeedsUpdate() } }
  }

  /// The titles of the scopes; empty, the default, shows none.
  public var scopeTitles: [String] = [] {
    didSet { if scopeTitles != oldValue { limitsDidChange() } }
  }

  /// The index of the chosen scope.
  public var selectedScopeIndex = 0 {
    didSet {
      if !isRestoring { searchController?.applicationDidSet() }
      valueWasSet(selectedScopeIndex != oldValue)
    }
  }

  package var restoredValue: Int?

  /// Called when the user has chosen another scope.
  public var onScopeChange: (@MainActor (Int) -> Void)?

  /// Called when the user has pressed return.
  public var onSearch: (@MainActor () -> Void)?

  /// Called when the user has pressed escape.
  ///
  /// Without it, escape dismisses the sheet that contains the bar. In a ``SearchController``,
  /// escape always ends the search.
  public var onCancel: (@MainActor () -> Void)?

  /// Creates a search bar.
  ///
  /// - Parameters:
  ///   - placeholder: The text shown while the field is empty.
  ///   - restorationIdentifier: Its ``View/restorationIdentifier``.
  public init(placeholder: String = "", restorationIdentifier: String? = nil) {
    self.placeholder = placeholder
    super.init()
    self.restorationIdentifier = restorationIdentifier
  }

  /// The controller whose bar this is.
  private var searchController: SearchController? { viewController as? SearchController }

  override func applicationWillSet(_ text: String) {
    searchController?.applicationDidSet(text: text)
  }

  override func restorablePropertyDidChange() {
    super.restorablePropertyDidChange()
    searchController?.searchBarDidChange()
  }

  /// Marks the bar's state as changed since the last save.
  public override func invalidateRestorableState() {
    guard let searchController else { return super.invalidateRestorableState() }
    if !isRestoring { searchController.invalidateRestorableState() }
  }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    encodeText(with: coder)
    coder.encode(savedValue, forKey: BuiltInKey.selectedScope)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    decodeText(with: coder)
    if let index = coder.decode(Int.self, forKey: BuiltInKey.selectedScope) {
      restoreValue(index)
    }
  }
}

extension SearchBar: RangedControl {
  package var shownValue: Int {
    get { selectedScopeIndex }
    set { selectedScopeIndex = newValue }
  }

  package var limits: (least: Int, greatest: Int) { (0, max(0, scopeTitles.count - 1)) }
}
