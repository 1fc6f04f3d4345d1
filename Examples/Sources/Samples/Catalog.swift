// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// All samples by name.
@MainActor enum Catalog {
  struct Entry: Sendable {
    let name: String
    /// Creates the delegate, which may be a newer version in later lives.
    let make: @MainActor @Sendable (_ life: Int) -> any Sample
  }

  /// The samples that are restored.
  static let samples: [Entry] = [
    Entry(name: "filled-root") { _ in FilledInViewDidLoad(.root) },
    Entry(name: "filled-tab-bar") { _ in FilledInViewDidLoad(.tabBar) },
    Entry(name: "filled-navigation") { _ in FilledInViewDidLoad(.navigation) },
    Entry(name: "filled-split") { _ in FilledInViewDidLoad(.split) },
    Entry(name: "filled-pages") { _ in FilledInViewDidLoad(.pages) },
    Entry(name: "filled-container") { _ in FilledInViewDidLoad(.container) },
    Entry(name: "filled-all-the-way-down") { _ in FilledInViewDidLoad(.nested) },
    Entry(name: "filled-and-visible-late") { _ in
      FilledInViewDidLoad(.nested, isVisibleLate: true)
    },
    Entry(name: "filled-in-covered-tabs") { _ in FilledInViewDidLoad(.coveredTab) },
    Entry(name: "filled-on-a-sheet") { _ in FilledInViewDidLoad(.sheet) },
    Entry(name: "unvisited-tabs") { _ in UnvisitedTabs() },
    Entry(name: "equal-panes") { _ in EqualPanes(isFilledLate: false) },
    Entry(name: "equal-panes-filled-late") { _ in EqualPanes(isFilledLate: true) },
    Entry(name: "equal-panes-in-a-covered-tab") { _ in
      EqualPanes(isFilledLate: true, isCovered: true)
    },
    Entry(name: "equal-tabs") { _ in EqualTabs() },
    Entry(name: "restoration-class") { _ in Recipes(isDeleted: false) },
    Entry(name: "model-gone") { _ in Recipes(isDeleted: true) },
    Entry(name: "model-gone-below-a-sheet") { GoneBelowSheet(life: $0) },
    Entry(name: "modal-chain") { _ in ModalChain() },
    Entry(name: "inserted-rows") { _ in InsertedRows() },
    Entry(name: "half-typed") { _ in HalfTyped() },
    Entry(name: "shared-object") { _ in SharedObject() },
    Entry(name: "updated") { Updated(life: $0) },
    Entry(name: "excluded") { _ in Excluded() },
    Entry(name: "pages-from-a-source") { _ in Tutorial() },
    Entry(name: "searching") { _ in Searching() },
    Entry(name: "storyboard-alone") { _ in DesignedProfile() },
    Entry(name: "application-record") { _ in OpenServer() },
    Entry(name: "windows") { _ in TwoWindows() },
    Entry(name: "declared-state") { _ in DeclaredState() },
    Entry(name: "split-wide") { _ in MasterDetail(isNarrow: false) },
    Entry(name: "split-narrow") { _ in MasterDetail(isNarrow: true) },
    Entry(name: "flipping-container") { _ in FlippingContainer() },
    Entry(name: "reordered-tabs") { _ in ReorderedTabs() },
    Entry(name: "login-over-all") { _ in LoginOverAll() },
    Entry(name: "own-view") { _ in OwnView() },
    Entry(name: "registered-in-view-did-load") { _ in RegisteredInViewDidLoad() },
    Entry(name: "switching-root") { _ in SwitchingRoot() },
    Entry(name: "self-named") { _ in SelfNamed() },
    Entry(name: "covered-search") { _ in CoveredSearch() },
    Entry(name: "sharing") { _ in Sharing() },
    Entry(name: "in-context") { _ in InContext() },
    Entry(name: "gone-again") { _ in GoneAgain() },
    Entry(name: "late-rows") { _ in LateRows() },
    Entry(name: "root-from-delegate") { _ in RootFromDelegate() },
    Entry(name: "onboarding") { _ in Onboarding() },
    Entry(name: "text-when-appearing") { _ in TextWhenAppearing() },
    Entry(name: "storyboard-outlets") { _ in DesignedLevels() },
    Entry(name: "two-lists") { _ in TwoLists() },
    Entry(name: "late-range") { _ in LateRange() },
    Entry(name: "made-in-decode-in-a-tab") { _ in MadeInDecode(isInTab: true) },
    Entry(name: "prepared-segue") { _ in ProductSegue() },
    Entry(name: "odd-names") { _ in OddNames() },
    Entry(name: "guarded-containers") { _ in GuardedContainers() },
    Entry(name: "three-columns") { _ in ThreeColumns() },
    Entry(name: "late-reference") { _ in LateReference() },
  ]

  /// The samples that are not restored because of a known fault.
  static let knownFaults: [Entry] = [
    // The children are looked up once, before their container decodes.
    Entry(name: "made-in-decode-at-the-root") { _ in MadeInDecode(isInTab: false) },
    // The tab has no identifier when it is looked up, because its view is not loaded.
    Entry(name: "self-named-tabs") { _ in SelfNamedTabs() },
  ]
}
