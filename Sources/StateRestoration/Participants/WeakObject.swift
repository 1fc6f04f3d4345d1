// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// An object that the engine remembers without owning it.
///
/// What a weak reference is, without the table beside the object that the runtime makes with the
/// first one: from then on, whoever counts the object goes a long way round, the application's own
/// code included. Instead of that table, the memory of an object that is gone is kept as long as
/// this is; what the object owned goes when it goes.
struct WeakObject {
  // Not counted; it is looked at only while the object is known to live.
  private unowned(unsafe) let participant: any StateRestoring
  /// Keeps the memory, and with it the address, from being used again.
  private unowned(safe) let memory: AnyObject
  /// The object's identity.
  let id: ObjectIdentifier

  init(_ object: any StateRestoring) {
    (participant, memory, id) = (object, object, ObjectIdentifier(object))
  }

  /// The object, if it lives.
  @inline(__always)
  var object: (any StateRestoring)? {
    guard let kept = KeptObject(ifAlive: id) else { return nil }
    defer { kept.release() }
    return participant
  }
}
