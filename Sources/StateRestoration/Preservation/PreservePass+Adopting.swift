// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Takes over what a pass over changes alone has encoded before it came to its limits.
extension PreservePass {
  /// Takes an object's record over if it was encoded in this pass already.
  ///
  /// - Parameters:
  ///   - object: `nil` for the application.
  ///   - number: Its number.
  /// - Returns: `false` when the object is yet to encode.
  func adopt(_ object: AnyObject?, _ number: ObjectNumber) -> Bool {
    guard let found = earlier?.encodedByNumber[number], found.object === object else {
      return false
    }
    builder.adopt(found.record)
    for (number, object) in found.referenced {
      _ = place(of: object)
      enqueue(number, object)
    }
    trim(number)
    return true
  }
}
