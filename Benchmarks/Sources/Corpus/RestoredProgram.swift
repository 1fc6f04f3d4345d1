// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A program with the objects that it found on disk.
///
/// It owns them, and breaks their reference cycles when it is released.
public class RestoredProgram {
  /// The objects, in the order of their creation.
  public final var items: [Item]

  /// Creates a program with objects.
  public init(_ items: [Item]) { self.items = items }

  deinit { for item in items { item.link = nil } }

  /// The state of all objects, in the order of their corpus.
  public var states: [ItemState] { items.map { ItemState($0) } }
}
