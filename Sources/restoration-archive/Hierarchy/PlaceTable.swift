// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Values by scene and path, regardless of kind.
struct PlaceTable<Value> {
  private struct Place: Hashable {
    let scene: ExactString
    let path: RestorationPath
  }

  private var values: [Place: Value] = [:]

  /// The value at a path of a scene.
  subscript(scene: String, path: RestorationPath) -> Value? {
    get { values[Place(scene: ExactString(scene), path: path)] }
    set { values[Place(scene: ExactString(scene), path: path)] = newValue }
  }

  /// Returns the nearest value above a path.
  ///
  /// - Returns: The value and the number of steps to it; `nil` when there is none.
  func nearest(above path: RestorationPath, in scene: String) -> (value: Value, depth: Int)? {
    var components = path.components
    while components.popLast() != nil {
      if let value = self[scene, RestorationPath(components)] { return (value, components.count) }
    }
    return nil
  }
}
