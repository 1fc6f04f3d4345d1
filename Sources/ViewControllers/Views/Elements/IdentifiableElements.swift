// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.IndexPath

/// A data source whose elements carry their model identifiers.
///
/// ```swift
/// extension PhotosController: CollectionViewDataSource, IdentifiableElements {
///   func elements(in view: View) -> [[Photo]] { [photos] }
/// }
/// ```
///
/// A data source gets the numbers of sections and elements from them, too. Tables and collection
/// views on it save the elements' `id` for position and selection, and find them again wherever
/// they are now. Identifiers have to be unique in all sections and the same in
/// every launch. Looking one up takes time in proportion to the number of elements, once for each
/// selected element and one more at restore; where that is too much, adopt
/// ``DataSourceModelAssociation`` itself.
@MainActor public protocol IdentifiableElements: DataSourceModelAssociation {
  /// What an element shows.
  associatedtype Element: Identifiable where Element.ID == String

  /// What is shown now, section by section.
  ///
  /// - Parameter view: The view that asks; tells apart several views on one source.
  /// - Returns: As many sections and elements as the view was told.
  func elements(in view: View) -> [[Element]]
}

extension IdentifiableElements {
  /// The element's `id`.
  ///
  /// - Parameters:
  ///   - indexPath: The element.
  ///   - view: The view that asks.
  /// - Returns: `nil` where there is no element.
  public func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    let sections = elements(in: view)
    guard sections.indices.contains(indexPath.section),
      sections[indexPath.section].indices.contains(indexPath.item)
    else { return nil }
    return sections[indexPath.section][indexPath.item].id
  }

  /// The first element with an `id`.
  ///
  /// - Parameters:
  ///   - identifier: The `id`.
  ///   - view: The view that asks.
  /// - Returns: Where the element is now; `nil` when it is gone.
  public func indexPathForElement(withModelIdentifier identifier: String, in view: View)
    -> IndexPath?
  {
    for (section, elements) in elements(in: view).enumerated() {
      if let item = elements.firstIndex(where: { $0.id == identifier }) {
        return IndexPath(item: item, section: section)
      }
    }
    return nil
  }
}

extension TableViewDataSource where Self: IdentifiableElements {
  /// As many sections as there are elements for.
  ///
  /// - Parameter tableView: The view that asks.
  /// - Returns: The number of what ``IdentifiableElements/elements(in:)`` returns.
  public func numberOfSections(in tableView: TableView) -> Int { elements(in: tableView).count }

  /// A row for each element.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks.
  ///   - section: The section's index.
  /// - Returns: The number of elements in that section.
  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    elements(in: tableView)[section].count
  }
}

extension CollectionViewDataSource where Self: IdentifiableElements {
  /// As many sections as there are elements for.
  ///
  /// - Parameter collectionView: The view that asks.
  /// - Returns: The number of what ``IdentifiableElements/elements(in:)`` returns.
  public func numberOfSections(in collectionView: CollectionView) -> Int {
    elements(in: collectionView).count
  }

  /// An item for each element.
  ///
  /// - Parameters:
  ///   - collectionView: The view that asks.
  ///   - section: The section's index.
  /// - Returns: The number of elements in that section.
  public func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int)
    -> Int
  { elements(in: collectionView)[section].count }
}
