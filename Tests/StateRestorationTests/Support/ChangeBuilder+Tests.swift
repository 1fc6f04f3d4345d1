// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

extension ChangeBuilder {
  /// Creates a builder for a first state.
  convenience init(tables: SnapshotTables = SnapshotTables()) {
    self.init(
      tables: tables, base: nil,
      origin: RecordOrigin(
        applicationVersion: "1", systemVersion: "12", idiom: .headless, timestamp: Date()))
  }
}
