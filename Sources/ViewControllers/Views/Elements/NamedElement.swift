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
typealias NamedElement = SortedElements<IndexPath, ElementName>.Element

extension ElementsView {
  /// Whether the view saves any element by index path.
  var savesRowNumbers: Bool {
    elementSource != nil && !(elementSource is any DataSourceModelAssociation)
      && (!selected.all.isEmpty || savedAnchor != nil)
  }

  /// Returns an element with its current name.
  func named(_ path: IndexPath) -> NamedElement {
    NamedElement(path: path, name: hasElement(at: path) ? names(of: [path])[0] : nil)
  }

  /// Returns the elements that new data has, with their index paths there.
  ///
  /// If several elements have a name, the one at the old index path wins.
  func following(_ elements: [NamedElement], in layout: any ElementLayout) -> [NamedElement] {
    let named = elements.filter { $0.name != nil }
    let counts = layout.elementCounts
    let there = named.filter { counts.containsElement(at: $0.path) }
    var kept: Set<IndexPath> = []
    for (element, name) in zip(there, names(of: there.map(\.path))) where element.name == name {
      kept.insert(element.path)
    }
    let moved = named.filter { !kept.contains($0.path) }
    let paths = indexPaths(of: moved.compactMap(\.name), in: layout)
    return named.compactMap { element in
      if kept.contains(element.path) { return element }
      guard let name = element.name, let path = paths[name] else { return nil }
      return NamedElement(path: path, name: name)
    }
  }

  /// Returns the current index paths of the elements that exist.
  func indexPaths(of names: [ElementName], in layout: any ElementLayout)
    -> [ElementName: IndexPath]
  {
    var identifiers: Set<String> = []
    var paths: [ElementName: IndexPath] = [:]
    for name in names {
      switch name {
      case .model(let identifier): identifiers.insert(identifier)
      case .place(let section, let item): paths[name] = IndexPath(item: item, section: section)
      }
    }
    if let source = association as? any IdentifiableElements {
      for (identifier, path) in source.indexPaths(of: identifiers, in: self) {
        paths[.model(identifier)] = path
      }
    } else if let association {
      for identifier in identifiers {
        paths[.model(identifier)] =
          association.indexPathForElement(withModelIdentifier: identifier, in: self)
      }
    }
    let counts = layout.elementCounts
    return paths.filter { counts.containsElement(at: $0.value) }
  }

  /// Returns the elements' names; `nil` where the data source gives none.
  private func names(of paths: [IndexPath]) -> [ElementName?] {
    guard elementSource != nil, !paths.isEmpty else { return paths.map { _ in nil } }
    guard let association else {
      return paths.map { .place(section: $0.section, item: $0.item) }
    }
    let identifiers =
      (association as? any IdentifiableElements)?.identifiers(at: paths, in: self)
      ?? paths.map { association.modelIdentifierForElement(at: $0, in: self) }
    return identifiers.map { $0.map { .model($0) } }
  }

  /// The data source, if it names elements and the view saves state.
  private var association: (any DataSourceModelAssociation)? {
    restorationIdentifier == nil ? nil : elementSource as? any DataSourceModelAssociation
  }
}
