// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// An object that a pass keeps until it ends, and lends meanwhile without counting references.
///
/// The engine refers to objects weakly, and of such objects every count takes as long as writing
/// two values: a pass counts each of them once.
struct KeptObject {
  private let reference: Unmanaged<AnyObject>

  /// Keeps an object until ``release()``.
  @inline(__always)
  init(_ object: consuming AnyObject) { reference = .passRetained(object) }

  /// Lends the object, which is kept.
  @inline(__always)
  func lend<Result>(_ body: (AnyObject) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef(body)
  }

  /// Whether this is an object.
  @inline(__always)
  func holds(_ object: AnyObject) -> Bool {
    reference.toOpaque() == Unmanaged.passUnretained(object).toOpaque()
  }

  /// Keeps the object no longer; it is not lent any more.
  func release() { reference.release() }
}
