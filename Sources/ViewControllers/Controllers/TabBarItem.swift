// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The text and icon of a tab.
public struct TabBarItem: Hashable, Sendable {
  /// The text of the tab.
  public var title: String

  /// The name of the host's icon beside the text.
  ///
  /// No icon is shown where the host does not have it.
  public var iconName: String?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - title: The text of the tab.
  ///   - iconName: The name of the host's icon beside it.
  public init(title: String, iconName: String? = nil) {
    self.title = title
    self.iconName = iconName
  }
}
