// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.IndexPath

/// Maps elements to names that stay valid while the data changes.
///
/// A table or collection view saves model identifiers if its data source adopts this protocol, and
/// index paths otherwise. It asks only for the first visible element and the selected elements, and
/// after a reload for the elements that are now in their places. A view without a restoration
/// identifier asks for none, and loses its selection at a reload.
@MainActor public protocol DataSourceModelAssociation: AnyObject {
  /// Returns the lasting name of an element.
  ///
  /// - Parameters:
  ///   - indexPath: The element.
  ///   - view: The view that asks; distinguishes several views of one source.
  /// - Returns: A name unique within the source; `nil` leaves the element out.
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String?

  /// Returns the current index path of the element with a name.
  ///
  /// - Parameters:
  ///   - identifier: The value that ``modelIdentifierForElement(at:in:)`` returned when state was
  ///     saved.
  ///   - view: The view that asks.
  /// - Returns: The element's index path now; `nil` if it is gone.
  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath?
}

/// A data source whose elements carry their model identifiers.
///
/// ```swift
/// extension PhotosController: CollectionViewDataSource, IdentifiableElements {
///   func elements(in view: View) -> [[Photo]] { [photos] }
/// }
/// ```
///
/// A data source also gets the numbers of sections and elements from them. Its tables and
/// collection views save the elements' `id` for position and selection, and find the elements again
/// wherever they are later. Identifiers have to be unique across all sections and stable between
/// launches. Finding elements by `id` takes time proportional to the number of elements. Restoring
/// does that once for all selected elements and once for the first visible one; a reload does it
/// when any of them has moved or is gone. If that is too slow, adopt ``DataSourceModelAssociation``
/// directly.
@MainActor public protocol IdentifiableElements: DataSourceModelAssociation {
  /// The type of an element.
  associatedtype Element: Identifiable where Element.ID == String

  /// Returns the elements shown now, section by section.
  ///
  /// - Parameter view: The view that asks; distinguishes several views of one source.
  /// - Returns: Sections and elements, in the numbers that the view was given.
  func elements(in view: View) -> [[Element]]
}

extension IdentifiableElements {
  /// Returns the element's `id`.
  ///
  /// - Parameters:
  ///   - indexPath: The element.
  ///   - view: The view that asks.
  /// - Returns: `nil` if there is no element.
  public func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    identifiers(at: [indexPath], in: view)[0]
  }

  /// Returns the `id` at each index path; `nil` without an element.
  func identifiers(at paths: [IndexPath], in view: View) -> [String?] {
    let sections = elements(in: view)
    return paths.map { path in
      guard sections.indices.contains(path.section),
        sections[path.section].indices.contains(path.item)
      else { return nil }
      return sections[path.section][path.item].id
    }
  }

  /// Returns the index path of the first element with an `id`.
  ///
  /// - Parameters:
  ///   - identifier: The `id`.
  ///   - view: The view that asks.
  /// - Returns: The element's index path now; `nil` if it is gone.
  public func indexPathForElement(withModelIdentifier identifier: String, in view: View)
    -> IndexPath?
  {
    indexPaths(of: [identifier], in: view)[identifier]
  }

  /// Returns the first element with each `id`, in one pass.
  func indexPaths(of identifiers: Set<String>, in view: View) -> [String: IndexPath] {
    var (missing, found) = (identifiers, [String: IndexPath]())
    guard !missing.isEmpty else { return found }
    for (section, elements) in elements(in: view).enumerated() {
      for (item, element) in elements.enumerated() {
        guard let identifier = missing.remove(element.id) else { continue }
        found[identifier] = IndexPath(item: item, section: section)
        if missing.isEmpty { return found }
      }
    }
    return found
  }
}

extension TableViewDataSource where Self: IdentifiableElements {
  /// Returns the number of sections of elements.
  ///
  /// - Parameter tableView: The view that asks.
  /// - Returns: The number of sections that ``IdentifiableElements/elements(in:)`` returns.
  public func numberOfSections(in tableView: TableView) -> Int { elements(in: tableView).count }

  /// Returns one row for each element.
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
  /// Returns the number of sections of elements.
  ///
  /// - Parameter collectionView: The view that asks.
  /// - Returns: The number of sections that ``IdentifiableElements/elements(in:)`` returns.
  public func numberOfSections(in collectionView: CollectionView) -> Int {
    elements(in: collectionView).count
  }

  /// Returns one item for each element.
  ///
  /// - Parameters:
  ///   - collectionView: The view that asks.
  ///   - section: The section's index.
  /// - Returns: The number of elements in that section.
  public func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int)
    -> Int
  { elements(in: collectionView)[section].count }
}
