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
        if places.owner(of: number) != nil {
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
  /// The parent is read at registration; one that was set later does not count.
  private func reportLateParents() {
    for object in registry.objects {
      guard let parent = object.restorationParent, !registry.isParent(parent, of: object) else {
        continue
      }
      let name = archivedClassName(of: type(of: parent))
      diagnose(.lateParent(className: name), about: try? address(of: object))
    }
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
      if let place { report.results.append(.init(address: place, result: .unreached)) }
      let (broken, above) = firstBroken(above: member, in: tree)
      guard let above, origins.insert(ObjectIdentifier(broken)).inserted else { continue }
      if case .failure = places[broken]?.number { continue }  // reported already
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
    guard case .success(let number) = places[object]?.number else { return false }
    return places.owner(of: number) != nil
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
