// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

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
      let index = meet(object)
      switch walked.number(at: index) {
      case .success(let number):
        if walked.owner(of: number) != nil {
          enqueue(index, at: number)  // reports a duplicate if another object is there
          continue
        }
        mayBeFollowedByChanges = false
        note(number, .unreached)
        diagnose(Diagnostic.unreachedRegistered, number: number)
      case .failure(let link):
        mayBeFollowedByChanges = false
        let name = archivedClassName(of: type(of: object))
        diagnose(.registeredLeftOut(className: name, link), about: nil)
      }
    }
  }

  /// Reports objects whose parent was set after registration.
  ///
  /// The parent is read at registration; one that was set later does not count.
  private func reportLateParents() {
    for row in registry.rows {
      guard let object = row.object, let parent = object.restorationParent,
        row.parent !== parent
      else { continue }
      let name = archivedClassName(of: type(of: parent))
      diagnose(.lateParent(className: name), about: try? address(of: object))
    }
  }

  /// Reports named objects of the tree that no root leads to.
  ///
  /// It names each broken link once.
  private func reportMembers(of tree: any RestorationTree) {
    let members = tree.members
    let unreached = members.filter { !isReached($0) }
    guard !unreached.isEmpty else { return }
    let named = Set(members.map { ObjectIdentifier($0) })
    var origins: Set<ObjectIdentifier> = []
    for member in unreached {
      let place = try? address(of: member)
      if let place { report.results.append(.init(address: place, result: .unreached)) }
      let (broken, above) = firstBroken(above: member, in: tree)
      guard let above, origins.insert(ObjectIdentifier(broken)).inserted else { continue }
      if case .failure = walked.number(of: broken) { continue }  // reported already
      let name = archivedClassName(of: type(of: broken))
      guard named.contains(ObjectIdentifier(broken)) else {
        let origin = tree.origin(of: broken).map { "\(name) (\($0))" }
        let link = BrokenLink(.noIdentifier, className: origin ?? name)
        diagnose(.notPreserved(link), about: place)
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
    guard case .success(let number) = walked.number(of: object) else { return false }
    return walked.owner(of: number) != nil
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

/// The result of a preview for one object.
package enum PreviewedPlace: Sendable {
  /// It is saved at this address.
  case saved(RestorationAddress)
  /// It has no identifier, or is never saved.
  ///
  /// The sentence says what is missing.
  case optedOut(String)
  /// It has an identifier, but is not saved.
  ///
  /// The sentence names the first broken link. The address is `nil` if the object has no path.
  case leftOut(RestorationAddress?, String)
}

/// Explains whether this pass has reached an object, named or not.
extension PreservePass {
  /// Explains the outcome for an object; call it after the walk.
  ///
  /// - Parameter object: A registered object, or one of the tree.
  /// - Returns: Where it is saved, or why it is not.
  func explain(_ object: any StateRestoring) -> PreviewedPlace {
    switch place(of: object) {
    case .success(let number):
      guard let address = builder.tables.address(of: number) else { return .leftOut(nil, "") }
      guard let first = walked.owner(of: number) else {
        return .leftOut(address, unreachedReason(of: object).description)
      }
      guard first === object else {
        return .leftOut(address, duplicate(first, object).description)
      }
      return .saved(address)
    case .failure(let link):
      switch link.code {
      // A registered object has an identifier; here its parent has none.
      case .noIdentifier where !registry.contains(object), .neverPreserved:
        return .optedOut(link.description)
      default:
        return .leftOut(nil, link.description)
      }
    }
  }

  /// Explains why no reference leads to an object that has a path.
  private func unreachedReason(of object: any StateRestoring) -> Diagnostic {
    guard let tree, !registry.contains(object) else {
      return .unreachedRegistered
    }
    let (broken, above) = firstBroken(above: object, in: tree)
    do throws(BrokenLink) {
      let address = try address(of: broken)
      let name = archivedClassName(of: type(of: broken))
      let nameAbove = archivedClassName(of: type(of: above ?? broken))
      return address.kind == .view
        ? .viewsNotEncoded(controller: nameAbove, view: name)
        : .childNotEncoded(container: nameAbove, child: name)
    } catch {
      return .notPreserved(error)
    }
  }
}
