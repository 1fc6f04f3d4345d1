// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What is found out of a type once in a process, for all coordinators.
///
/// Asking the runtime for the fields or the name of a class takes as long as restoring some of its
/// objects.
final class TypeFacts<Fact: Sendable>: Sendable {
  private let known = Mutex<[ObjectIdentifier: Fact]>([:])

  /// The fact about a type; `find` runs when nobody has asked before.
  func fact(about type: any Any.Type, _ find: () -> Fact) -> Fact {
    let id = ObjectIdentifier(type)
    if let fact = known.withLock({ $0[id] }) { return fact }
    // Outside of the lock: what is found twice is the same.
    let found = find()
    known.withLock { $0[id] = found }
    return found
  }
}
