// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// A link from an object to another that it names.
struct ObjectLink: Hashable {
  /// The reason why one object names another.
  enum Kind: Hashable {
    /// A value refers to it.
    case reference
    /// It must be restored first.
    case prerequisite
  }

  /// Indices into an ``ObjectForest``.
  let from: Int
  let to: Int
  let kind: Kind
  /// The names of the referring values, in the order of writing.
  var keys: [String] = []
}

extension ObjectForest {
  /// Returns the links between objects, in the order of their sources.
  ///
  /// There is one link for each pair and kind.
  func links(in snapshot: RestorationSnapshot) -> [ObjectLink] {
    var links: [ObjectLink] = []
    for (from, node) in nodes.enumerated() {
      guard let record = node.record else { continue }
      var places: [ObjectNumber: Int] = [:]
      func link(to number: ObjectNumber, under key: String?) {
        guard let to = self[number] else { return }
        let place = places[number] ?? links.count
        if place == links.count {
          places[number] = place
          links.append(ObjectLink(from: from, to: to, kind: .reference))
        }
        if let key, links[place].keys.last != key { links[place].keys.append(key) }
      }
      for entry in (try? snapshot.values(of: record)) ?? [] {
        entry.value.forEachReference { link(to: $0, under: entry.key) }
      }
      for number in record.references where places[number] == nil { link(to: number, under: nil) }
      if let to = record.prerequisite.flatMap({ self[$0] }) {
        links.append(ObjectLink(from: from, to: to, kind: .prerequisite))
      }
    }
    return links
  }
}

extension ArchivedValue {
  /// Calls a closure for each reference in a value, in order.
  func forEachReference(_ action: (ObjectNumber) -> Void) {
    switch self {
    case .reference(let number): action(number)
    case .array(let elements): for element in elements { element.forEachReference(action) }
    case .dictionary(let entries): for entry in entries { entry.value.forEachReference(action) }
    default: break
    }
  }
}

extension ObjectKind {
  /// The kind as a word for sentences and class names.
  var word: String { "\(self)" }
}
