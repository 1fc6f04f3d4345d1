// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

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
      guard let first = places.owner(of: number) else {
        return .leftOut(address, unreachedReason(of: object).description)
      }
      guard first === object else {
        return .leftOut(address, duplicate(first, object).description)
      }
      return .saved(address)
    case .failure(let link):
      switch link {
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
