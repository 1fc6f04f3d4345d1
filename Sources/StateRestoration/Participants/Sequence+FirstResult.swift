// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension Sequence {
  /// The first result of a closure that is not `nil`.
  ///
  /// The closure runs once for each element up to that one; with a lazy collection it runs again for what it
  /// finds, which a search that goes down a tree pays at every level.
  package func firstResult<Result>(_ body: (Element) throws -> Result?) rethrows -> Result? {
    for element in self {
      if let result = try body(element) { return result }
    }
    return nil
  }
}
