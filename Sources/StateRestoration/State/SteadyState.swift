// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The objects that were invalidated since the last pass; held weakly.
struct ChangedObjects {
  private var known: [ObjectIdentifier: WeakObject] = [:]
  /// Whether an object has gone whose identity another one has taken.
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

  /// Whether an object was invalidated; it is one that lives.
  func contains(_ object: AnyObject) -> Bool {
    !known.isEmpty && known[ObjectIdentifier(object)]?.object === object
  }

  /// Whether one of the objects has gone.
  var hasGone: Bool { hasLost || known.values.contains { $0.object == nil } }

  /// The objects; `nil` for one that is gone.
  var objects: some Sequence<(any StateRestoring)?> { known.values.lazy.map(\.object) }
}

/// What must be as the last walk over all objects left it, for a pass to look at changes alone.
///
/// What it does not tell: that an object has gone. Nobody announces that, so that a pass looks after
/// some of those that there were, in turn.
struct SteadyState {
  /// The last object that was registered by then.
  var serial: UInt64
  /// How many objects had been registered again by then.
  let changes: Int
  let budget: PreservationBudget
  let tree: ObjectIdentifier?
  let roots: [ObjectNumber]
}
