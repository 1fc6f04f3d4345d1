// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring

/// A number of objects, under the name that figures have.
struct Size {
  /// Such as 10,000: figures are named after it, also by a quick run.
  let name: Int
  /// How many objects there are.
  let count: Int

  init(_ name: Int, isQuick: Bool) {
    (self.name, count) = (name, isQuick ? max(10, name / 100) : name)
  }

  /// The name for a reader.
  var text: String { NumberText.short(Double(name)) }
}
