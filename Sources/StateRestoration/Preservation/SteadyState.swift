// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The objects that were invalidated since the last pass; held weakly.
struct ChangedObjects {
  private var known: [ObjectIdentifier: WeakObject] = [:]

  mutating func insert(_ object: any StateRestoring) {
    known[ObjectIdentifier(object)] = WeakObject(object)
  }

  func contains(_ object: any StateRestoring) -> Bool { known[ObjectIdentifier(object)] != nil }

  /// The objects; `nil` for one that is gone.
  var objects: some Sequence<(any StateRestoring)?> { known.values.lazy.map(\.object) }

  var identifiers: Set<ObjectIdentifier> { Set(known.keys) }
}

/// What must be as the last walk over all objects left it, for a pass to look at changes alone.
///
/// What it does not tell: that an object has gone. Nobody announces that, so that a pass looks after
/// some of those that there were, in turn.
struct SteadyState {
  fileprivate let registrations: Int
  fileprivate let budget: PreservationBudget
  fileprivate let tree: ObjectIdentifier?
  fileprivate let roots: [ObjectNumber]
  /// What the last snapshot says of objects.
  var notes: [RestorationNote]
}

extension RestorationCoordinator {
  /// So many objects are looked after in a pass.
  private static let watchedObjects = 256

  /// Notes what the passes to come may rely on, after a walk over all objects.
  ///
  /// - Parameters:
  ///   - pass: The walk.
  ///   - roots: What it began with.
  ///   - notes: What the snapshot says of objects.
  func settle(_ pass: PreservePass, roots: [ObjectNumber], notes: [RestorationNote]) {
    state.steady =
      pass.isSteady
      ? SteadyState(
        registrations: state.registry.registrations, budget: budget,
        tree: tree.map { ObjectIdentifier($0) }, roots: roots, notes: notes) : nil
    state.nextWatched = nil
  }

  /// Whether nothing but the contents of objects can have changed, as far as is seen without a walk.
  var isSteady: Bool {
    guard let steady = state.steady, steady.registrations == state.registry.registrations,
      steady.budget == budget, steady.tree == tree.map({ ObjectIdentifier($0) }),
      state.current?.knowsAllObjects(of: state.tables) == true
    else { return false }
    guard let tree else { return true }
    let roots = tree.roots
    return roots.count == steady.roots.count
      && zip(roots, steady.roots).allSatisfy { root, number in
        (try? address(of: root)).map { state.tables.number(for: $0) } == number
          && state.owners[number]?.object === root
      }
  }

  /// Whether one of the next objects in turn is gone.
  func missesWatchedObject() -> Bool {
    let owners = state.owners
    guard !owners.isEmpty else { return false }
    var next = state.nextWatched ?? owners.startIndex
    defer { state.nextWatched = next }
    for _ in 0..<min(Self.watchedObjects, owners.count) {
      if next == owners.endIndex { next = owners.startIndex }
      if owners.values[next].object == nil { return true }
      owners.formIndex(after: &next)
    }
    return false
  }

  /// Where an object lies: below what it was registered with, or in the tree.
  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    let tree = tree
    let inTree = { (object: any StateRestoring) throws(BrokenLink) -> RestorationAddress in
      guard let tree else {
        throw .notRegistered(className: archivedClassName(of: type(of: object)))
      }
      return try tree.address(of: object)
    }
    if let registered = try state.registry.address(of: object, addressOfParent: inTree) {
      return registered
    }
    return try inTree(object)
  }

  /// What makes an object of a class at restore, as the archive names it.
  func restorationClass(of object: any StateRestoring, type: AnyClass) -> RestorationClass? {
    if let maker = state.classes.maker(for: type) { return maker }
    if let type = object.objectRestorationClass { return RestorationClass(type) }
    return tree?.restorationClass(of: object)
  }

  /// Lets an object write its state: what the tree saves of it, its properties, its own hook.
  func encodeState(of object: any StateRestoring, with encoder: RestorationEncoder) {
    tree?.willEncode(object, with: encoder)
    let declared = declaredState(of: object)
    declared.connect(object, to: link)
    declared.encode(object, with: encoder)
    (object as? any StatePreserving)?.encodeRestorableState(with: encoder)
  }
}
