// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ObjectCounting

/// An object that a pass keeps until it ends, and lends meanwhile without counting references.
///
/// Every count takes as long as writing a value: a pass counts each object once.
struct KeptObject {
  private let reference: Unmanaged<AnyObject>

  /// Keeps an object until ``release()``.
  @inline(__always)
  init(_ object: consuming AnyObject) { reference = .passRetained(object) }

  /// Keeps an object, unless it has gone.
  ///
  /// - Parameter id: The object's identity, which a ``WeakObject`` keeps from being used again.
  @inline(__always)
  init?(ifAlive id: ObjectIdentifier) {
    let place = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: id))
    guard let place, restoration_retain_if_alive(place) else { return nil }
    reference = .fromOpaque(place)
  }

  /// Whether an object has not gone, without keeping it.
  ///
  /// Dozens are asked in each pass, also where nothing has changed; to count one takes two atomic
  /// steps.
  ///
  /// - Parameter id: The object's identity, which a ``WeakObject`` keeps from being used again.
  /// - Returns: Whether it lives.
  @inline(__always)
  static func isAlive(_ id: ObjectIdentifier) -> Bool {
    UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: id)).map(restoration_is_alive) ?? false
  }

  /// Lends the object, which is kept.
  @inline(__always)
  func lend<Result>(_ body: (AnyObject) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef(body)
  }

  /// Where the object lies.
  var place: UnsafeRawPointer { UnsafeRawPointer(reference.toOpaque()) }

  /// The same as a number.
  var address: UInt { UInt(bitPattern: place) }

  /// Whether this is an object.
  @inline(__always)
  func holds(_ object: AnyObject) -> Bool {
    reference.toOpaque() == Unmanaged.passUnretained(object).toOpaque()
  }

  /// Keeps the object no longer; it is not lent any more.
  func release() { reference.release() }
}
