// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A string that is compared by its UTF-8 bytes.
///
/// Swift's own comparison treats an accented letter as equal whether it is written as one scalar or
/// as two. The tables of an archive are searched by bytes, so their strings must be distinguished
/// by bytes, too. Otherwise a name written in one form could not be read in the other.
package struct ExactString: Hashable {
  package let string: String

  package init(_ string: String) { self.string = string }

  package static func == (left: Self, right: Self) -> Bool {
    // Strings that Swift finds equal usually have equal bytes.
    left.string == right.string && left.string.utf8.elementsEqual(right.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    string.hash(into: &hasher)
  }
}
