// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Names what someone might expect to be preserved and is not, with the link that broke (R151).
extension PreservePass {
  func reportUnreached() {
    if everything { reportLateParents() }
    guard let tree else { return }  // without a tree all registered objects are roots
    reportRegistered()
    // A pass that encodes little shall not look at everything.
    if everything { reportMembers(of: tree) }
  }

  /// A registered object that no root leads to (R42).
  private func reportRegistered() {
    for object in registry.objects {
      switch place(of: object) {
      case .success(let number):
        if queue.isClaimed(number) {
          enqueue(number, object)  // if another one is there, says that there are two
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

  /// The parent is read at registration; one that was set later does not count (R160).
  ///
  /// Without a tree, objects are asked as they encode; of a tree's, some may not be reached.
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

  /// Notes an object that names another parent now than the one it was registered below.
  func noteLateParent(of object: AnyObject, at index: Int) {
    let mark = registry.mark(at: index)
    guard trace != nil || mark.isParentDue(in: registry.pass) else { return }
    let type = participants.list[mark.classIndex]
    let isLate = type.parent(of: object).map { !registry.isParent($0, at: index) } ?? false
    if isLate { lateObjects.append((type.participant(object), index)) }
    registry.setNamesItsParent(!isLate, at: index)
  }

  /// Objects of the tree that have an identifier, but that no root leads to; each link that broke
  /// is named once.
  private func reportMembers(of tree: any RestorationTree) {
    let members = tree.members
    let named = Set(members.map { ObjectIdentifier($0) })
    var origins: Set<ObjectIdentifier> = []
    for member in members where !isReached(member) {
      let place = try? address(of: member)
      if let place { report.noted.append(.init(address: place, result: .unreached)) }
      let (broken, above) = firstBroken(above: member, in: tree)
      guard let above, origins.insert(ObjectIdentifier(broken)).inserted else { continue }
      if case .failure = knownPlace(of: broken) { continue }  // said already
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

  /// The object right below the nearest one above that is preserved, and that one.
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
