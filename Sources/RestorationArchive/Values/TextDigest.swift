// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials

/// A digest that detects changes of a text without a copy.
package struct TextDigest: Hashable, Sendable {
  private let bytes: Data

  /// Computes the digest of a text's UTF-8 bytes.
  ///
  /// Texts that only look equal have different digests.
  package init(_ text: some StringProtocol) {
    var hash = SHA256()
    hash.update(data: Array(text.utf8))
    bytes = Data(hash.finalize())
  }

  /// The first half in hexadecimal digits, for a name.
  package var name: String {
    bytes.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension TextDigest: Codable {
  /// The digest as encoding it writes it.
  package var value: ArchivedValue { .data(bytes) }

  package init(from decoder: any Decoder) throws {
    bytes = try decoder.singleValueContainer().decode(Data.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}
