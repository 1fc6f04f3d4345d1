// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials

/// Tells whether a text is the one that it was, without keeping a copy of it (R207).
package struct TextDigest: Hashable, Sendable {
  private let bytes: Data

  /// Takes a text as the bytes that it is: two texts that only look the same differ.
  package init(_ text: some StringProtocol) {
    var hash = SHA256()
    hash.update(data: Array(text.utf8))
    bytes = Data(hash.finalize())
  }
}

extension TextDigest: Codable {
  package init(from decoder: any Decoder) throws {
    bytes = try decoder.singleValueContainer().decode(Data.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}
