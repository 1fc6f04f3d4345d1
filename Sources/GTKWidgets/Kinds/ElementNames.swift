// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  /// Separates the names of the rows that lead to a row of a tree.
  let rowSeparator: Character = "\u{1F}"

  extension [String] {
    /// The same names in the order in which they were, those that are new behind the others.
    func arranged(as order: [String]) -> [String] {
      let names = Set(self)
      let known = order.filter(names.contains)
      let knownNames = Set(known)
      return known + filter { !knownNames.contains($0) }
    }
  }
#endif
