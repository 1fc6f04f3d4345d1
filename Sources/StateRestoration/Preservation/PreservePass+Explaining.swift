// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// What a preview makes of one object (R151).
package enum PreviewedPlace: Sendable {
  /// It is saved here.
  case saved(RestorationAddress)
  /// It has no identifier, or is never saved; the sentence says what it lacks.
  case optedOut(String)
  /// It has an identifier and is not saved; the sentence names the first link that broke.
  case leftOut(RestorationAddress?, String)
}

/// Says of any object, named or not, whether this pass has reached it.
extension PreservePass {
  /// What became of an object; to be asked after the walk.
  ///
  /// - Parameter object: A registered object, or one of the tree.
  /// - Returns: Where it is saved, or why it is not.
  func explain(_ object: any StateRestoring) -> PreviewedPlace {
    switch place(of: object) {
    case .success(let number):
      guard let address = builder.tables.address(of: number) else { return .leftOut(nil, "") }
      guard let first = queue.claimant(of: number) else {
        return .leftOut(address, unreachedReason(of: object).description)
      }
      guard first.isOf(object) else {
        return .leftOut(address, duplicate(first, type(of: object)).description)
      }
      return .saved(address)
    case .failure(let link):
      switch link {
      // A registered object has an identifier; it is its parent that has none.
      case .noIdentifier where !registry.contains(object), .neverPreserved:
        return .optedOut(link.description)
      default:
        return .leftOut(nil, link.description)
      }
    }
  }

  /// Why nothing leads to an object that has a path.
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
