// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Reports objects that are unexpectedly not preserved, with the broken link.
extension PreservePass {
  func reportUnreached() {
    if scope == .all { reportLateParents() }
    guard let tree else { return }  // without a tree all registered objects are roots
    reportRegistered()
    // A pass that encodes only what changed must not look at every member.
    if scope == .all { reportMembers(of: tree) }
  }

  /// Reports registered objects that no root leads to.
  private func reportRegistered() {
    for object in registry.objects {
      switch place(of: object) {
      case .success(let number):
        if queue.isClaimed(number) {
          enqueue(number, object)  // reports a duplicate if another object is there
          continue
        }
        isSteady = false
        note(number, .unreached)
        diagnose(Diagnostic.unreachedRegistered, number: number)
      case .failure(let link):
        isSteady = false
        let name = archivedClassName(of: type(of: object))
        diagnose(.registeredLeftOut(className: name, link), about: nil)
      }
    }
  }

  /// Reports objects whose parent was set after registration.
  ///
  /// The parent is read at registration; one that was set later does not count. Without a tree,
  /// objects are asked as they encode. With a tree, some may not be reached, so this asks all
  /// registered objects.
  private func reportLateParents() {
    if tree != nil {
      registry.forEachObject { object, index in
        noteLateParent(of: object, at: index)
      }
    }
    for (object, index) in lateObjects {
      guard let parent = object.restorationParent, !registry.isParent(parent, at: index) else {
        continue
      }
      let name = archivedClassName(of: type(of: parent))
      diagnose(.lateParent(className: name), about: try? address(of: object))
    }
  }

  /// Notes an object whose parent differs from the one at registration.
  func noteLateParent(of object: AnyObject, at index: Int) {
    guard trace != nil || registry.rows[index].isParentDue(in: registry.pass) else { return }
    let type = participants.list[registry.rows[index].classIndex]
    let isLate = type.parent(of: object).map { !registry.isParent($0, at: index) } ?? false
    if isLate { lateObjects.append((type.participant(object), index)) }
    registry.setNamesItsParent(!isLate, at: index)
  }

  /// Reports named objects of the tree that no root leads to.
  ///
  /// It names each broken link once.
  private func reportMembers(of tree: any RestorationTree) {
    let members = tree.members
    let named = Set(members.map { ObjectIdentifier($0) })
    var origins: Set<ObjectIdentifier> = []
    for member in members where !isReached(member) {
      let place = try? address(of: member)
      if let place { report.noted.append(.init(address: place, result: .unreached)) }
      let (broken, above) = firstBroken(above: member, in: tree)
      guard let above, origins.insert(ObjectIdentifier(broken)).inserted else { continue }
      if case .failure = knownPlace(of: broken) { continue }  // reported already
      let name = archivedClassName(of: type(of: broken))
      guard named.contains(ObjectIdentifier(broken)) else {
        let origin = tree.origin(of: broken).map { "\(name) (\($0))" }
        diagnose(.notPreserved(.noIdentifier(className: origin ?? name)), about: place)
        continue
      }
      do throws(BrokenLink) {
        let address = try address(of: broken)
        let aboveName = archivedClassName(of: type(of: above))
        diagnose(
          address.kind == .view
            ? .viewsNotEncoded(controller: aboveName, view: name)
            : .childNotEncoded(container: aboveName, child: name), about: address)
      } catch {
        diagnose(.notPreserved(error), about: place)
      }
    }
  }

  func isReached(_ object: any StateRestoring) -> Bool {
    guard case .success(let number) = knownPlace(of: object) else { return false }
    return queue.isClaimed(number)
  }

  /// Finds the broken link above an object.
  ///
  /// `broken` is the object just below its nearest preserved owner; `above` is that owner, or `nil`
  /// if there is none.
  func firstBroken(above member: any StateRestoring, in tree: any RestorationTree)
    -> (broken: any StateRestoring, above: (any StateRestoring)?)
  {
    var broken = member
    while let above = tree.owner(of: broken) {
      if isReached(above) { return (broken, above) }
      broken = above
    }
    return (broken, nil)
  }
}
