// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// One walk over everything that is preserved: roots first, then what records refer to.
///
/// The pointer table that turns objects into numbers lives as long as the pass.
final class PreservePass: ReferenceEncoding, DiagnosticSink {
  private let builder: SnapshotBuilder
  private let registry: ObjectRegistry
  private let classes: RestorationClassTable
  private let tree: (any RestorationTree)?
  /// Objects to encode anew; `nil` encodes all (R30).
  private let changed: Set<ObjectIdentifier>?
  /// Who had which number in the pass before.
  private let known: [ObjectNumber: WeakObject]

  private(set) var report: PreservationReport
  private(set) var owners: [ObjectNumber: WeakObject] = [:]

  private var numbers: [ObjectIdentifier: ObjectNumber?] = [:]
  private var queue: [(number: ObjectNumber, object: (any StateRestoring)?)] = []
  private var next = 0
  private var holder = "the application"

  init(
    builder: SnapshotBuilder, coordinatorState: CoordinatorState, tree: (any RestorationTree)?,
    reason: PreservationReason, everything: Bool
  ) {
    self.builder = builder
    registry = coordinatorState.registry
    classes = coordinatorState.classes
    known = coordinatorState.owners
    changed = everything ? nil : coordinatorState.changed
    self.tree = tree
    report = PreservationReport(reason: reason)
  }

  // MARK: The application record

  /// Lets the application's hooks write the record they share (R4), and queues what they refer to.
  ///
  /// - Parameter body: The hooks; `false` ends the pass.
  /// - Returns: What the body returned.
  func encodeApplication(_ body: (RestorationEncoder) -> Bool) -> Bool {
    let encoder = builder.begin(
      builder.tables.number(for: .application), className: "Application", restorationClass: nil,
      schemaVersion: 1, prerequisite: nil, references: self)
    let isAllowed = body(encoder)
    end(encoder, address: .application)
    return isAllowed
  }

  // MARK: Objects

  /// Encodes the roots and everything they lead to.
  ///
  /// - Parameters:
  ///   - roots: What to begin with.
  ///   - unclaimed: Records to carry that nobody has asked for since launch.
  /// - Returns: The numbers of the roots.
  func run(roots: [any StateRestoring], unclaimed: Set<ObjectNumber>) -> [ObjectNumber] {
    let rootNumbers = roots.compactMap { number(for: $0, key: "") }
    drain()
    for number in unclaimed.sorted() where !builder.hasRecord(number) {
      carry(number, as: .unclaimed)
    }
    drain()
    for object in registry.objects where numbers[ObjectIdentifier(object)] == nil {
      guard let address = try? address(of: object) else { continue }
      report.outcomes.append(.init(address: address, result: .unreached))
      report.diagnostics.append(
        "\(address): registered, but no preserved object refers to it, so it is left out")
    }
    return rootNumbers
  }

  private func drain() {
    while next < queue.count {
      let (number, object) = queue[next]
      next += 1
      if builder.hasRecord(number) { continue }
      if let object {
        if !canCarry(object, number) || !carry(number, as: .carried, ifReferences: isCurrent) {
          encode(object, number)
        }
      } else {
        carry(number, as: .carried)
      }
    }
  }

  private func canCarry(_ object: any StateRestoring, _ number: ObjectNumber) -> Bool {
    guard let changed else { return false }
    return !changed.contains(ObjectIdentifier(object)) && known[number]?.object === object
  }

  /// Whether the object that had a number in the pass before has it still: an object that has moved
  /// has another address and so another number, and who refers to it must encode again (R35).
  private func isCurrent(_ number: ObjectNumber) -> Bool {
    guard let object = known[number]?.object as? any StateRestoring else { return true }
    if let found = numbers[ObjectIdentifier(object)] { return found == number }
    guard let address = try? address(of: object) else { return false }
    return builder.tables.number(for: address) == number
  }

  @discardableResult
  private func carry(
    _ number: ObjectNumber, as result: PreservationReport.Result,
    ifReferences isCurrent: (ObjectNumber) -> Bool = { _ in true }
  ) -> Bool {
    guard let references = builder.carry(number, ifReferences: isCurrent) else { return false }
    for reference in references {
      enqueue(reference, known[reference]?.object as? any StateRestoring)
    }
    owners[number] = known[number]
    note(number, result)
    return true
  }

