// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What a coordinator remembers from one pass to the next.
struct CoordinatorState {
  var registry = ObjectRegistry()
  var classes = RestorationClassTable()
  /// The strings, paths and numbers of this process's snapshots.
  var tables = SnapshotTables()
  /// The snapshot that the next one is compared with.
  var base: RestorationSnapshot?
  /// Who had which number in the last pass.
  var owners: [ObjectNumber: WeakObject] = [:]
  /// Objects that were invalidated since the last pass.
  var changed: Set<ObjectIdentifier> = []
  /// Records of the restored archive that nothing has asked for yet.
  var unclaimed: Set<ObjectNumber> = []
  /// Whether the state on disk was given up and nothing was saved since (R183).
  var hasRetired = false
}
