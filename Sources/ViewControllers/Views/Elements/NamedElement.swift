// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import struct Foundation.IndexPath

/// The name of an element in saved state.
enum ElementName: Hashable, Codable {
  /// The data source's model identifier.
  case model(String)
  /// The index path, if the data source gives no names.
  case place(section: Int, item: Int)
}

/// A selected or first visible element and its name then.
///
/// At a reload the data has already changed, and another element may be at the element's index
/// path.
struct NamedElement: Hashable {
  var path: IndexPath
  /// The name; `nil` if the data source gave none.
  var name: ElementName?
}

extension ElementsView {
  /// Whether the view saves any element by index path.
  var savesRowNumbers: Bool {
    elementSource != nil && !(elementSource is any DataSourceModelAssociation)
      && (!selectedElements.isEmpty || savedAnchor != nil)
  }

  /// Returns an element with its current name.
  func named(_ path: IndexPath) -> NamedElement {
    let isThere = elementLayout(keepingElementsOf: nil).containsElement(at: path)
    return NamedElement(path: path, name: isThere ? name(of: path) : nil)
  }

  /// Returns the element's index path in new data, or `nil`.
  ///
  /// If several elements have the name, the one at the old index path wins.
  func indexPath(following element: NamedElement, in layout: any ElementLayout) -> IndexPath? {
    guard let name = element.name else { return nil }
    let isThere = layout.containsElement(at: element.path) && self.name(of: element.path) == name
    return isThere ? element.path : indexPath(of: name, in: layout)
  }

  /// Returns the element's current index path, or `nil`.
  func indexPath(of element: ElementName, in layout: any ElementLayout) -> IndexPath? {
    let place: IndexPath? =
      switch element {
      case .model(let identifier):
        association?.indexPathForElement(withModelIdentifier: identifier, in: self)
      case .place(let section, let item):
        IndexPath(item: item, section: section)
      }
    return place.flatMap { layout.containsElement(at: $0) ? $0 : nil }
  }

  /// Returns the element's name; `nil` if the data source gives none.
  private func name(of indexPath: IndexPath) -> ElementName? {
    guard elementSource != nil else { return nil }
    guard let association else {
      return .place(section: indexPath.section, item: indexPath.item)
    }
    return association.modelIdentifierForElement(at: indexPath, in: self)
      .map { .model($0) }
  }

  /// The data source, if it names elements and the view saves state.
  private var association: (any DataSourceModelAssociation)? {
    restorationIdentifier == nil ? nil : elementSource as? any DataSourceModelAssociation
  }
}
