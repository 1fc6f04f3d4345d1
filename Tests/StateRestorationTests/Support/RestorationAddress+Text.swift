// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension RestorationAddress {
  /// Creates an address without a scene from names joined with `/`.
  ///
  /// Each name must be a valid identifier.
  init(_ text: String, _ kind: ObjectKind = .object) {
    let names = text.split(separator: "/").map { name in
      guard let identifier = RestorationIdentifier(String(name)) else {
        preconditionFailure("\(name) is no identifier")
      }
      return RestorationPath.Component.identifier(identifier)
    }
    self.init(scene: "", kind: kind, path: RestorationPath(names))
  }
}
