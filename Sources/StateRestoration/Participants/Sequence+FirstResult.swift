// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension Sequence {
  /// Returns the first result of a closure that is not `nil`.
  ///
  /// The closure runs once for each element up to that one. With a lazy collection it would run
  /// again for the found element, and a search down a tree would pay for that at every level.
  package func firstResult<Result>(_ body: (Element) throws -> Result?) rethrows -> Result? {
    for element in self {
      if let result = try body(element) { return result }
    }
    return nil
  }
}
