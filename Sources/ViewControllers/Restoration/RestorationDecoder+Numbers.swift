// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension RestorationDecoder {
  /// Reads numbers that are safe to lay out and draw with.
  ///
  /// - Parameters:
  ///   - count: The expected number of values.
  ///   - key: The coding key.
  /// - Returns: `nil` if the key is absent or does not hold `count` finite numbers.
  func decodeNumbers(_ count: Int, forKey key: String) -> [Double]? {
    guard let numbers = decode([Double].self, forKey: key), numbers.count == count,
      numbers.allSatisfy(\.isFinite)
    else { return nil }
    return numbers
  }
}
