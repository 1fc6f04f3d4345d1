// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What lies at the paths of scenes, whatever its kind.
struct PlaceTable<Value> {
  private struct Place: Hashable {
    let scene: ExactString
    let path: RestorationPath
  }

  private var values: [Place: Value] = [:]

  /// What lies at a path of a scene.
  subscript(scene: String, path: RestorationPath) -> Value? {
    get { values[Place(scene: ExactString(scene), path: path)] }
    set { values[Place(scene: ExactString(scene), path: path)] = newValue }
  }

  /// What lies above a path, nearest.
  ///
  /// - Returns: It, and how many steps lead there; `nil` when nothing lies above.
  func nearest(above path: RestorationPath, in scene: String) -> (value: Value, depth: Int)? {
    var components = path.components
    while components.popLast() != nil {
      if let value = self[scene, RestorationPath(components)] { return (value, components.count) }
    }
    return nil
  }
}
