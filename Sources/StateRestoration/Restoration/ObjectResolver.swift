// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Finds or makes the object for a record: the one place that knows the order of the four steps.
///
/// ① the restoration class, whose `nil` is final (R67); ② the delegate (R68); ③ an object that
/// exists at the path (R69); ④ the storyboard (R70). Windows are found, else the delegate makes them
/// (R163); views are only ever found (R172).
final class ObjectResolver {
  private enum State {
    /// A step is running for it; asking again from inside gets nothing (R165).
    case resolving
    case obtained(any StateRestoring)
    case failed(RestorationReport.Result)
  }

  private unowned let pass: RestorePass
  private var states: [ObjectNumber: State] = [:]

  private var snapshot: RestorationSnapshot { pass.snapshot }
  private var coordinator: RestorationCoordinator { pass.coordinator }

  init(pass: RestorePass) { self.pass = pass }

  /// The object of a record, if it was obtained; does not try.
  func obtained(_ number: ObjectNumber) -> (any StateRestoring)? {
    if case .obtained(let object) = states[number] { object } else { nil }
  }

  /// Why the object of a record was not obtained.
  func failure(_ number: ObjectNumber) -> RestorationReport.Result? {
    if case .failed(let result) = states[number] { result } else { nil }
  }

  /// Gives the object of a record that was obtained elsewhere.
  func supply(_ object: any StateRestoring, as number: ObjectNumber) {
    states[number] = .obtained(object)
  }

  /// The object of a record, obtaining it and what it depends on if that was not tried yet (R58).
  ///
  /// - Parameter number: The record.
  /// - Returns: `nil` when it was dropped, or is being looked up right now.
  func object(_ number: ObjectNumber) -> (any StateRestoring)? {
    switch states[number] {
    case .obtained(let object): return object
    case .failed: return nil
    case .resolving:
      pass.note(
        "asked for while it is being made; the inner request gets nil",
        about: snapshot.address(of: number))
      return nil
    case nil: break
    }
    guard let record = try? snapshot.record(number) else { return nil }
    states[number] = .resolving
    switch obtain(record) {
    case .success(let object):
      states[number] = .obtained(object)
      return object
    case .failure(let failure):
      // A view may be there later, when its controller's view has loaded.
      states[number] = record.address.kind == .view ? nil : .failed(failure.result)
      if case .dropped(let reason) = failure.result { pass.note(reason, about: record.address) }
      return nil
    }
  }

  private struct Failure: Error { var result: RestorationReport.Result }

  private func dropped(_ reason: String) -> Failure { Failure(result: .dropped(reason)) }

  private func obtain(_ record: ObjectRecord) -> Result<any StateRestoring, Failure> {
    let address = record.address
    if address.kind == .window { return window(record) }
    if address.kind == .view {
      guard let found = coordinator.tree?.existingObject(at: address) else {
        return .failure(dropped("no view with this path exists; it is found, not made"))
      }
      return .success(found)
    }
    for (dependency, relation) in dependencies(of: record) where object(dependency) == nil {
      let name = snapshot.address(of: dependency)?.description ?? "?"
      return .failure(dropped("\(relation) \(name) was dropped"))
    }
    return lookUp(record)
  }

  /// A window that launch code has not made is asked of the delegate (R163).
  private func window(_ record: ObjectRecord) -> Result<any StateRestoring, Failure> {
    let (tree, address) = (coordinator.tree, record.address)
    let found =
      tree?.existingObject(at: address)
      ?? withDecoder(record) { tree?.delegateObject(at: address, coder: $0) }
    guard let found else {
      return .failure(dropped("launch code made no such window, and the delegate returned nil"))
    }
    return .success(adopt(found, record, restorationClass: nil))
  }

  /// What has to be there first: the nearest archived ancestor and the prerequisite (R58, R62, R184).
  private func dependencies(of record: ObjectRecord) -> [(ObjectNumber, String)] {
    let ancestor = ancestor(of: record.address).map { ($0, "above it,") }
    let prerequisite = record.prerequisite.map { ($0, "it depends on") }
    return [ancestor, prerequisite].compactMap(\.self)
  }

