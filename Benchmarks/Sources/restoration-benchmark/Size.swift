// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring

/// A number of objects, and its name in figures.
struct Size {
  /// The number in figure names, such as 10,000.
  ///
  /// A quick run has fewer objects and the same names.
  let name: Int
  /// The number of objects.
  let count: Int

  init(_ name: Int, isQuick: Bool) {
    (self.name, count) = (name, isQuick ? max(10, name / 100) : name)
  }

  /// The name for readers.
  var text: String { NumberText.short(Double(name)) }
}
