// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The objects that were invalidated since the last pass; held weakly.
struct ChangedObjects {
  private var known: [ObjectIdentifier: WeakObject] = [:]
  /// Whether an object was released and another has its identity.
  private var hasLost = false

  var isEmpty: Bool { known.isEmpty }

  mutating func insert(_ object: any StateRestoring) {
    let former = known.updateValue(WeakObject(object), forKey: ObjectIdentifier(object))
    if let former, former.object == nil { hasLost = true }
  }

  func union(_ other: ChangedObjects) -> ChangedObjects {
    var union = self
    for object in other.objects { if let object { union.insert(object) } }
    union.hasLost = hasLost || other.hasGone
    return union
  }

  var count: Int { known.count }

  /// Whether a living object was invalidated.
  func contains(_ object: AnyObject) -> Bool {
    !known.isEmpty && known[ObjectIdentifier(object)]?.object === object
  }

  /// Whether one of the objects was released.
  var hasGone: Bool { hasLost || known.values.contains { $0.object == nil } }

  /// The objects; `nil` for a released one.
  var objects: some Sequence<(any StateRestoring)?> { known.values.lazy.map(\.object) }
}

/// The conditions after the last walk that allow an incremental pass.
///
/// They do not tell whether an object was released. Releases are not announced, so each pass checks
/// some of the objects in turn.
struct SteadyState {
  /// The serial of the last object registered by then.
  var serial: UInt64
  /// The registry's ``ObjectRegistry/changes`` by then.
  let changes: Int
  let budget: PreservationBudget
  let tree: ObjectIdentifier?
  let roots: [ObjectNumber]
}