  private func ancestor(of address: RestorationAddress) -> ObjectNumber? {
    var components = address.path.components
    while !components.isEmpty {
      components.removeLast()
      for kind in [ObjectKind.controller, .object] {
        let candidate = RestorationAddress(
          scene: address.scene, kind: kind, path: RestorationPath(components))
        if let number = snapshot.number(at: candidate) { return number }
      }
    }
    return nil
  }

  // MARK: The four steps

  private func lookUp(_ record: ObjectRecord) -> Result<any StateRestoring, Failure> {
    let address = record.address
    var tried: [String] = []
    let existing = existingObject(at: address)

    if let name = record.restorationClass {
      if let restorationClass = restorationClass(named: name) {
        let made = withDecoder(record) { restorationClass.make(address.path.identifiers, $0) }
        guard let made else {
          return .failure(dropped("its restoration class \(name) returned nil"))
        }
        if let existing, existing !== made {
          pass.note(
            "two for the price of one: its restoration class \(name) returned a new object, "
              + "but one exists at this path already; return that one, or set no restoration class",
            about: address)
        }
        return .success(adopt(made, record, restorationClass: restorationClass))
      }
      let reason = "its restoration class \(name) cannot be found by that name"
      pass.note(reason + "; register it, or declare the name in formerNames", about: address)
      tried.append("① " + reason)
    } else {
      tried.append("① it has no restoration class")
    }

    if address.kind == .controller, let tree = coordinator.tree {
      if let given = withDecoder(record, { tree.delegateObject(at: address, coder: $0) }) {
        return .success(adopt(given, record, restorationClass: nil))
      }
      tried.append("② the delegate returned nil")
    }
    if let existing = existing ?? existingObject(at: address) {
      return .success(adopt(existing, record, restorationClass: nil))
    }
    tried.append("③ none exists at this path")
    if address.kind == .controller, let tree = coordinator.tree {
      if let made = withDecoder(record, { tree.storyboardObject(at: address, coder: $0) }) {
        return .success(adopt(made, record, restorationClass: nil))
      }
      tried.append("④ it came from no storyboard")
      return .failure(dropped("no step could make it: " + tried.joined(separator: ", ")))
    }
    // Any other object may still be registered, now or after launch.
    return .failure(Failure(result: .unclaimed))
  }

  private func existingObject(at address: RestorationAddress) -> (any StateRestoring)? {
    address.kind == .object
      ? coordinator.registeredObject(at: address) : coordinator.tree?.existingObject(at: address)
  }

  private func restorationClass(named name: String) -> RestorationClass? {
    coordinator.maker(named: name) ?? RestorationClassTable.objectRestoration(named: name)
      ?? coordinator.tree?.restorationClass(named: name)
  }

  private func withDecoder(
    _ record: ObjectRecord, _ body: (RestorationDecoder) -> (any StateRestoring)?
  ) -> (any StateRestoring)? {
    let decoder = RestorationDecoder(snapshot: snapshot, record: record, references: pass)
    defer { decoder.finish() }
    let object = body(decoder)
    for mismatch in decoder.mismatches { pass.note(mismatch, about: record.address) }
    return object
  }

  /// Gives the object the identity it was looked up under, if it has none (R24, R167).
  private func adopt(
    _ object: any StateRestoring, _ record: ObjectRecord, restorationClass: RestorationClass?
  ) -> any StateRestoring {
    let address = record.address
    guard address.kind == .object else {
      coordinator.tree?.adopt(object, at: address, restorationClass: restorationClass)
      return object
    }
    if !coordinator.isRegistered(object),
      let identifier = address.path.identifiers.last.flatMap(RestorationIdentifier.init)
    {
      let parent = object.restorationParent ?? ancestor(of: address).flatMap { obtained($0) }
      coordinator.register(object, as: identifier, parent: parent)
    }
    return object
  }
}
