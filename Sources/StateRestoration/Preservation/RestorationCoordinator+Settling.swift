// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension RestorationCoordinator {
  /// The number of objects that a pass checks for release.
  static let watchedObjects = 64

  /// Notes what later passes may rely on, after a walk.
  ///
  /// - Parameters:
  ///   - pass: The walk.
  ///   - roots: The numbers of its roots.
  func settle(_ pass: PreservePass, roots: [ObjectNumber]) {
    state.steady =
      pass.isSteady
      ? SteadyState(
        serial: pass.lastSerial, changes: pass.registryChanges, budget: budget,
        tree: tree.map { ObjectIdentifier($0) }, roots: roots) : nil
    state.nextWatched = 0
  }

  /// Updates the owners after an incremental pass.
  func settleChanges(of pass: PreservePass) {
    for number in pass.gone { state.owners.forget(number) }
    for (number, object) in pass.arrived {
      state.owners.set(object, at: number)
    }
    if !state.unclaimed.numbers.isEmpty { state.unclaimed.numbers.subtract(pass.arrivedNumbers) }
  }

  /// Whether a walk is cheaper than an incremental pass.
  ///
  /// This is so when a large part of the objects has changed or come: an incremental pass cannot
  /// process them in the order of their records.
  var isMostlyChanged: Bool {
    let new = state.registry.serial - (state.steady?.serial ?? 0)
    let (count, all) = (state.changed.count + Int(new), state.current?.logged.objectCount ?? 0)
    return count > Self.watchedObjects && count > all / 4
  }

  /// Whether the next pass can start without a walk.
  ///
  /// Without a tree, objects may come and go. With a tree, only their contents may change.
  var isSteady: Bool {
    guard let steady = state.steady, steady.changes == state.registry.changes,
      steady.budget == budget, steady.tree == tree.map({ ObjectIdentifier($0) })
    else { return false }
    guard let tree else { return true }
    guard steady.serial == state.registry.serial,
      state.current?.knowsAllObjects(of: state.tables) == true
    else { return false }
    let roots = tree.roots
    return roots.count == steady.roots.count
      && zip(roots, steady.roots).allSatisfy { root, number in
        (try? address(of: root)).map { state.tables.number(for: $0) } == number
          && state.owners.holds(root, at: number)
      }
  }

  /// Returns an object's address.
  ///
  /// A registered object lies below its parent at registration; others lie in the tree.
  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    if let registered = try state.registry.address(of: object, in: tree) { return registered }
    return try tree.address(of: object)
  }

  /// Returns the restoration class of an object, as the archive names it.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - type: The class that the object itself names.
  /// - Returns: `nil` when no class makes it.
  func restorationClass(
    of object: any StateRestoring, naming type: (any ObjectRestoration.Type)?
  ) -> RestorationClass? {
    if let maker = state.classes.maker(for: Swift.type(of: object)) { return maker }
    if let type { return RestorationClass(type) }
    return tree?.restorationClass(of: object)
  }

  /// Checks whether the next launch can find an object's restoration class.
  ///
  /// - Parameters:
  ///   - made: The restoration class, as the archive names it.
  ///   - object: The object.
  ///   - type: The class that the object itself names.
  /// - Returns: `false` when the name leads to no class.
  func canFind(
    _ made: RestorationClass, of object: any StateRestoring,
    naming type: (any ObjectRestoration.Type)?
  ) -> Bool {
    if state.classes.maker(for: Swift.type(of: object)) != nil { return true }
    return type.map { state.classes.canFind($0) }
      ?? (state.classes.restorationClass(named: made.name) != nil
        || tree?.restorationClass(named: made.name) != nil)
  }

  /// Lets an object write its state.
  ///
  /// The tree's values for it come first, then its declared properties, then its own hook.
  @inline(__always)
  func encodeState(
    of object: any StateRestoring, _ type: ParticipantClass, in tree: (any RestorationTree)?,
    with encoder: RestorationEncoder
  ) {
    if let tree { tree.willEncode(object, with: encoder) }
    if !type.declared.isEmpty {
      type.declared.connect(object, to: link)
      type.declared.encode(object, with: encoder)
    }
    type.encodeState(of: object, with: encoder)
  }
}
