// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The objects that were registered, under which identifier and below which parent (R87–R89).
struct ObjectRegistry {
  private struct Registration {
    weak var object: (any StateRestoring)?
    let identifier: RestorationIdentifier
    weak var parent: (any StateRestoring)?
    let hasParent: Bool
  }

  private var known: [ObjectIdentifier: Registration] = [:]
  private var order: [ObjectIdentifier] = []
  private var sizeToCleanAt = 64
  /// Counts registrations; the same count means the same objects, but for those that died.
  private(set) var registrations = 0

  /// Takes an object in; its parent is held weakly from now on (R160).
  ///
  /// Registered again, an object has its later identifier and parent only.
  mutating func register(
    _ object: any StateRestoring, as identifier: RestorationIdentifier,
    parent: (any StateRestoring)?
  ) {
    registrations += 1
    if known.count >= sizeToCleanAt { removeDeadObjects() }
    let id = ObjectIdentifier(object)
    if let dead = known[id], dead.object == nil { remove(id) }
    if known[id] == nil { order.append(id) }
    known[id] = Registration(
      object: object, identifier: identifier, parent: parent, hasParent: parent != nil)
  }

  /// Dead objects drop out (R88); an address may be used again by a new object.
  private mutating func removeDeadObjects() {
    for (id, registration) in known where registration.object == nil {
      known[id] = nil
    }
    order.removeAll { known[$0] == nil }
    sizeToCleanAt = max(64, 2 * known.count)
  }

  /// Makes place for a new object that lies in memory where a dead one lay.
  private mutating func remove(_ id: ObjectIdentifier) {
    known[id] = nil
    order.removeAll { $0 == id }
  }

  func contains(_ object: any StateRestoring) -> Bool { registration(of: object) != nil }

  /// The parent that an object names now, where that is not the one it was registered below.
  func lateParent(of object: any StateRestoring) -> (any StateRestoring)? {
    guard let registration = registration(of: object), let parent = object.restorationParent,
      parent !== registration.parent
    else { return nil }
    return parent
  }

  private func registration(of object: AnyObject) -> Registration? {
    guard let found = known[ObjectIdentifier(object)], found.object === object else {
      return nil
    }
    return found
  }

  /// All living objects, in the order they were registered.
  var objects: [any StateRestoring] { order.compactMap { known[$0]?.object } }

  /// Where a registered object lies: its parent's path, if it has one, and its identifier (R160).
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - addressOfParent: Finds the address of a parent that is not itself registered.
  /// - Returns: `nil` when the object is not registered.
  /// - Throws: The first broken link above the object.
  func address(
    of object: any StateRestoring,
    addressOfParent: (any StateRestoring) throws(BrokenLink) -> RestorationAddress
  ) throws(BrokenLink) -> RestorationAddress? {
    var identifiers: [RestorationIdentifier] = []
    var next: any StateRestoring = object
    while let registration = registration(of: next) {
      identifiers.append(registration.identifier)
      guard identifiers.count <= ArchiveLimits.pathDepth else {
        throw .parentCycle(className: archivedClassName(of: Swift.type(of: object)))
      }
      guard registration.hasParent else {
        return address(in: RestorationAddress(scene: "", kind: .object, path: .init()), identifiers)
      }
      guard let parent = registration.parent else {
        throw .parentGone(className: archivedClassName(of: Swift.type(of: next)))
      }
      next = parent
    }
    guard !identifiers.isEmpty else { return nil }
    let parent = try addressOfParent(next)
    guard parent.kind == .controller else {
      throw .invalidParent(className: archivedClassName(of: Swift.type(of: object)))
    }
    return address(in: parent, identifiers)
  }

  private func address(in parent: RestorationAddress, _ identifiers: [RestorationIdentifier])
    -> RestorationAddress
  {
    RestorationAddress(
      scene: parent.scene, kind: .object,
      path: identifiers.reversed().reduce(parent.path) { $0.appending(.identifier($1)) })
  }
}
