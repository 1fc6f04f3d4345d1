// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension RestorationCoordinator {
  /// So many objects are looked after in a pass.
  static let watchedObjects = 64

  /// Notes what the passes to come may rely on, after a walk over all objects.
  ///
  /// - Parameters:
  ///   - pass: The walk.
  ///   - roots: What it began with.
  func settle(_ pass: PreservePass, roots: [ObjectNumber]) {
    state.steady =
      pass.isSteady
      ? SteadyState(
        serial: pass.lastSerial, changes: pass.registryChanges, budget: budget,
        tree: tree.map { ObjectIdentifier($0) }, roots: roots) : nil
    state.nextWatched = 0
  }

  /// Notes the same after a pass that looked at changes alone.
  func settleChanges(of pass: PreservePass) {
    for number in pass.gone { state.owners.forget(number) }
    for (number, object) in pass.arrived {
      state.owners.set(object, at: number, serial: state.registry.serial(of: object))
    }
    if !state.unclaimed.numbers.isEmpty { state.unclaimed.numbers.subtract(pass.arrivedNumbers) }
  }

  /// Whether so many objects have changed or come that a walk over all of them takes less than a look at
  /// these alone, which cannot go through them in the order of their records.
  var isMostlyChanged: Bool {
    let new = state.registry.serial - (state.steady?.serial ?? 0)
    let (count, all) = (state.changed.count + Int(new), state.current?.logged.objectCount ?? 0)
    return count > Self.watchedObjects && count > all / 4
  }

  /// Whether a pass can find what has changed without a walk, as far as is seen from the start.
  ///
  /// Without a tree, objects may come and go; in one, they change their contents alone.
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

  /// Where an object lies: below what it was registered with, or in the tree.
  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    if let registered = try state.registry.address(of: object, in: tree) { return registered }
    return try tree.address(of: object)
  }

  /// What makes an object at restore, as the archive names it.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - type: What the object itself says.
  /// - Returns: `nil` when nothing makes it.
  func restorationClass(
    of object: any StateRestoring, naming type: (any ObjectRestoration.Type)?
  ) -> RestorationClass? {
    if let maker = state.classes.maker(for: Swift.type(of: object)) { return maker }
    if let type { return RestorationClass(type) }
    return tree?.restorationClass(of: object)
  }

  /// Finds out whether the next launch will find what makes an object.
  ///
  /// - Parameters:
  ///   - made: What makes it, as the archive names it.
  ///   - object: The object.
  ///   - type: What the object itself says.
  /// - Returns: `false` for a name that leads nowhere.
  func canFind(
    _ made: RestorationClass, of object: any StateRestoring,
    naming type: (any ObjectRestoration.Type)?
  ) -> Bool {
    if state.classes.maker(for: Swift.type(of: object)) != nil { return true }
    return type.map { state.classes.canFind($0) }
      ?? (state.classes.restorationClass(named: made.name) != nil
        || tree?.restorationClass(named: made.name) != nil)
  }

  /// Lets an object write its state: what the tree saves of it, its properties, its own hook.
  @inline(__always)
  func encodeState(
    of object: AnyObject, _ type: ParticipantClass, in tree: (any RestorationTree)?,
    with encoder: RestorationEncoder
  ) {
    if let tree { tree.willEncode(type.participant(object), with: encoder) }
    if !type.declared.isEmpty {
      type.declared.connect(object, to: link)
      type.declared.encode(object, with: encoder)
    }
    type.encodeState(of: object, with: encoder)
  }
}
