// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension RestorationDecoder {
  /// Reads numbers that are safe to lay out and draw with.
  ///
  /// - Parameters:
  ///   - count: How many there must be.
  ///   - key: The key they were written under.
  /// - Returns: `nil` when the key is absent or holds anything but so many finite numbers.
  func decodeNumbers(_ count: Int, forKey key: String) -> [Double]? {
    guard let numbers = decode([Double].self, forKey: key), numbers.count == count,
      numbers.allSatisfy(\.isFinite)
    else { return nil }
    return numbers
  }
}
