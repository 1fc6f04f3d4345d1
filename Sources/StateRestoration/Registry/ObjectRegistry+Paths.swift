// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension ObjectRegistry {
  /// Returns a registered object's address: its parent's path and its identifier.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - tree: Gives the addresses of parents that are not registered.
  /// - Returns: `nil` when the object is not registered.
  /// - Throws: The first broken link above the object.
  func address(of object: any StateRestoring, in tree: (any RestorationTree)?)
    throws(BrokenLink) -> RestorationAddress?
  {
    let (identifiers, parent) = try way(to: object)
    guard !identifiers.isEmpty else { return nil }
    guard let parent else {
      return address(in: RestorationAddress(scene: "", kind: .object, path: .init()), identifiers)
    }
    let above = try tree.address(of: parent)
    guard above.kind == .controller else {
      throw .invalidParent(className: archivedClassName(of: Swift.type(of: object)))
    }
    return address(in: above, identifiers)
  }

  /// Returns the addresses at which earlier versions saved a registered object.
  func formerAddresses(of object: any StateRestoring, in tree: (any RestorationTree)?)
    -> [RestorationAddress]
  {
    var paths = FormerPaths()
    var next: any StateRestoring = object
    var depth = 0
    while let index = index(of: next) {
      paths.add(next, as: rows[index].identifier)
      depth += 1
      guard rows[index].hasParent else {
        return paths.all.dropFirst().map { RestorationAddress(scene: "", kind: .object, path: $0) }
      }
      guard depth < ArchiveLimits.pathDepth, let parent = livingParent(at: index) else { return [] }
      next = parent
    }
    guard let tree, let above = try? tree.address(of: next) else { return [] }
    let all = ([above] + tree.formerAddresses(of: next)).flatMap { above in
      paths.all.map {
        RestorationAddress(
          scene: above.scene, kind: .object,
          path: RestorationPath(above.path.components + $0.components))
      }
    }
    return Array(all.dropFirst())
  }

  /// Returns a registered object's address, or what it needs to get one.
  func place(of object: any StateRestoring, in tree: (any RestorationTree)?)
    -> RegisteredPlaces.Place
  {
    do throws(BrokenLink) {
      guard let address = try address(of: object, in: tree) else { return .unknown }
      return .at(address)
    } catch {
      switch error {
      case .notRegistered:
        let missing = try? way(to: object).parent
        return .nowhere(until: missing.map { ObjectIdentifier($0) })
      case .parentGone, .parentCycle, .invalidParent, .neverPreserved: return .nowhere(until: nil)
      default: return .unknown
      }
    }
  }

  /// Returns an object's chain of identifiers and the unregistered parent above it.
  ///
  /// The chain starts with the object's own identifier.
  private func way(to object: any StateRestoring) throws(BrokenLink)
    -> ([RestorationIdentifier], parent: (any StateRestoring)?)
  {
    var identifiers: [RestorationIdentifier] = []
    var next: any StateRestoring = object
    while let index = index(of: next) {
      identifiers.append(rows[index].identifier)
      guard identifiers.count <= ArchiveLimits.pathDepth else {
        throw .parentCycle(className: archivedClassName(of: Swift.type(of: object)))
      }
      guard rows[index].hasParent else { return (identifiers, nil) }
      guard let parent = livingParent(at: index) else {
        throw .parentGone(className: archivedClassName(of: Swift.type(of: next)))
      }
      next = parent
    }
    return (identifiers, next)
  }

  private func address(in parent: RestorationAddress, _ identifiers: [RestorationIdentifier])
    -> RestorationAddress
  {
    var components = parent.path.components
    components.reserveCapacity(components.count + identifiers.count)
    for identifier in identifiers.reversed() { components.append(.identifier(identifier)) }
    return RestorationAddress(
      scene: parent.scene, kind: .object, path: RestorationPath(components))
  }
}

extension Optional where Wrapped == any RestorationTree {
  /// Returns the address of an unregistered object; throws without a tree.
  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    guard let self else {
      throw .notRegistered(className: archivedClassName(of: Swift.type(of: object)))
    }
    return try self.address(of: object)
  }
}
