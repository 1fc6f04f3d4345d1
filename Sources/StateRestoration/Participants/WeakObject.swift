// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// An object that the engine remembers without owning it.
struct WeakObject {
  /// The object, if it lives.
  private(set) weak var object: (any StateRestoring)?

  init(_ object: any StateRestoring) { self.object = object }

  // In place, of one that lies in an array: to copy a weak reference takes longer than to read it.

  @inline(__always)
  mutating func load() -> (any StateRestoring)? { object }

  @inline(__always)
  mutating func loadAny() -> AnyObject? { object }
}
