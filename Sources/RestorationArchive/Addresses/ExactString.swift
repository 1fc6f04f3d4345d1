// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A string that equals another only if their UTF-8 does.
///
/// Swift's own comparison takes a letter with its accent for the same, written as one scalar or as
/// two. The tables of an archive are searched by bytes, so what goes into them must be told apart
/// by bytes too: else a key written in one form could not be read back in the other.
package struct ExactString: Hashable {
  package let string: String

  package init(_ string: String) { self.string = string }

  package static func == (left: Self, right: Self) -> Bool {
    // What is the same to Swift is mostly the same in bytes.
    left.string == right.string && left.string.utf8.elementsEqual(right.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    string.hash(into: &hasher)
  }
}
