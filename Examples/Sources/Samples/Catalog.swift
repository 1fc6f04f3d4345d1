// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// All samples by their names.
@MainActor enum Catalog {
  struct Entry: Sendable {
    let name: String
    /// Makes the delegate; a sample may be of another version in later lives.
    let make: @MainActor @Sendable (_ life: Int) -> any Sample
  }

  /// Those that come back.
  static let samples: [Entry] = [
    Entry(name: "filled-root") { _ in FilledInViewDidLoad(.root) },
    Entry(name: "filled-tab-bar") { _ in FilledInViewDidLoad(.tabBar) },
    Entry(name: "filled-navigation") { _ in FilledInViewDidLoad(.navigation) },
    Entry(name: "filled-split") { _ in FilledInViewDidLoad(.split) },
    Entry(name: "filled-pages") { _ in FilledInViewDidLoad(.pages) },
    Entry(name: "filled-container") { _ in FilledInViewDidLoad(.container) },
    Entry(name: "filled-all-the-way-down") { _ in FilledInViewDidLoad(.nested) },
    Entry(name: "unvisited-tabs") { _ in UnvisitedTabs() },
    Entry(name: "equal-panes") { _ in EqualPanes() },
    Entry(name: "equal-tabs") { _ in EqualTabs() },
  ]

  /// Those that don't, because of a fault of the package.
  static let knownFaults: [Entry] = []
}
