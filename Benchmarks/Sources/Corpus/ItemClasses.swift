// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The sixteen classes of the corpus.
public enum ItemClasses {
  /// All of them; which one an object has depends on its index alone.
  public static let all: [Item.Type] = [
    Folder.self, Document.self, Message.self, Photo.self,
    Track.self, Contact.self, Event.self, Snippet.self,
    Errand.self, Bookmark.self, Search.self, Column.self,
    Chart.self, Panel.self, Player.self, Sheet.self,
  ]

  /// By name, for codecs that archive names.
  public static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.className, $0) })
}
