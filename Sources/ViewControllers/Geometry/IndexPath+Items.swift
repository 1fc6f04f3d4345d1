// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.IndexPath

extension IndexPath {
  /// Creates the index path of an item of a collection view.
  ///
  /// - Parameters:
  ///   - item: The item's index in its section.
  ///   - section: The section's index.
  public init(item: Int, section: Int) {
    self.init(indexes: [section, item])
  }

  /// Creates the index path of a row of a table view.
  ///
  /// - Parameters:
  ///   - row: The row's index in its section.
  ///   - section: The section's index.
  public init(row: Int, section: Int) { self.init(item: row, section: section) }

  /// The row's index in its section.
  ///
  /// The path must have been created with ``init(row:section:)``.
  public var row: Int { item }

  /// The section's index.
  ///
  /// The path must have been created with ``init(item:section:)``.
  public var section: Int { self[0] }

  /// The item's index in its section.
  ///
  /// The path must have been created with ``init(item:section:)``.
  public var item: Int { self[1] }
}
