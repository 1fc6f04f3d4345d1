// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import struct Foundation.IndexPath

/// How an element is called in saved state.
enum ElementName: Hashable, Codable {
  /// The data source's own name for it.
  case model(String)
  /// Its place, where the data source has no names.
  case place(section: Int, item: Int)
}

/// An element that was selected or scrolled to, with the name it had then.
///
/// At a reload the data is already another one, and the element's place may be another one's.
struct NamedElement: Hashable {
  var path: IndexPath
  /// `nil` when the data source gave it none.
  var name: ElementName?
}

extension ElementsView {
  /// Whether anything is saved by the place that it has in the data.
  var savesRowNumbers: Bool {
    elementSource != nil && !(elementSource is any DataSourceModelAssociation)
      && (!selectedElements.isEmpty || savedAnchor != nil)
  }

  /// An element with its present name.
  func named(_ path: IndexPath) -> NamedElement {
    let isThere = elementLayout(keepingElementsOf: nil).containsElement(at: path)
    return NamedElement(path: path, name: isThere ? name(of: path) : nil)
  }

  /// Where the element is in other data; `nil` when it is not there.
  ///
  /// Of several with one name, the one in the same place.
  func indexPath(following element: NamedElement, in layout: any ElementLayout) -> IndexPath? {
    guard let name = element.name else { return nil }
    let isThere = layout.containsElement(at: element.path) && self.name(of: element.path) == name
    return isThere ? element.path : indexPath(of: name, in: layout)
  }

  /// Where the element is now; `nil` when it is not there.
  func indexPath(of element: ElementName, in layout: any ElementLayout) -> IndexPath? {
    let place: IndexPath? =
      switch element {
      case .model(let identifier):
        (elementSource as? any DataSourceModelAssociation)?
          .indexPathForElement(withModelIdentifier: identifier, in: self)
      case .place(let section, let item):
        IndexPath(item: item, section: section)
      }
    return place.flatMap { layout.containsElement(at: $0) ? $0 : nil }
  }

  /// The element's name; `nil` when the data source gives it none.
  private func name(of indexPath: IndexPath) -> ElementName? {
    guard let elementSource else { return nil }
    guard let association = elementSource as? any DataSourceModelAssociation else {
      return .place(section: indexPath.section, item: indexPath.item)
    }
    return association.modelIdentifierForElement(at: indexPath, in: self)
      .map { .model($0) }
  }
}
