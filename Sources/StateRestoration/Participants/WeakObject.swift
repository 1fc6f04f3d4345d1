// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A weak reference to an object that the engine remembers.
struct WeakObject {
  /// The object, while it is alive.
  private(set) weak var object: (any StateRestoring)?

  init(_ object: any StateRestoring) { self.object = object }
}
