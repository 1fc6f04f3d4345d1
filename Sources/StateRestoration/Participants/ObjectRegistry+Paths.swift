// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension ObjectRegistry {
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
    while let index = index(of: next) {
      identifiers.append(registrations[index].identifier)
      guard identifiers.count <= ArchiveLimits.pathDepth else {
        throw .parentCycle(className: archivedClassName(of: Swift.type(of: object)))
      }
      guard registrations[index].hasParent else {
        return address(in: RestorationAddress(scene: "", kind: .object, path: .init()), identifiers)
      }
      guard let parent = livingParent(at: index) else {
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
