// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Facts about types, each found once per process for all coordinators.
///
/// Asking the runtime for the fields or the name of a class takes as long as restoring some of its
/// objects.
final class TypeFacts<Fact: Sendable>: Sendable {
  private let known = Mutex<[ObjectIdentifier: Fact]>([:])

  /// Returns the fact about a type; `find` runs if it is unknown.
  func fact(about type: any Any.Type, _ find: () -> Fact) -> Fact {
    let id = ObjectIdentifier(type)
    if let fact = known.withLock({ $0[id] }) { return fact }
    // Not under the lock: if two threads find the fact, both find the same value.
    let found = find()
    known.withLock { $0[id] = found }
    return found
  }
}
