// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension ObjectNumber {
  /// The number as an index of tables that have a place for each.
  var index: Int { Int(rawValue) }
}
