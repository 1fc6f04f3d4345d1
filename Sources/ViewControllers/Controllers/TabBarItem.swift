// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What a tab bar shows for one of its controllers.
public struct TabBarItem: Hashable, Sendable {
  /// The text of the tab.
  public var title: String

  /// The name of the host's icon beside the text, where the host has it.
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
