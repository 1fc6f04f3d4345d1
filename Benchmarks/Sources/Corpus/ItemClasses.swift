// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The sixteen classes of the corpus.
public enum ItemClasses {
  /// All sixteen; the object's index alone determines its class.
  public static let all: [Item.Type] = [
    FolderController.self, DocumentController.self, MessageController.self,
    PhotoController.self, TrackController.self, ContactController.self,
    EventController.self, SnippetController.self, ErrandController.self,
    BookmarkController.self, SearchController.self, ColumnController.self,
    ChartController.self, PanelController.self, PlayerController.self,
    SheetController.self,
  ]

  /// The classes by name, for codecs that archive names.
  public static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.className, $0) })
}
