// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension RestorationAddress {
  /// The address of something without a scene, by its names joined with `/`.
  init(_ text: String, _ kind: ObjectKind = .object) {
    let names = text.split(separator: "/").compactMap { RestorationIdentifier(String($0)) }
    self.init(scene: "", kind: kind, path: RestorationPath(names.map { .identifier($0) }))
  }
}
