// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import StateRestoration

/// A base class with a private declared property.
///
/// Another module inherits from it.
open class Bookmark: StateRestoring {
  @Restorable private var page = 1

  /// Creates a bookmark on the first page.
  public init() {}

  /// The private property's value.
  public var shownPage: Int { page }

  /// Turns to a page.
  public func turn(to page: Int) { self.page = page }
}