  private func encode(_ object: any StateRestoring, _ number: ObjectNumber) {
    let type = Swift.type(of: object)
    holder = archivedClassName(of: type)
    let prerequisite = tree?.prerequisite(of: object).flatMap { self.number(for: $0, key: "") }
    let encoder = builder.begin(
      number, className: archivedClassName(of: type),
      restorationClass: restorationClass(of: object, type: type)?.name,
      schemaVersion: (type as? any StatePreserving.Type)?.schemaVersion ?? 1,
      prerequisite: prerequisite, references: self)
    tree?.willEncode(object, with: encoder)
    (object as? any StatePreserving)?.encodeRestorableState(with: encoder)
    owners[number] = WeakObject(object)
    end(encoder, address: nil)
    note(number, .encoded)
  }

  private func end(_ encoder: RestorationEncoder, address: RestorationAddress?) {
    for key in encoder.ignoredReservedKeys {
      diagnose(
        "key \(key) is reserved; the value was ignored, use another key", number: encoder.number)
    }
    for failure in encoder.failures { diagnose(failure, number: encoder.number) }
    builder.end(encoder)
  }

  private func note(_ number: ObjectNumber, _ result: PreservationReport.Result) {
    guard let address = builder.tables.address(of: number) else { return }
    report.outcomes.append(.init(address: address, result: result))
  }

  private func restorationClass(of object: any StateRestoring, type: AnyClass)
    -> RestorationClass?
  {
    if let maker = classes.maker(for: type) { return maker }
    guard
      let found = object.objectRestorationClass.map({ RestorationClass($0) })
        ?? tree?.restorationClass(of: object)
    else { return nil }
    let isFound =
      classes.maker(named: found.name) != nil
      || RestorationClassTable.objectRestoration(named: found.name) != nil
      || tree?.restorationClass(named: found.name) != nil
    if !isFound {
      report.diagnostics.append(
        "the restoration class \(found.name) cannot be found by its name, since it is nested, "
          + "private, generic or no class; register it with register(_:name:make:)")
    }
    return found
  }

  // MARK: References

  func number(for object: AnyObject, key: String) -> ObjectNumber? {
    if let found = numbers[ObjectIdentifier(object)] { return found }
    guard let object = object as? any StateRestoring else { return nil }
    do throws(BrokenLink) {
      let number = builder.tables.number(for: try address(of: object))
      numbers[ObjectIdentifier(object)] = number
      enqueue(number, object)
      return number
    } catch {
      numbers[ObjectIdentifier(object)] = .some(nil)
      if !key.isEmpty {
        report.diagnostics.append(
          "\(holder), key \(key): the reference is written as nil, because \(error)")
      } else {
        report.diagnostics.append(
          "\(archivedClassName(of: type(of: object))) is left out: \(error)")
      }
      return nil
    }
  }

  private func enqueue(_ number: ObjectNumber, _ object: (any StateRestoring)?) {
    if let object, let first = claimants[number], first !== object {
      let address = builder.tables.address(of: number)
      report.diagnostics.append(
        "\(address?.description ?? ""): \(archivedClassName(of: type(of: first))) and "
          + "\(archivedClassName(of: type(of: object))) have the same path; the first is saved, "
          + "give them different identifiers")
      return
    }
    if let object {
      claimants[number] = object
      if numbers[ObjectIdentifier(object)] == nil { numbers[ObjectIdentifier(object)] = number }
    }
    queue.append((number, object))
  }

  private var claimants: [ObjectNumber: any StateRestoring] = [:]

  private func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    if let registered = try registry.address(of: object, addressOfParent: addressInTree) {
      return registered
    }
    return try addressInTree(object)
  }

  private func addressInTree(_ object: any StateRestoring) throws(BrokenLink)
    -> RestorationAddress
  {
    guard let tree else {
      throw .notRegistered(className: archivedClassName(of: type(of: object)))
    }
    return try tree.address(of: object)
  }

  func diagnose(_ message: String, number: ObjectNumber) {
    let address = builder.tables.address(of: number)
    report.diagnostics.append("\(address?.description ?? ""): \(message)")
  }
}

/// An object that the engine remembers without owning it.
struct WeakObject {
  weak var object: AnyObject?
  init(_ object: AnyObject) { self.object = object }
}
