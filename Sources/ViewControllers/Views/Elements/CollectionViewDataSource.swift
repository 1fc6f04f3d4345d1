// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.IndexPath

/// Where a collection view gets its elements from.
@MainActor public protocol CollectionViewDataSource: AnyObject {
  /// The number of sections.
  ///
  /// - Parameter collectionView: The view that asks.
  /// - Returns: At least 0; the default implementation says 1.
  func numberOfSections(in collectionView: CollectionView) -> Int

  /// The number of items in a section.
  ///
  /// - Parameters:
  ///   - collectionView: The view that asks.
  ///   - section: The section's index.
  /// - Returns: At least 0.
  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int

  /// A cell for an element that comes into sight.
  ///
  /// - Parameters:
  ///   - collectionView: The view that asks; get the cell from its
  ///     ``ElementsView/dequeueReusableCell(_:)``.
  ///   - indexPath: The element.
  /// - Returns: A cell that shows the element.
  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
    -> CollectionViewCell
}

extension CollectionViewDataSource {
  /// One section.
  ///
  /// - Parameter collectionView: The view that asks.
  /// - Returns: 1.
  public func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
}

/// Who is told what the user does in a collection view.
@MainActor public protocol CollectionViewDelegate: AnyObject {
  /// The user selected an item.
  ///
  /// - Parameters:
  ///   - collectionView: The view.
  ///   - indexPath: The item.
  func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath)
}

/// Maps elements to names that stay the same while the data changes.
///
/// A table or collection view whose data source adopts this saves model identifiers; otherwise it
/// saves index paths. Asked only for views with a restoration identifier, and only for the first
/// visible and every selected element.
@MainActor public protocol DataSourceModelAssociation: AnyObject {
  /// The lasting name of an element.
  ///
  /// - Parameters:
  ///   - indexPath: The element.
  ///   - view: The view that asks; tells apart several views on one source.
  /// - Returns: A name unique within the source; `nil` leaves the element out.
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String?

  /// The element that has a name now.
  ///
  /// - Parameters:
  ///   - identifier: What ``modelIdentifierForElement(at:in:)`` returned when state was saved.
  ///   - view: The view that asks.
  /// - Returns: Where the element is now; `nil` when it is gone.
  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath?
}
