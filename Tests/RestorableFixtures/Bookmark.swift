// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import StateRestoration

/// A class with a private declared property, to inherit from in another module.
open class Bookmark: StateRestoring {
  @Restorable private var page = 1

  /// Creates a bookmark on the first page.
  public init() {}

  /// What the private property holds.
  public var shownPage: Int { page }

  /// Turns pages.
  public func turn(to page: Int) { self.page = page }
}
