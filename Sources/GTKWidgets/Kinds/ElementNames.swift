// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// Separates the names on the path to a row of a tree.
  let rowSeparator: Character = "\u{1F}"

  extension [String] {
    /// Returns the names in a given order; new names come last.
    func arranged(as order: [String]) -> [String] {
      let names = Set(self)
      let known = order.filter(names.contains)
      let knownNames = Set(known)
      return known + filter { !knownNames.contains($0) }
    }
  }
#endif
